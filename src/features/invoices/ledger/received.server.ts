import { asc, between, eq, sql } from "drizzle-orm";
import { makeCsv } from "#admin/lists/csv.ts";
import { creditNotesTable } from "#features/invoices/credit-notes/credit-notes.table.ts";
import { invoicesTable } from "#features/invoices/invoices.table.ts";
import { minorCell } from "#features/invoices/invoices-csv.ts";
import { sumsByCurrency } from "#lib/money.ts";
import type { Database } from "#platform/database/database.server.ts";
import { entryLabels, methodLabels, type Period } from "./ledger.schema.ts";
import { invoicePaymentsTable, moneyReceivedView } from "./ledger.table.ts";

const { day, currency, effect_minor, invoice_id, payment_id } = moneyReceivedView;

/** What has come in these days, less what was refunded. */
export async function sumReceived(db: Database, { from, to }: Period) {
	const rows = await db
		.select({ currency, minor: sql<string>`sum(${effect_minor})` })
		.from(moneyReceivedView)
		.where(between(day, from, to))
		.groupBy(currency);
	return sumsByCurrency(rows, ({ minor }) => Number(minor));
}

/** What has come in and was credited in these days, line by line, for spreadsheets. */
export async function exportReceived(db: Database, { from, to }: Period): Promise<Blob> {
	const { kind, method, reference, created_at } = invoicePaymentsTable;
	const { invoice_number, client_name } = invoicesTable;
	const rows = await db
		.select({ day, kind, effect_minor, currency, method, reference, invoice_number, client_name })
		.from(moneyReceivedView)
		.innerJoin(invoicesTable, eq(invoicesTable.id, invoice_id))
		.leftJoin(invoicePaymentsTable, eq(invoicePaymentsTable.id, payment_id))
		.where(between(day, from, to))
		.orderBy(asc(day), asc(created_at), asc(invoice_number));
	const notes = await db
		.select({ note: creditNotesTable, currency: invoicesTable.currency, invoice_number, client_name })
		.from(creditNotesTable)
		.innerJoin(invoicesTable, eq(invoicesTable.id, creditNotesTable.invoice_id))
		.where(between(creditNotesTable.issue_date, from, to))
		.orderBy(asc(creditNotesTable.credit_number));
	const lines = [
		...rows.map((row) => ({ ...row, label: row.kind ? entryLabels[row.kind] : "Marked as paid", number: "" })),
		// Below 0, as the billed amount becomes less; no money has come or gone.
		...notes.map(({ note, ...row }) => ({
			...row,
			label: "Credit Note",
			number: note.credit_number,
			day: note.issue_date,
			effect_minor: -note.total_minor,
			method: null,
			reference: note.reason,
		})),
	];
	return makeCsv(
		lines.sort((a, b) => a.day.localeCompare(b.day)),
		(row) => ({
			Date: row.day,
			Kind: row.label,
			Number: row.number,
			Invoice: row.invoice_number,
			Client: row.client_name,
			Amount: minorCell(row.effect_minor, row.currency),
			Currency: row.currency,
			Method: row.method ? methodLabels[row.method] : "",
			Reference: row.reference,
		}),
	);
}
