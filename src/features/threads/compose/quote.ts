import { formatFirmMomentLong } from "#lib/time/firm-moment.ts";
import { escapeHtml } from "./marks.ts";

const longestQuote = 5000;

/** The message that is replied to. */
export type Quoted = { at: Date; name: string; text: string };

const attribution = (firm: { timeZone: string; locale: string }, { at, name }: Quoted) =>
	`On ${formatFirmMomentLong(firm, at)}, ${name} wrote:`;

/** Counts by characters, so that none is cut in half. */
function quotedText(text: string): string {
	const characters = [...text.trim()];
	return characters.length > longestQuote ? `${characters.slice(0, longestQuote - 1).join("")}…` : characters.join("");
}

/** The quote below the text of a reply, as plain text. Internal notes are never part of it: it holds one message. */
export const quoteOf = (firm: { timeZone: string; locale: string }, quoted: Quoted): string =>
	[
		attribution(firm, quoted),
		...quotedText(quoted.text)
			.split(/\r\n?|\n/)
			.map((line) => `> ${line}`.trimEnd()),
	].join("\n");

/** The same as HTML. */
export const quoteHtml = (firm: { timeZone: string; locale: string }, quoted: Quoted): string =>
	`<p>${escapeHtml(attribution(firm, quoted))}</p><blockquote type="cite" style="margin:0 0 0 0.8ex;border-left:2px solid #b9b4a7;padding-left:1ex">${quotedText(
		quoted.text,
	)
		.split(/\r\n?|\n/)
		.map(escapeHtml)
		.join("<br>")}</blockquote>`;
