import { parseResponse } from "hono/client";
import { defineList } from "#admin/lists/list.ts";
import { createSearch } from "#admin/lists/list-search.ts";
import { api } from "#admin/session/api-client.ts";
import { failureToast, manageInvoices } from "./invoice-queries.ts";
import { invoiceFailures, invoiceStatusLabels } from "./invoices.schema.ts";
import type { PresentedInvoice } from "./invoices.server.ts";

export const invoicesList = defineList<PresentedInvoice, PresentedInvoice["status"]>({
	table: "invoices",
	sortKey: (row) => row.created_at,
	loadPage: async (query) => {
		const answer = await parseResponse(manageInvoices.$get({ query }));
		if (!("invoices" in answer)) throw new Error("the server answered one invoice instead of the list");
		return { rows: answer.invoices, next: answer.next ?? null };
	},
	change: (id, { status = "draft" }) =>
		parseResponse(api.api.invoices[":id"].$patch({ param: { id }, json: { status } })),
	changeStatuses: (json) => parseResponse(api.api.invoices.statuses.$post({ json })),
	statusLabels: invoiceStatusLabels,
	subject: "Invoice",
	failures: { load: invoiceFailures.list, change: "Failed to update invoice status. Please try again." },
	failureToast,
});

export const invoicesSearch = createSearch<PresentedInvoice>((row) => [
	row.invoice_number,
	row.client_name,
	row.client_email,
	row.client_company,
]);
