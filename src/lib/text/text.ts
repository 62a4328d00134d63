/** The first `limit` characters, with an ellipsis when there are more; never half an emoji. */
export function preview(text: string, limit: number): string {
	if (text.length <= limit) return text;
	const cut = text.slice(0, limit).toWellFormed();
	return `${cut.endsWith("\uFFFD") ? cut.slice(0, -1) : cut}...`;
}

/** Control characters, and what Unicode has for the ends of lines and paragraphs. */
const lineBreakers = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Whether a text may stand where a line break would end what it stands in. */
export const isOneLine = (text: string) => text.search(lineBreakers) === -1;

/** The same text on one line: whatever is not allowed there becomes a blank. */
export const toOneLine = (text: string) => text.replaceAll(lineBreakers, " ").trim();
