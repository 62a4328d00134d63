import { and, asc, desc, eq, isNull, ne, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type CreditNote, creditNotesTable } from "#features/invoices/credit-notes/credit-notes.table.ts";
import { pick, withIsoDates } from "#lib/pick.ts";
import type { Database } from "#platform/database/database.server.ts";
import { type InvoicePayment, invoicePaymentsTable } from "./ledger.table.ts";

const reversals = alias(invoicePaymentsTable, "reversals");

/** The entries of an invoice, oldest first, and whether each has been taken back. */
function entriesWhere(db: Database, which: SQL | undefined) {
	const { created_at, kind, id } = invoicePaymentsTable;
	return db
		.select({ entry: invoicePaymentsTable, reversal: reversals.id })
		.from(invoicePaymentsTable)
		.leftJoin(reversals, eq(reversals.reverses, id))
		.where(which)
		.orderBy(asc(created_at), asc(kind), asc(id));
}

const ofInvoice = (id: string) => eq(invoicePaymentsTable.invoice_id, id);

const standing = () => and(isNull(reversals.id), ne(invoicePaymentsTable.kind, "reversal"));

/** What staff see of an entry. */
export const presentEntry = (entry: InvoicePayment, isReversed = false) =>
	withIsoDates({ ...entry, is_reversed: isReversed });
export type PresentedEntry = ReturnType<typeof presentEntry>;

export async function listEntries(db: Database, invoiceId: string): Promise<PresentedEntry[]> {
	const rows = await entriesWhere(db, ofInvoice(invoiceId));
	return rows.map(({ entry, reversal }) => presentEntry(entry, reversal !== null));
}

/** What clients see of a payment or a refund. */
export type StandingEntry = Pick<InvoicePayment, "kind" | "effect_minor" | "received_on">;

/** What clients see: what was taken back was a slip of the firm. */
export async function standingEntries(db: Database, invoiceId: string): Promise<StandingEntry[]> {
	const rows = await entriesWhere(db, and(ofInvoice(invoiceId), standing()));
	return rows.map(({ entry }) => pick(entry, ["kind", "effect_minor", "received_on"]));
}

/** One entry, and whether it has been taken back. */
export async function findEntry(db: Database, id: string) {
	const [row] = await entriesWhere(db, eq(invoicePaymentsTable.id, id));
	return row && { ...row.entry, is_reversed: row.reversal !== null };
}

/** The day of the latest payment that stands. */
export async function lastPaymentDay(db: Database, invoiceId: string): Promise<string | undefined> {
	const { received_on, kind } = invoicePaymentsTable;
	const [row] = await db
		.select({ received_on })
		.from(invoicePaymentsTable)
		.leftJoin(reversals, eq(reversals.reverses, invoicePaymentsTable.id))
		.where(and(ofInvoice(invoiceId), eq(kind, "payment"), standing()))
		.orderBy(desc(received_on))
		.limit(1);
	return row?.received_on;
}

/** The credit notes of an invoice, oldest first. */
export const listCreditNotes = (db: Database, invoiceId: string): Promise<CreditNote[]> =>
	db
		.select()
		.from(creditNotesTable)
		.where(eq(creditNotesTable.invoice_id, invoiceId))
		.orderBy(asc(creditNotesTable.created_at), asc(creditNotesTable.credit_number));

/** Whether money has come for it, or any of it was credited. */
export const hasEntries = async (db: Database, invoiceId: string): Promise<boolean> =>
	(await db.$count(invoicePaymentsTable, ofInvoice(invoiceId))) > 0 ||
	(await db.$count(creditNotesTable, eq(creditNotesTable.invoice_id, invoiceId))) > 0;
