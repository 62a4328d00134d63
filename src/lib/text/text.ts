/** The first `limit` characters, with an ellipsis if there are more. It never cuts an emoji in half. */
export function preview(text: string, limit: number): string {
	if (text.length <= limit) return text;
	const cut = text.slice(0, limit).toWellFormed();
	return `${cut.endsWith("\uFFFD") ? cut.slice(0, -1) : cut}...`;
}

/** As many characters at most, with an ellipsis if there are more; none is cut in half. */
export function briefly(text: string, characters: number): string {
	const all = [...text];
	return all.length > characters ? `${all.slice(0, Math.max(0, characters - 1)).join("")}…` : text;
}

/** Control characters, and Unicode's line and paragraph separators. */
const lineBreakers = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** The same text without characters that overrule or isolate its direction, with which a name could change how a line reads. */
export const withoutDirections = (text: string) => text.replaceAll(/[\u202A-\u202E\u2066-\u2069]+/g, "");

/** Whether a text can be used where a line break would end its field. */
export const isOneLine = (text: string) => text.search(lineBreakers) === -1;

/** The same text on one line: each forbidden character becomes a space. */
export const toOneLine = (text: string) => withoutDirections(text).replaceAll(lineBreakers, " ").trim();

/** The text as the database can look for it: NUL and half characters become "\uFFFD", which no text contains. */
export const readable = (text: string) => text.replaceAll("\0", "\uFFFD").toWellFormed();

/** The letters and digits of a code alone, however someone has grouped them. Empty for a text that has none. */
export const withoutSeparators = (code: string) => code.replaceAll(/[^\p{L}\p{N}]+/gu, "");

/** "1 day", "2 days", "1,000 days". */
export const counted = (count: number, noun: string) =>
	`${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;

/** "one", "one and two", "one, two, and three". */
export const listed = (names: readonly string[]) => new Intl.ListFormat("en-US").format(names);

/** How much of a text can be looked for: signs that can't be read (`readable`), and halves of signs, find nothing. */
export const searchedLength = (text: string): number => text.toWellFormed().replaceAll("\uFFFD", "").trim().length;
