export const pdfFilename = (number: string) => `${number}.pdf`;

/** Of a response that is a PDF. It opens in the browser, and is saved under its number. */
export const pdfHeaders = (number: string) => ({
	"content-type": "application/pdf",
	"content-disposition": `inline; filename="${pdfFilename(number)}"`,
	"cache-control": "no-store",
});
