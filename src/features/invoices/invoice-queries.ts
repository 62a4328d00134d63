import { queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { ApiError, api } from "#admin/session/api-client.ts";
import { invoiceMessages } from "./invoices.schema.ts";

export const manageInvoices = api.functions.v1["manage-invoices"];

export const invoiceKey = (id: string) => ["invoices", id];

/** The toast for a failure: the server's own message, if there is one (specification 8). */
export function failureToast(text: string) {
	return (error: Error) => {
		if (error instanceof ApiError && error.status === 404) {
			return { title: "Invoice not found", description: invoiceMessages.notFound };
		}
		return { title: "Error", description: error instanceof ApiError && error.isFromServer ? error.message : text };
	};
}

/** @param failure what the screen says if the server gives no reason */
export const invoiceQuery = (id: string, failure: string) =>
	queryOptions({
		queryKey: invoiceKey(id),
		queryFn: async ({ signal }) => {
			const answer = await parseResponse(manageInvoices.$get({ query: { id } }, { init: { signal } }));
			if ("invoice" in answer) return answer.invoice;
			throw new Error("the server answered the list instead of the invoice");
		},
		// The server sets sums and times, and another member of staff may have changed them.
		staleTime: 0,
		meta: { failure: failureToast(failure) },
	});
