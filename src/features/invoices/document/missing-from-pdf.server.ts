import { maxMissingCharacters } from "#features/invoices/invoices.schema.ts";
import { missingCharacters } from "#platform/typst/missing-characters.server.ts";
import { clientLines } from "./invoice-document.ts";

type Written = Parameters<typeof clientLines>[0] & { terms: string | null };

/** The characters in what a person has written that the PDF would show as boxes, at most `maxMissingCharacters` of them. */
export function missingFromPdf(invoice: Written, items: { description: string }[]): string[] {
	const texts = [...clientLines(invoice), ...items.map((item) => item.description), invoice.terms ?? ""];
	return missingCharacters(texts.join("\n"), maxMissingCharacters);
}
