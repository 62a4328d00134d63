import { writeInvoiceDay } from "#features/invoices/invoice-days.ts";
import { invoiceStatusLabels } from "#features/invoices/invoices.schema.ts";
import { formatAmount } from "#lib/money.ts";
import { type Billing, site } from "#site.config.ts";
import type { InvoiceDocument } from "./invoice-document.ts";

/** Who bills, line by line, as far as the firm has said so. */
export const issuerLines = ({ legalName, address, taxId }: Billing = site.billing): string[] =>
	[legalName, ...address, taxId].filter(Boolean);

/** One way to pay, such as a bank transfer, with what the client needs for it. */
export type PaymentWay = { label: string; lines: { label: string; value: string }[] };

/** How the client can pay. Empty if nothing is owed, or if the firm has not said how. */
export function paymentWays(
	{ status, invoice_number }: Pick<InvoiceDocument, "status" | "invoice_number">,
	{ bank, check }: Billing = site.billing,
): PaymentWay[] {
	if (status === "paid" || status === "cancelled") return [];
	const given = (label: string, value: string) => (value ? [{ label, value }] : []);
	const mailed = [...given("Payable to", check.payableTo), ...given("Send to", check.address.join(", "))];
	return [
		...(bank.length > 0 ? [{ label: "Bank transfer", lines: [...bank, ...given("Reference", invoice_number)] }] : []),
		...(mailed.length > 0 ? [{ label: "Check", lines: [...mailed, ...given("Memo", invoice_number)] }] : []),
	];
}

type Owed = Pick<InvoiceDocument, "status" | "total_amount" | "due_date" | "paid_at" | "is_past_due">;

/** What the client has to know first: how much is due, and when. */
export function headlineOf({ status, total_amount, due_date, paid_at, is_past_due }: Owed): string {
	if (status === "cancelled") return `${invoiceStatusLabels.cancelled}: Nothing is due`;
	if (status === "paid") return paid_at ? `Paid on ${writeInvoiceDay(paid_at)}` : "Paid";
	const verb = is_past_due ? "was due" : "due";
	return `${formatAmount(total_amount)} ${verb} ${writeInvoiceDay(due_date)}`;
}
