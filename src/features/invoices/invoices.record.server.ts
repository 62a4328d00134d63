import type { RecordSource } from "#platform/records/records.server.ts";
import { invoiceRecord } from "./invoices.record.ts";
import { type Invoice, invoicesTable } from "./invoices.table.ts";

/** What staff see of an invoice in the list. */
export function presentInvoice({ public_token, public_expires_at, overdue_for, ...row }: Invoice) {
	return {
		...row,
		sent_at: row.sent_at?.toISOString() ?? null,
		reminded_at: row.reminded_at?.toISOString() ?? null,
		first_viewed_at: row.first_viewed_at?.toISOString() ?? null,
		created_at: row.created_at.toISOString(),
		updated_at: row.updated_at.toISOString(),
	};
}
export type PresentedInvoice = ReturnType<typeof presentInvoice>;

export const invoices: RecordSource<Invoice, PresentedInvoice> = {
	record: invoiceRecord,
	table: invoicesTable,
	present: presentInvoice,
};
