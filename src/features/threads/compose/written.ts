/** Spaces, characters without a shape, the place of an object that isn't text, and marks, which need a letter. */
const unseen = /[\s\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\uFFFC]+/gu;

/** A line as its reader sees it, but without the marks of bold and italic text. */
const seen = (line: string) => line.replaceAll(unseen, "").replaceAll("*", "");

const linesOf = (text: string) => text.split(/[\r\n\u2028\u2029]+/).map(seen);

/** A quoted line, the line above a quote, an empty item of a list, or a line that is only drawn. */
const notWritten = /^(>.*|On.*wrote:|[-_]*)$/;

/** Whether a reply says anything besides its signature, or parts of that, and what it quotes. */
export function isWritten(text: string, signature: string): boolean {
	const signed = new Set(linesOf(signature));
	return linesOf(text).some((line) => !notWritten.test(line) && !signed.has(line));
}

export const notWrittenText = "Please write a reply.";
