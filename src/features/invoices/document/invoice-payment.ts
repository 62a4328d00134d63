import { writeInvoiceDay, writeShortDay } from "#features/invoices/invoice-days.ts";
import { invoiceStatusLabels, settledStatusOf } from "#features/invoices/invoices.schema.ts";
import { type EntryKind, entryLabels } from "#features/invoices/ledger/ledger.schema.ts";
import { moneyIn } from "#lib/money.ts";
import { type Billing, site } from "#site.config.ts";
import { type InvoiceDocument, isUnpaid } from "./invoice-document.ts";

/** Who bills, line by line, as far as the firm has said so. */
export const issuerLines = ({ legalName, address, taxId }: Billing = site.billing): string[] =>
	[legalName, ...address, taxId].filter(Boolean);

/** One way to pay, such as a bank transfer, with what the client needs for it. */
export type PaymentWay = { label: string; lines: { label: string; value: string }[] };

/** How the client can pay. Empty if nothing is owed, or if the firm has not said how. */
export function paymentWays(
	{ invoice_number, ...owed }: Owed & Pick<InvoiceDocument, "invoice_number">,
	{ bank, check }: Billing = site.billing,
): PaymentWay[] {
	if (settledStatusOf(owed.status) || isNothingOpen(owed)) return [];
	const given = (label: string, value: string) => (value ? [{ label, value }] : []);
	const mailed = [...given("Payable to", check.payableTo), ...given("Send to", check.address.join(", "))];
	return [
		...(bank.length > 0 ? [{ label: "Bank transfer", lines: [...bank, ...given("Reference", invoice_number)] }] : []),
		...(mailed.length > 0 ? [{ label: "Check", lines: [...mailed, ...given("Memo", invoice_number)] }] : []),
	];
}

type Owed = Pick<InvoiceDocument, "status" | "total_minor" | "balance_minor">;

/** Whether all that was billed has come, or been credited. Of a bill over nothing, nothing has come. */
const isNothingOpen = ({ total_minor, balance_minor }: Owed) => total_minor > 0 && balance_minor <= 0;

type Headed = Owed & Pick<InvoiceDocument, "currency" | "due_date" | "paid_at" | "is_past_due">;

/** What the client has to know first: how much is due, and when. */
export function headlineOf(invoice: Headed): string {
	const { status, balance_minor, currency, due_date, paid_at, is_past_due } = invoice;
	const refund = balance_minor < 0 ? refundText(invoice) : undefined;
	if (status === "cancelled") return `${invoiceStatusLabels.cancelled}${refund ? `. ${refund}` : ": Nothing is due"}`;
	if (refund) return refund;
	if (status === "paid") return paid_at ? `Paid on ${writeInvoiceDay(paid_at)}` : "Paid";
	if (isNothingOpen(invoice)) return "Nothing is due";
	const verb = is_past_due ? "was due" : "due";
	return `${moneyIn(currency).formatMinor(balance_minor)} ${verb} ${writeInvoiceDay(due_date)}`;
}

/** 'To refund: $40.00' */
export const refundText = ({ balance_minor, currency }: Pick<InvoiceDocument, "balance_minor" | "currency">) =>
	`To refund: ${moneyIn(currency).formatMinor(-balance_minor)}`;

/** A line below the subtotal and the tax. */
export type SumLine = { label: string; amount: string };

/** The total, what has come and gone since, and what is open. Without payments, the total is what is open. */
export function sumLines(invoice: Omit<InvoiceDocument, "items">): { lines: SumLine[]; last: SumLine } {
	const { total_minor, credited_minor, paid_minor, balance_minor, payments, currency, status, paid_at } = invoice;
	const { credit_notes } = invoice;
	const { formatMinor } = moneyIn(currency);
	const open = isUnpaid(status) ? "Total due" : "Total";
	if (payments.length === 0 && credited_minor === 0)
		return { lines: [], last: { label: open, amount: formatMinor(total_minor) } };
	// What no entry says: the rest was settled by hand, or nothing is asked for any longer.
	const rest = total_minor - credited_minor - paid_minor - balance_minor;
	const ended = status === "paid" && paid_at ? paymentLabel("payment", paid_at) : invoiceStatusLabels[status];
	const lines = [
		{ label: "Total", amount: formatMinor(total_minor) },
		...credit_notes.map((note) => ({
			label: `Credit note ${note.credit_number}`,
			amount: formatMinor(-note.total_minor),
		})),
		...payments.map(({ kind, received_on, effect_minor }) => ({
			label: paymentLabel(kind, received_on),
			amount: formatMinor(-effect_minor),
		})),
		...(rest === 0 ? [] : [{ label: ended, amount: formatMinor(-rest) }]),
	];
	const last =
		balance_minor < 0
			? { label: "To refund", amount: formatMinor(-balance_minor) }
			: { label: isUnpaid(status) ? open : "Balance", amount: formatMinor(balance_minor) };
	return { lines, last };
}

const paymentLabel = (kind: EntryKind, day: string) => `${entryLabels[kind]}, ${writeShortDay(day)}`;
