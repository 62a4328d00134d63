import { Parser } from "htmlparser2";

/** More than a conversation of forty replies, each in a quote of its own. */
const deepest = 128;

/** These take no others into them, and the text of some would otherwise be shown. */
const keptAnyhow = new Set("br hr img input wbr script style title textarea xmp iframe noembed noframes".split(" "));

/**
 * HTML without the tags below a depth of 128, whose text stays. Parsers look through all open elements at each tag, so
 * that a megabyte of opened ones would keep them busy for many seconds.
 */
export function withoutDeepTags(html: string): string {
	let depth = 0;
	let kept = "";
	let from = 0;
	/** Where a tag begins that is left out. */
	let leftOut: number | undefined;
	const open = new Map<string, number>();
	const cut = (start: number, end: number) => {
		if (start > from) kept += `${html.slice(from, start)} `;
		from = end;
	};

	const parser = new Parser({
		onopentagname: () => depth++,
		onclosetag: () => depth--,
	});
	const { onopentagname, onopentagend, onselfclosingtag, onclosetag } = parser;
	parser.onopentagname = (start, end) => {
		const name = html.slice(start, end).toLowerCase();
		if (depth < deepest || keptAnyhow.has(name)) return onopentagname.call(parser, start, end);
		open.set(name, (open.get(name) ?? 0) + 1);
		leftOut = start - 1;
	};
	const endTag = (proceed: (end: number) => void) => (end: number) => {
		if (leftOut === undefined) return proceed.call(parser, end);
		cut(leftOut, end + 1);
		leftOut = undefined;
	};
	parser.onopentagend = endTag(onopentagend);
	parser.onselfclosingtag = endTag(onselfclosingtag);
	parser.onclosetag = (start, end) => {
		const name = html.slice(start, end).toLowerCase();
		const count = open.get(name) ?? 0;
		if (count === 0) return onclosetag.call(parser, start, end);
		open.set(name, count - 1);
		const close = html.indexOf(">", end);
		cut(html.lastIndexOf("<", start), close === -1 ? html.length : close + 1);
	};
	parser.end(html);
	return kept + html.slice(from);
}
