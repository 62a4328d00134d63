import sanitizeHtml from "sanitize-html";
import { withoutDeepTags } from "./flat-html.ts";

const color = [/^(?:#[\da-f]{3,8}|[a-z]{3,20}|rgba?\(\s*\d{1,3}(?:\s*,\s*[\d.]{1,4}){2,3}\s*\))$/i];
/** Lengths up to 1,000 pixels, in the units that mail programs write. */
const oneLength = [
	/^(?:0|auto|(?:1000|\d{1,3}(?:\.\d{1,4})?)(?:px|pt)?|\d{1,2}(?:\.\d{1,4})?(?:em|rem|ex|cm)|(?:100|\d{1,2}(?:\.\d{1,4})?)%)$/i,
];
const lengths = [
	/^(?:(?:0|auto|(?:1000|\d{1,3}(?:\.\d{1,4})?)(?:px|pt)?|\d{1,2}(?:\.\d{1,4})?(?:em|rem|ex|cm)|(?:100|\d{1,2}(?:\.\d{1,4})?)%)(?: |$)){1,4}$/i,
];
const lineHeight = [/^(?:normal|\d(?:\.\d{1,3})?|\d{1,3}(?:\.\d{1,4})?(?:px|pt|%)|\d{1,2}(?:\.\d{1,4})?r?em)$/i];
const border = [/^(?:\d{1,2}(?:\.\d)?(?:px|pt) )?(?:none|solid|dashed|dotted)(?: (?:#[\da-f]{3,8}|[a-z]{3,20}))?$/i];
const sides = ["top", "right", "bottom", "left"];

/** Colors, weights, alignment, and lengths. Nothing that positions, loads, or covers. */
const allowedStyles: Record<string, RegExp[]> = {
	color,
	"background-color": color,
	"font-weight": [/^(?:normal|bold|bolder|lighter|[1-9]00)$/i],
	"font-style": [/^(?:normal|italic|oblique)$/i],
	"font-size": oneLength,
	"line-height": lineHeight,
	"text-align": [/^(?:left|right|center|justify|start|end)$/i],
	"vertical-align": [/^(?:top|middle|bottom|baseline)$/i],
	"text-decoration": [/^(?:none|underline|line-through)$/i],
	width: oneLength,
	height: oneLength,
	"max-width": oneLength,
	"border-collapse": [/^(?:collapse|separate)$/i],
	border,
	margin: lengths,
	padding: lengths,
	...Object.fromEntries(
		sides.flatMap((side) => [
			[`margin-${side}`, oneLength],
			[`padding-${side}`, oneLength],
			[`border-${side}`, border],
		]),
	),
};

const blocks =
	"p div h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd hr br center table caption thead tbody tfoot tr td th col colgroup";
const marks = "a b strong i em u s strike del ins code kbd samp small big sub sup span font mark q cite abbr img";
/** Elements whose text a browser would not show either, even if they are never closed. */
const withoutText = "script style template title xmp iframe";

/** Elements that could run code, send data, or cover the screen. */
const active = new Set(
	"script form input button select textarea iframe frame frameset object embed applet svg math meta base link".split(
		" ",
	),
);
const linkSchemes = /^(?:https?|mailto|tel):/i;
const pictureAddresses = ["src", "srcset", "background", "poster", "data-src"];
const elsewhere = /^\s*(?:https?:)?\/\//i;
const urlInStyle = /url\(\s*(?:["']\s*)?(?:https?:)?\/\//gi;

/** Longer styles are cut: matching them would cost quadratic time. */
const longestStyle = 2000;

export type CleanHtml = {
	html: string;
	/** How many external pictures, fonts, and style sheets were removed. */
	blocked: number;
	/** Whether an element or attribute that would have run, sent, or framed something was removed. */
	cleaned: boolean;
	/** The Content-IDs of the pictures that it shows. */
	contentIds: string[];
};

/** The HTML of a message in a form that is safe to show: it loads nothing and runs nothing. */
export function cleanHtml(source: string): CleanHtml {
	let blocked = countInSheets(source);
	let cleaned = false;
	const contentIds = new Set<string>();
	const html = sanitizeHtml(withoutDeepTags(source), {
		allowedTags: `${blocks} ${marks}`.split(" "),
		allowedAttributes: {
			"*": ["style", "dir", "lang", "align", "valign"],
			a: ["href", "target", "rel"],
			img: ["src", "alt", "width", "height"],
			table: ["border", "cellpadding", "cellspacing", "width", "bgcolor"],
			td: ["colspan", "rowspan", "width", "height", "bgcolor"],
			th: ["colspan", "rowspan", "width", "height", "bgcolor"],
			col: ["width", "span"],
			font: ["color", "size"],
			ol: ["start", "type"],
		},
		allowedStyles: { "*": allowedStyles },
		allowedSchemes: ["http", "https", "mailto", "tel"],
		allowedSchemesByTag: { img: ["cid"] },
		allowProtocolRelative: false,
		nonTextTags: withoutText.split(" "),
		transformTags: {
			"*": (tagName, attribs) => {
				const { href, style, ...rest } = attribs;
				return {
					tagName,
					attribs: {
						...rest,
						...(style && { style: style.slice(0, longestStyle) }),
						...(tagName === "a" &&
							href !== undefined &&
							linkSchemes.test(href.trim()) && {
								href: href.trim(),
								target: "_blank",
								rel: "noopener noreferrer nofollow",
							}),
					},
				};
			},
		},
		// A picture that isn't part of the message: a relative address would point to our own site.
		exclusiveFilter: ({ tag, attribs }) => tag === "img" && !/^cid:/i.test(attribs.src ?? ""),
		onOpenTag: note,
	});
	return { html, blocked, cleaned, contentIds: [...contentIds] };

	function note(tag: string, attributes: Record<string, string>): void {
		const names = Object.keys(attributes);
		if (active.has(tag) && !(tag === "meta" && !attributes["http-equiv"]?.match(/refresh/i))) cleaned = true;
		if (names.some((name) => name.startsWith("on"))) cleaned = true;
		const href = attributes.href?.trim() ?? "";
		if (tag === "a" && /^[a-z][\w+.-]*\s*:/i.test(href) && !linkSchemes.test(href)) cleaned = true;
		const shows = !active.has(tag);
		if (shows && names.some((name) => pictureAddresses.includes(name) && elsewhere.test(attributes[name] ?? "")))
			blocked++;
		blocked += attributes.style?.match(urlInStyle)?.length ?? 0;
		if (tag === "link" && elsewhere.test(attributes.href ?? "")) blocked++;
		if (tag === "img" && /^cid:/i.test(attributes.src ?? "")) contentIds.add(contentIdOf(attributes.src ?? ""));
	}
}

/** A Content-ID as an address or a header names it, without brackets. */
export const contentIdOf = (written: string): string => {
	const id = written.trim().replace(/^cid:/i, "").replace(/^<|>$/g, "");
	try {
		return decodeURIComponent(id);
	} catch {
		return id;
	}
};

/** The pictures, fonts, and style sheets that a message's style sheets would load. */
function countInSheets(html: string): number {
	const lower = html.toLowerCase();
	let found = 0;
	let start = lower.indexOf("<style");
	while (start !== -1) {
		const end = lower.indexOf("</style", start);
		found += lower.slice(start, end === -1 ? undefined : end).match(urlInStyle)?.length ?? 0;
		start = end === -1 ? -1 : lower.indexOf("<style", end);
	}
	return found;
}
