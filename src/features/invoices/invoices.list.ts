import { parseResponse } from "hono/client";
import { defineList } from "#admin/lists/list.ts";
import { createSearch } from "#admin/lists/list-search.ts";
import { api } from "#admin/session/api-client.ts";
import { isUnpaid } from "./document/invoice-document.ts";
import { failureToast, manageInvoices } from "./invoice-queries.ts";
import type { PresentedInvoice } from "./invoices.record.server.ts";
import { invoiceRecord } from "./invoices.record.ts";
import { invoiceFailures } from "./invoices.schema.ts";
import { notEmailed } from "./mark-as-sent.ts";

export const invoicesList = defineList<PresentedInvoice>({
	record: invoiceRecord,
	loadPage: async (query) => {
		const answer = await parseResponse(manageInvoices.$get({ query }));
		if (!("invoices" in answer)) throw new Error("the server answered one invoice instead of the list");
		return { rows: answer.invoices, next: answer.next ?? null };
	},
	statusNote: (rows) => notEmailed(rows),
	statusFields: ({ status, paid_at }) => ({ status, paid_at }),
	change: (id, { status = "draft" }) =>
		parseResponse(api.api.invoices[":id"].$patch({ param: { id }, json: { status } })),
	changeStatuses: (json) => parseResponse(api.api.invoices.statuses.$post({ json })),
	failures: { load: invoiceFailures.list, change: "Failed to update invoice status. Please try again." },
	failureToast,
});

/** Finds what clients still owe, whether it is past due or not: two statuses, of which a filter takes one. */
export const unpaidWord = "unpaid";
/** Finds what clients have paid too much. */
export const refundWord = "refund";

export const invoicesSearch = createSearch<PresentedInvoice>((row) => [
	...invoiceRecord.search.in.map((column) => row[column]),
	...(isUnpaid(row.status) ? [unpaidWord] : []),
	...(row.balance_minor < 0 ? [refundWord] : []),
]);
