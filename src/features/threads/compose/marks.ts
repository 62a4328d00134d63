/** Addresses in a text that become links. Punctuation at the end of a sentence isn't part of them. */
const link = /(?:https?:\/\/|mailto:)[^\s<>"]+/y;
const afterLink = /[.,;:!?'")\]]$/;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/**
 * The HTML of a text with marks (contracts: inbox 4): `**bold**`, `*italic*`, lists, paragraphs, and links. Everything else,
 * such as markup that someone types, stays text.
 * @param literals texts in which nothing is a mark, such as the name of a client with asterisks in it
 */
export function marksToHtml(text: string, literals: readonly string[] = []): string {
	const blocks = text.replaceAll(/\r\n?/g, "\n").split(/\n(?:[ \t]*\n)+/);
	return blocks
		.filter((block) => block.trim())
		.map((block) => blockHtml(block, literals))
		.join("");
}

const kinds = [
	{ tag: "ul", mark: /^- / },
	{ tag: "ol", mark: /^\d{1,9}\. / },
] as const;

/** Neighboring lines of one kind: a list, or a paragraph. */
function blockHtml(block: string, literals: readonly string[]): string {
	const runs: { kind: (typeof kinds)[number] | undefined; lines: string[] }[] = [];
	for (const line of block.replace(/^\n+|\n+$/g, "").split("\n")) {
		const kind = kinds.find(({ mark }) => mark.test(line));
		const last = runs.at(-1);
		if (last?.kind === kind && last) last.lines.push(line);
		else runs.push({ kind, lines: [line] });
	}
	return runs
		.map(({ kind, lines }) => {
			if (!kind) return `<p>${lines.map((line) => inlineHtml(line, literals)).join("<br>")}</p>`;
			const start = kind.tag === "ol" ? Number.parseInt(lines[0] ?? "1", 10) : 1;
			const items = lines.map((line) => `<li>${inlineHtml(line.replace(kind.mark, ""), literals)}</li>`).join("");
			return `<${kind.tag}${start === 1 ? "" : ` start="${start}"`}>${items}</${kind.tag}>`;
		})
		.join("");
}

const marks = [
	{ mark: "**", tag: "strong" },
	{ mark: "*", tag: "em" },
] as const;

/** Reads a line only once, from left to right, because a client or staff member may make it as long as they like. */
function inlineHtml(line: string, literals: readonly string[]): string {
	let html = "";
	for (let at = 0; at < line.length; ) {
		const literal = literals.find((each) => line.startsWith(each, at));
		if (literal) {
			html += escapeHtml(literal);
			at += literal.length;
			continue;
		}
		link.lastIndex = at;
		const [found] = link.exec(line) ?? [];
		if (found) {
			const address = withoutEnd(found);
			html += `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
			at += address.length;
			continue;
		}
		const marked = markedAt(line, at);
		if (marked) {
			html += `<${marked.tag}>${inlineHtml(marked.text, literals)}</${marked.tag}>`;
			at = marked.end;
			continue;
		}
		const next = nextOfInterest(line, at + 1, literals);
		html += escapeHtml(line.slice(at, next));
		at = next;
	}
	return html;
}

function withoutEnd(address: string): string {
	let end = address.length;
	while (end > 0 && afterLink.test(address.slice(0, end))) end -= 1;
	return address.slice(0, end);
}

/** The text between two equal marks that touch it on both sides. */
function markedAt(line: string, at: number) {
	for (const { mark, tag } of marks) {
		if (!line.startsWith(mark, at)) continue;
		const begin = at + mark.length;
		const end = line.indexOf(mark, begin + 1);
		const text = end > 0 ? line.slice(begin, end) : "";
		if (text && text.trim() === text && !text.startsWith("*")) return { tag, text, end: end + mark.length };
	}
	return undefined;
}

const interesting = /\*|https?:\/\/|mailto:/g;

function nextOfInterest(line: string, from: number, literals: readonly string[]): number {
	interesting.lastIndex = from;
	const marks = interesting.exec(line)?.index ?? line.length;
	const found = literals.map((each) => line.indexOf(each, from)).filter((index) => index >= 0);
	return Math.min(marks, ...found);
}
