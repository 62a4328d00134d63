import Papa from "papaparse";
import { invoiceStatusLabels } from "./invoices.schema.ts";
import type { PresentedInvoice } from "./invoices.server.ts";

/** Tells Excel that the file is UTF-8. */
const byteOrderMark = "\uFEFF";

/** The rows as a file for spreadsheets; a text that one would run as a formula is disarmed by an apostrophe. */
export function invoicesCsv(rows: readonly PresentedInvoice[]): string {
	const records = rows.map((row) => ({
		Number: row.invoice_number,
		Client: row.client_name,
		Company: row.client_company,
		Email: row.client_email,
		Issued: row.issue_date,
		Due: row.due_date,
		Subtotal: row.subtotal.toFixed(2),
		"Tax rate": row.tax_rate,
		Tax: row.tax_amount.toFixed(2),
		Total: row.total_amount.toFixed(2),
		Status: invoiceStatusLabels[row.status],
	}));
	return byteOrderMark + Papa.unparse(records, { escapeFormulae: true });
}
