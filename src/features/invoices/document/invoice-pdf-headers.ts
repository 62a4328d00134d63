import type { InvoiceDocument } from "./invoice-document.ts";

export const pdfFilename = ({ invoice_number }: Pick<InvoiceDocument, "invoice_number">) => `${invoice_number}.pdf`;

/** Of a response that is the invoice's PDF. It opens in the browser, and is saved under the invoice's number. */
export const pdfHeaders = (invoice: Pick<InvoiceDocument, "invoice_number">) => ({
	"content-type": "application/pdf",
	"content-disposition": `inline; filename="${pdfFilename(invoice)}"`,
	"cache-control": "no-store",
});
