import type { InvoiceDocument } from "#features/invoices/document/invoice-document.ts";
import { formatInvoiceDay } from "#features/invoices/invoice-days.ts";
import { formatAmount } from "#lib/money.ts";
import { composeLetter, type LetterContent } from "#platform/mail/letter.server.tsx";
import { site } from "#site.config.ts";

/** @param link the public page; without one only the attached PDF shows the invoice */
export function invoiceMail(invoice: InvoiceDocument, link?: string): LetterContent {
	const { invoice_number, total_amount, due_date } = invoice;
	return composeLetter({
		subject: `Invoice ${invoice_number} from ${site.name}`,
		heading: `Invoice ${invoice_number}`,
		paragraphs: [
			`Dear ${invoice.client_name},`,
			`Here is invoice ${invoice_number} over ${formatAmount(total_amount)}, due on ${formatInvoiceDay(due_date)}. It is attached as a PDF.`,
		],
		...(link && { action: { label: "View the invoice", link } }),
		closing,
	});
}

export function reminderMail(invoice: InvoiceDocument, link?: string): LetterContent {
	const { invoice_number, total_amount, due_date } = invoice;
	return composeLetter({
		subject: `Reminder: invoice ${invoice_number} from ${site.name}`,
		heading: `Invoice ${invoice_number} is still open.`,
		paragraphs: [
			`Dear ${invoice.client_name},`,
			`Invoice ${invoice_number} over ${formatAmount(total_amount)} is not marked as paid yet. Its due date is ${formatInvoiceDay(due_date)}. It is attached as a PDF.`,
			"If you have paid it in the meantime, thank you, and please disregard this message.",
		],
		...(link && { action: { label: "View the invoice", link } }),
		closing,
	});
}

const closing = `If anything about it is unclear, answer this message or call ${site.phone}.`;
