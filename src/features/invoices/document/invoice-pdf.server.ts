import type { CreditNote } from "#features/invoices/credit-notes/credit-notes.table.ts";
import { writeInvoiceDay } from "#features/invoices/invoice-days.ts";
import { originalTones } from "#lib/brand/tones.ts";
import { firm } from "#lib/firm.ts";
import { moneyIn } from "#lib/money.ts";
import { createFileCache } from "#platform/files/file-cache.server.ts";
import { typeset } from "#platform/typst/typst.server.ts";
import { type Billing, site } from "#site.config.ts";
import { clientLines, documentFacts, type InvoiceDocument, type IssuedCreditNote } from "./invoice-document.ts";
import { headlineOf, issuerLines, paymentWays, sumLines } from "./invoice-payment.ts";
import template from "./invoice-pdf.typ?raw";

/** Room for a few hundred invoices. Anyone with a link can request one as often as the rate limit allows. */
const maxCacheBytes = 32 * 1024 * 1024;
const pdfOf = createFileCache(template, maxCacheBytes, (data) => typeset(template, data));

/** The invoice as a PDF file. Several at once are made one after the other. @param firm what the firm's file says otherwise */
export function renderInvoicePdf(
	invoice: InvoiceDocument,
	{
		paper = site.invoices.paper,
		billing = site.billing,
	}: { paper?: typeof site.invoices.paper; billing?: Billing } = {},
): Promise<Uint8Array<ArrayBuffer>> {
	return pdfOf(JSON.stringify({ paper, ...templateData(invoice, billing) }));
}

/** A credit note as a PDF file, on the invoice's sheet. */
export const renderCreditNotePdf = (invoice: InvoiceDocument, note: CreditNoteDocument) =>
	pdfOf(JSON.stringify({ paper: site.invoices.paper, ...creditNoteData(invoice, note) }));

/** What its PDF shows of a credit note. */
export type CreditNoteDocument = IssuedCreditNote & Pick<CreditNote, "reason" | "net_minor" | "tax_minor">;

function creditNoteData(invoice: InvoiceDocument, note: CreditNoteDocument) {
	const { formatMinor } = moneyIn(invoice.currency);
	const net = formatMinor(note.net_minor);
	const total = formatMinor(note.total_minor);
	return {
		...templateData(invoice, site.billing),
		kind: "Credit Note",
		addressed: "Credited to",
		title: `Credit note ${note.credit_number}`,
		number: note.credit_number,
		headline: `${total} credited`,
		facts: [
			["Number", note.credit_number],
			["Issued", writeInvoiceDay(note.issue_date)],
			["For invoice", invoice.invoice_number],
		],
		items: [{ description: note.reason, quantity: "1", unit_price: net, amount: net }],
		subtotal: net,
		tax_amount: formatMinor(note.tax_minor),
		sums: [],
		total_label: "Total credited",
		total,
		ways: [],
		terms: null,
	};
}

/** What the template shows: texts, formatted. */
function templateData(invoice: InvoiceDocument, billing: Billing) {
	const { ink, quiet, line, vermilion } = firm().brand?.tones ?? originalTones;
	const { formatAmount } = moneyIn(invoice.currency);
	const { lines, last } = sumLines(invoice);
	return {
		headline: headlineOf(invoice),
		issuer: issuerLines(billing),
		ways: paymentWays(invoice, billing),
		kind: "Invoice",
		addressed: "Billed to",
		title: `Invoice ${invoice.invoice_number}`,
		number: invoice.invoice_number,
		logo: [...Buffer.from(firm().brand?.logo?.png ?? "", "base64")],
		colors: { ink, quiet, line, vermilion },
		firm: { name: firm().name, shortName: firm().shortName, phone: firm().phone, email: firm().email },
		client: clientLines(invoice),
		facts: documentFacts(invoice),
		items: invoice.items.map((item) => ({
			description: item.description,
			quantity: item.quantity.toLocaleString("en-US", { maximumFractionDigits: 3 }),
			unit_price: formatAmount(item.unit_price),
			amount: formatAmount(item.amount),
		})),
		subtotal: formatAmount(invoice.subtotal),
		tax_label: `Tax (${invoice.tax_rate}%)`,
		tax_amount: formatAmount(invoice.tax_amount),
		sums: lines,
		total_label: last.label,
		total: last.amount,
		terms: invoice.terms,
	};
}
