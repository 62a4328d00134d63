const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Tags inside a word do not end it. */
const inlineTag = /<\/?(?:a|b|code|em|i|s|span|strong|sub|sup|u)(?=[\s>])[^<>]*>/gi;

/** Returns the visible text of our own, sanitized HTML as one line of plain text. */
export function htmlText(html: string): string {
	return html
		.replace(inlineTag, "")
		.replace(/<[^<>]*>/g, " ")
		.replace(/&(?:#(\d+)|([a-z]+));/g, (entity, code: string | undefined, name: string) =>
			code ? String.fromCodePoint(Number(code)) : (entities[name] ?? entity),
		)
		.replace(/\s+/g, " ")
		.trim();
}

const wordsPerMinute = 200;

/** Whole minutes, at least one (specification 9). */
export function readMinutes(text: string): number {
	const words = text.split(/\s+/).filter(Boolean).length;
	return Math.max(1, Math.ceil(words / wordsPerMinute));
}
