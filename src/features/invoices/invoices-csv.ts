import { recordCsv } from "#admin/lists/record-csv.ts";
import { amountDecimals } from "#lib/money.ts";
import type { PresentedInvoice } from "./invoices.record.server.ts";
import { invoiceRecord } from "./invoices.record.ts";

const money = (column: "subtotal" | "tax_amount" | "total_amount") => (row: PresentedInvoice) =>
	row[column].toFixed(amountDecimals);

export const invoicesCsv = recordCsv<PresentedInvoice>(invoiceRecord, "invoices.csv", {
	subtotal: money("subtotal"),
	tax_amount: money("tax_amount"),
	total_amount: money("total_amount"),
	// A day, unlike the moments that end alike.
	paid_at: ({ paid_at }) => paid_at,
});
