import type { CsvExport } from "#admin/export-button.tsx";
import { invoiceStatusLabels } from "./invoices.schema.ts";
import type { PresentedInvoice } from "./invoices.server.ts";

export const invoicesCsv: CsvExport<PresentedInvoice> = {
	filename: "invoices.csv",
	toRecord: (row) => ({
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
	}),
};
