import type { InvoiceDocument } from "#features/invoices/document/invoice-document.ts";
import { headlineOf, paymentWays } from "#features/invoices/document/invoice-payment.ts";
import type { CreditNoteDocument } from "#features/invoices/document/invoice-pdf.server.ts";
import { writeInvoiceDay, writeShortDay } from "#features/invoices/invoice-days.ts";
import { settledStatusOf } from "#features/invoices/invoices.schema.ts";
import type { InvoicePayment } from "#features/invoices/ledger/ledger.table.ts";
import { firm } from "#lib/firm.ts";
import { moneyIn } from "#lib/money.ts";
import { composeLetter, type LetterContent } from "#platform/mail/letter.server.tsx";
import { type Billing, site } from "#site.config.ts";

/** @param link the public page; without one, only the attached PDF shows the invoice */
export function invoiceMail(invoice: InvoiceDocument, link?: string, billing = site.billing): LetterContent {
	const { invoice_number, total_amount, due_date, status, is_past_due, currency } = invoice;
	const due = `${is_past_due ? "was" : "is"} due on ${writeInvoiceDay(due_date)}`;
	const state = settledStatusOf(status) ? "requires no payment" : due;
	return compose(invoice, link, billing, {
		subject: `Invoice ${invoice_number} from ${firm().name}`,
		heading: headlineOf(invoice),
		paragraphs: [
			`Invoice ${invoice_number} for ${moneyIn(currency).formatAmount(total_amount)} ${state}.${partlySettled(invoice)} The invoice is attached as a PDF.`,
		],
	});
}

export function reminderMail(invoice: InvoiceDocument, link?: string, billing = site.billing): LetterContent {
	const { invoice_number, balance_minor, due_date, is_past_due: late, currency } = invoice;
	const amount = moneyIn(currency).formatMinor(balance_minor);
	const due = writeInvoiceDay(due_date);
	return compose(invoice, link, billing, {
		subject: `Reminder: invoice ${invoice_number} from ${firm().name}`,
		heading: late ? `Invoice ${invoice_number} is past due.` : `Invoice ${invoice_number} is due on ${due}.`,
		paragraphs: [
			late
				? `We haven't recorded a payment for invoice ${invoice_number} (${amount}), which was due on ${due}.${partlySettled(invoice)} The invoice is attached as a PDF.`
				: `This is a reminder that invoice ${invoice_number} for ${amount} is due on ${due}.${partlySettled(invoice)} The invoice is attached as a PDF.`,
			"If you've already sent your payment, please disregard this email. Thank you!",
		],
	});
}

/** What a receipt is about. */
export type ReceivedPayment = Pick<InvoicePayment, "effect_minor" | "received_on">;

export function receiptMail(invoice: InvoiceDocument, payment: ReceivedPayment, link?: string): LetterContent {
	const { invoice_number, balance_minor, currency, status } = invoice;
	const { formatMinor } = moneyIn(currency);
	const received = `${formatMinor(payment.effect_minor)} on ${writeShortDay(payment.received_on)}`;
	// A client may pay an invoice at Stripe that was canceled meanwhile.
	const settled = status === "cancelled" ? "This invoice was canceled." : "The invoice is now paid in full.";
	const state = balance_minor > 0 ? `${formatMinor(balance_minor)} is still open.` : settled;
	const paragraphs = [
		`Thank you. We received your payment of ${received} for invoice ${invoice_number}.`,
		`${state} The invoice is attached as a PDF.`,
	];
	const subject = `Receipt for invoice ${invoice_number}`;
	return compose(invoice, link, site.billing, { subject, heading: subject, paragraphs });
}

/** @param note attached as a PDF in place of the invoice */
export function creditNoteMail(
	invoice: InvoiceDocument,
	{ credit_number, total_minor, reason }: CreditNoteDocument,
	link?: string,
): LetterContent {
	const { invoice_number, balance_minor, currency } = invoice;
	const { formatMinor } = moneyIn(currency);
	const subject = `Credit note ${credit_number} for invoice ${invoice_number}`;
	const open = balance_minor > 0 ? `${formatMinor(balance_minor)} of the invoice is still open. ` : "";
	return compose(invoice, link, site.billing, {
		subject,
		heading: subject,
		paragraphs: [
			`We've credited ${formatMinor(total_minor)} of invoice ${invoice_number}.`,
			`Reason: ${reason}`,
			`${open}The credit note is attached as a PDF.`,
		],
	});
}

/** What a client who has paid in part is asked for: a sentence more. */
function partlySettled({ total_minor, balance_minor, currency }: InvoiceDocument): string {
	if (balance_minor <= 0 || balance_minor >= total_minor) return "";
	const { formatMinor } = moneyIn(currency);
	return ` ${formatMinor(total_minor - balance_minor)} of it has been paid or credited; ${formatMinor(balance_minor)} is still open.`;
}

type Words = { subject: string; heading: string; paragraphs: string[] };

const compose = (invoice: InvoiceDocument, link: string | undefined, billing: Billing, words: Words) =>
	composeLetter({
		...words,
		paragraphs: [`Hello ${invoice.client_name},`, ...words.paragraphs],
		// How to pay, in the order of the invoice.
		facts: paymentWays(invoice, billing).flatMap((way) =>
			way.lines.map(({ label, value }) => ({ label: `${way.label}: ${label}`, value })),
		),
		...(link && { action: { label: "View the invoice", link } }),
		closing: `If you have any questions, reply to this email or call ${firm().phone}.`,
	});
