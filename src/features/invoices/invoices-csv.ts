import { recordCsv } from "#admin/lists/record-csv.ts";
import { moneyIn } from "#lib/money.ts";
import type { PresentedInvoice } from "./invoices.record.server.ts";
import { invoiceRecord } from "./invoices.record.ts";

const money = (column: "subtotal" | "tax_amount" | "total_amount") => (row: PresentedInvoice) =>
	row[column].toFixed(moneyIn(row.currency).decimals);

/** An amount in the smallest unit, as spreadsheets read it: below 0 as a number, because a text would be disarmed like a formula. */
export const minorCell = (minor: number, currency: string) => {
	const { amountOf, decimals } = moneyIn(currency);
	return minor < 0 ? amountOf(minor) : amountOf(minor).toFixed(decimals);
};

/** What has come, with what was marked as paid by hand. */
const paidOf = ({ status, total_minor, credited_minor, paid_minor, balance_minor }: PresentedInvoice) =>
	status === "cancelled" ? paid_minor : total_minor - credited_minor - balance_minor;

export const invoicesCsv = recordCsv<PresentedInvoice>(invoiceRecord, "invoices.csv", {
	subtotal: money("subtotal"),
	tax_amount: money("tax_amount"),
	total_amount: money("total_amount"),
	paid_minor: (row) => minorCell(paidOf(row), row.currency),
	credited_minor: (row) => minorCell(row.credited_minor, row.currency),
	balance_minor: (row) => minorCell(row.balance_minor, row.currency),
	// A day, unlike the moments that end alike.
	paid_at: ({ paid_at }) => paid_at,
});
