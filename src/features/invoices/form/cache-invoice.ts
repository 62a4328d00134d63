import { queryClient } from "#admin/session/query-client.ts";
import { invoiceKey } from "#features/invoices/invoice-queries.ts";
import { invoicesList } from "#features/invoices/invoices.list.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";

/** Puts the server's response into the cache: the invoice, and its row in the list. */
export function cacheInvoice(invoice: PresentedInvoiceWithItems): void {
	queryClient.setQueryData(invoiceKey(invoice.id), invoice);
	invoicesList.storeRows([invoice]);
}
