import { Parser } from "htmlparser2";
import { withoutDeepTags } from "./flat-html.ts";

/** Elements that never become text, even if they are never closed: a browser wouldn't show it either. */
const withoutText = new Set("script style title template iframe video audio canvas".split(" "));
/** Elements that begin a line of their own, and those with an empty line around them. */
const lines = new Set(
	"div tr li dt dd section article header footer address center form table caption option".split(" "),
);
const paragraphs = new Set("p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre hr".split(" "));
const voids = new Set("br img hr input meta link base area col embed source track wbr".split(" "));

const quoteClasses = /(?:^|\s)(?:gmail_quote|yahoo_quoted)(?:\s|$)/;
const restIsQuoted = new Set(["divrplyfwdmsg", "appendonsend"]);
const textScheme = /^(?:https?|mailto):/i;

type Open = {
	name: string;
	skipped: boolean;
	quoted: boolean;
	preformatted: boolean;
	link?: { href: string; from: number };
};

/** Joins text to lines the way a browser would lay it out. */
class Lines {
	/** Joined at the end: a text that grows and is looked at again and again is copied each time. */
	readonly pieces: string[] = [];
	private breaks = 0;
	private blank = false;

	break(count: number): void {
		this.breaks = Math.max(this.breaks, count);
		this.blank = false;
	}

	/** A line break as written: two of them leave an empty line. */
	newLine(): void {
		this.breaks++;
		this.blank = false;
	}

	add(text: string, preformatted: boolean): void {
		const joined = preformatted ? text : text.replace(/[ \t\r\n\f]+/g, " ");
		const words = preformatted ? joined : joined.trimStart();
		if (words === "") {
			this.blank ||= joined !== "";
			return;
		}
		const parted = this.blank || words.length < joined.length;
		if (this.pieces.length > 0 && this.breaks > 0) this.pieces.push("\n".repeat(Math.min(this.breaks, 2)));
		else if (this.pieces.length > 0 && parted) this.pieces.push(" ");
		this.breaks = 0;
		this.pieces.push(preformatted ? words : words.trimEnd());
		this.blank = !preformatted && words !== words.trimEnd();
	}
}

/** HTML as text: what is new in it, and what mail programs mark as quoted. */
export function htmlToText(html: string, folds = true): { text: string; quoted: string } {
	const fresh = new Lines();
	const quoted = new Lines();
	const open: Open[] = [];
	let restQuoted = false;
	const innermost = () => open.at(-1);
	const target = () => (folds && (restQuoted || innermost()?.quoted) ? quoted : fresh);

	const parser = new Parser(
		{
			onopentag(name, attributes) {
				const id = attributes.id?.toLowerCase() ?? "";
				if (restIsQuoted.has(id)) restQuoted = true;
				if (name === "br") target().newLine();
				else breakAt(name);
				if (voids.has(name)) return;
				const parent = innermost();
				const isQuote =
					(name === "blockquote" && attributes.type?.toLowerCase() === "cite") ||
					quoteClasses.test(attributes.class ?? "");
				const entry: Open = {
					name,
					skipped: parent?.skipped || withoutText.has(name),
					quoted: parent?.quoted || isQuote,
					preformatted: parent?.preformatted || name === "pre",
				};
				open.push(entry);
				if (name === "li") target().add("- ", true);
				const href = attributes.href?.trim() ?? "";
				if (name === "a" && textScheme.test(href)) entry.link = { href, from: target().pieces.length };
			},
			ontext(text) {
				const place = innermost();
				if (!place?.skipped) target().add(text, place?.preformatted ?? false);
			},
			onclosetag(name) {
				if (voids.has(name) || innermost()?.name !== name) return;
				const closed = innermost();
				if (closed?.link) {
					const words = target().pieces.slice(closed.link.from).join("").trim();
					if (!closed.link.href.replace(/\/$/, "").endsWith(words.replace(/\/$/, "")) || words === "") {
						target().add(` (${closed.link.href})`, false);
					}
				}
				breakAt(name);
				open.pop();
			},
		},
		{ decodeEntities: true },
	);
	parser.end(withoutDeepTags(html));
	return { text: tidy(fresh.pieces), quoted: tidy(quoted.pieces) };

	function breakAt(name: string): void {
		if (paragraphs.has(name)) target().break(2);
		else if (lines.has(name)) target().break(1);
		else if (name === "td" || name === "th") target().add(" ", false);
	}
}

/** Without blanks at the ends of lines, and without more than one empty line in a row. */
const tidy = (pieces: string[]) =>
	pieces
		.join("")
		.replaceAll("\u00a0", " ")
		.split("\n")
		.map((line) => line.trimEnd())
		.join("\n")
		.replace(/\n{3,}/g, "\n\n")
		.trim();
