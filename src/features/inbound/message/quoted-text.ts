/** How mail programs introduce the text that they quote: what such a line begins and ends with. */
const attributions: [RegExp, RegExp][] = [
	[/^on\b/i, /\bwrote$/i],
	[/^am\b/i, /\b(?:schrieb|geschrieben)$/i],
	[/^am\b/i, /\bschrieb [^:]{1,200}$/i],
	[/^/, /\bschrieb am [^@]{1,100}$/i],
	[/^le\b/i, /\ba écrit$/i],
	[/^el\b/i, /\bescribió$/i],
	[/^il\b/i, /\bha scritto$/i],
	[/^em\b/i, /\bescreveu$/i],
	[/^op\b/i, /\b(?:geschreven|schreef)$/i],
	[/^op\b/i, /\bschreef [^:]{1,200}$/i],
	[/^\d{4}年\d{1,2}月\d{1,2}日/, /(?:>|書きました|のメール)$/],
	[/^(?:在|于|於)?\s?\d{4}/, /(?:写道|寫道)$/],
	[/^/, /(?:写道|寫道|のメッセージ|さんは書きました)$/],
];

const originalMessages = new Set(
	[
		"original message",
		"ursprüngliche nachricht",
		"originalnachricht",
		"message d'origine",
		"message d’origine",
		"mensaje original",
		"messaggio originale",
		"mensagem original",
		"oorspronkelijk bericht",
		"元のメッセージ",
		"原始邮件",
		"原始郵件",
	].map((words) => words.toLowerCase()),
);

/** Names of the header lines that Outlook puts above what it quotes. */
const outlookFrom = /^\*?(?:from|von|de|da|van|差出人|发件人|寄件者)\s?[:：]/i;
const outlookSent =
	/^\*?(?:sent|date|gesendet|datum|envoyé|enviado(?: el| em)?|fecha|inviato|data|verzonden|送信日時|发送时间|寄件日期)\s?[:：]/i;
const rule = /^[_-]{5,}$/;

const isBlank = (line: string) => line.trim() === "";
const isQuoted = (line: string) => /^\s?>/.test(line);

/** Attributions are wrapped at a space, over at most this many lines. */
const wrappedOver = 4;
const longestAttribution = 400;

/** Separates what is new in a text from the message quoted below it. Texts between quoted lines stay where they are. */
export function foldQuoted(text: string): { text: string; quoted: string } {
	const lines = text.split("\n");
	const from = Math.min(foldFrom(lines), lines.length);
	const fresh = lines.slice(0, from).join("\n").trim();
	if (fresh === "") return { text: text.trim(), quoted: "" };
	return { text: fresh, quoted: lines.slice(from).join("\n").trim() };
}

function foldFrom(lines: string[]): number {
	const copy = lines.findIndex((line, i) => isOriginalMessage(line) || isOutlookHeader(lines, i));
	if (copy > 0 && rule.test(lines[copy - 1]?.trim() ?? "")) return copy - 1;
	if (copy !== -1) return copy;
	const quotes = trailing(lines, lines.length, isQuoted);
	const attributed = attributionAbove(lines, quotes);
	if (attributed !== undefined) return attributed;
	if (quotes < lines.length) return quotes;
	// Yahoo indents what it quotes.
	const indented = trailing(lines, lines.length, (line) => line.startsWith(" "));
	return attributionAbove(lines, indented, 0) ?? lines.length;
}

/** Where the final run of lines of this kind begins, including blank lines; the end of the text if there is none. */
function trailing(lines: string[], end: number, matches: (line: string) => boolean): number {
	let start = end;
	for (let i = end - 1; i >= 0; i--) {
		const line = lines[i] ?? "";
		if (isBlank(line)) continue;
		if (!matches(line)) break;
		start = i;
	}
	return start;
}

/** Where the attribution begins that is directly above this line or among the next lines. */
function attributionAbove(lines: string[], below: number, ahead?: number): number | undefined {
	if (ahead !== undefined) {
		// The attribution may itself be indented, and so among the lines that it introduces.
		for (let i = below; i < lines.length; i++) {
			const start = attributionEndingAt(lines, i);
			if (start !== undefined && start >= below) return start;
		}
	}
	let last = below - 1;
	while (last >= 0 && isBlank(lines[last] ?? "")) last--;
	return attributionEndingAt(lines, last);
}

function attributionEndingAt(lines: string[], last: number): number | undefined {
	const end = lines[last]?.trim() ?? "";
	if (!/[:：]$/.test(end)) return undefined;
	let joined = "";
	for (let first = last; first > last - wrappedOver && first >= 0; first--) {
		const line = lines[first]?.trim() ?? "";
		if (line === "") return undefined;
		joined = joined === "" ? line : `${line} ${joined}`;
		if (joined.length > longestAttribution) return undefined;
		const words = joined.slice(0, -1).trimEnd();
		if (attributions.some(([begins, ends]) => begins.test(words) && ends.test(words))) return first;
	}
	return undefined;
}

function isOriginalMessage(line: string): boolean {
	const words = line.trim();
	if (!words.startsWith("--") || !words.endsWith("--") || words.length > 100) return false;
	return originalMessages.has(
		words
			.replace(/^-+|-+$/g, "")
			.trim()
			.toLowerCase(),
	);
}

/** A "From" line, with a date line soon after it. Either one alone could also be part of a message's own text. */
function isOutlookHeader(lines: string[], at: number): boolean {
	if (!outlookFrom.test(lines[at]?.trim() ?? "")) return false;
	for (const line of lines.slice(at + 1, at + 4)) {
		if (isBlank(line)) return false;
		if (outlookSent.test(line.trim())) return true;
	}
	return false;
}
