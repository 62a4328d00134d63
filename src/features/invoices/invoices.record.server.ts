import { withIsoDates } from "#lib/pick.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { invoiceRecord } from "./invoices.record.ts";
import { type Invoice, invoicesTable } from "./invoices.table.ts";

/** What staff see of an invoice in the list. */
export const presentInvoice = ({
	public_token_hash,
	public_seed,
	public_expires_at,
	overdue_for,
	version,
	save_ids,
	...row
}: Invoice) => withIsoDates(row);
export type PresentedInvoice = ReturnType<typeof presentInvoice>;

export const invoices: RecordSource<Invoice, PresentedInvoice> = {
	record: invoiceRecord,
	table: invoicesTable,
	present: presentInvoice,
};
