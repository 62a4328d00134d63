import type { CsvExport } from "#admin/table/export-button.tsx";
import { amountDecimals } from "#lib/money.ts";
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
		Subtotal: row.subtotal.toFixed(amountDecimals),
		"Tax rate": row.tax_rate,
		Tax: row.tax_amount.toFixed(amountDecimals),
		Total: row.total_amount.toFixed(amountDecimals),
		Status: invoiceStatusLabels[row.status],
	}),
};
