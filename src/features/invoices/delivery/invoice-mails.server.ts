import type { InvoiceDocument } from "#features/invoices/document/invoice-document.ts";
import { headlineOf, paymentWays } from "#features/invoices/document/invoice-payment.ts";
import { writeInvoiceDay } from "#features/invoices/invoice-days.ts";
import { settledStatusOf } from "#features/invoices/invoices.schema.ts";
import { firm } from "#lib/firm.ts";
import { formatAmount } from "#lib/money.ts";
import { composeLetter, type LetterContent } from "#platform/mail/letter.server.tsx";
import { type Billing, site } from "#site.config.ts";

/** @param link the public page; without one, only the attached PDF shows the invoice */
export function invoiceMail(invoice: InvoiceDocument, link?: string, billing = site.billing): LetterContent {
	const { invoice_number, total_amount, due_date, status, is_past_due } = invoice;
	const due = `${is_past_due ? "was" : "is"} due on ${writeInvoiceDay(due_date)}`;
	const state = settledStatusOf(status) ? "requires no payment" : due;
	return compose(invoice, link, billing, {
		subject: `Invoice ${invoice_number} from ${firm().name}`,
		heading: headlineOf(invoice),
		paragraphs: [
			`Invoice ${invoice_number} for ${formatAmount(total_amount)} ${state}. The invoice is attached as a PDF.`,
		],
	});
}

export function reminderMail(invoice: InvoiceDocument, link?: string, billing = site.billing): LetterContent {
	const { invoice_number, total_amount, due_date, is_past_due: late } = invoice;
	const amount = formatAmount(total_amount);
	const due = writeInvoiceDay(due_date);
	return compose(invoice, link, billing, {
		subject: `Reminder: invoice ${invoice_number} from ${firm().name}`,
		heading: late ? `Invoice ${invoice_number} is past due.` : `Invoice ${invoice_number} is due on ${due}.`,
		paragraphs: [
			late
				? `We haven't recorded a payment for invoice ${invoice_number} (${amount}), which was due on ${due}. The invoice is attached as a PDF.`
				: `This is a reminder that invoice ${invoice_number} for ${amount} is due on ${due}. The invoice is attached as a PDF.`,
			"If you've already sent your payment, please disregard this email. Thank you!",
		],
	});
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
