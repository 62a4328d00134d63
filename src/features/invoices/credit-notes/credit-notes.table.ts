import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { invoicesTable, minorUnits } from "#features/invoices/invoices.table.ts";
import { moment } from "#platform/database/columns.ts";

/** What is no longer asked for of an invoice. Issued when it is made, and never changed: triggers refuse it (decision 091). */
export const creditNotesTable = pgTable(
	"credit_notes",
	{
		/** Chosen by the caller, as an entry's is. */
		id: uuid().primaryKey(),
		invoice_id: uuid()
			.notNull()
			.references(() => invoicesTable.id, { onDelete: "restrict" }),
		/** CN-2026-0001 */
		credit_number: text().notNull().unique(),
		issue_date: date().notNull(),
		/** The client reads it. */
		reason: text().notNull(),
		net_minor: minorUnits(),
		tax_minor: minorUnits(),
		total_minor: minorUnits().generatedAlwaysAs(sql.raw("net_minor + tax_minor")),
		created_at: moment().notNull().default(sql`clock_timestamp()`),
		/** Without a foreign key: erasing an account would write here. */
		created_by: uuid(),
	},
	(table) => [
		index("credit_notes_of_invoice").on(table.invoice_id, table.created_at),
		index("credit_notes_issued").on(table.issue_date),
		check("credit_notes_amounts_fit", sql`${table.net_minor} > 0 and ${table.tax_minor} >= 0`),
		check("credit_notes_reason_fits", sql`length(${table.reason}) between 1 and 500`),
	],
);

export type CreditNote = typeof creditNotesTable.$inferSelect;

/** The last number used in a year, as that of invoices: a failure leaves no gap. */
export const creditNoteCountersTable = pgTable("credit_note_counters", {
	year: integer().primaryKey(),
	last_number: integer().notNull(),
});
