import { useQueryClient } from "@tanstack/react-query";
import { invoiceKey } from "#features/invoices/invoice-queries.ts";
import { invoicesList } from "#features/invoices/invoices.list.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";

/** Puts the server's response into the cache: the invoice, and its row in the list. */
export function useCacheInvoice() {
	const client = useQueryClient();
	return (invoice: PresentedInvoiceWithItems) => {
		client.setQueryData(invoiceKey(invoice.id), invoice);
		client.setQueryData(invoicesList.query.queryKey, (rows) => rows && invoicesList.merge(rows, [invoice]));
	};
}
