import PostalMime from "postal-mime";

/** A leaf or a branch of a message, decoded from its transfer encoding. */
export type MimePart = {
	headers: { key: string; value: string }[];
	contentType: { parsed: StructuredHeader; multipart: string | false };
	contentDisposition: { parsed: StructuredHeader };
	contentId?: string;
	content: ArrayBuffer | null;
	childNodes: MimePart[];
	/** In the part's charset, as windows-1252 where that is unknown. */
	getTextContent(): string;
};
type StructuredHeader = { value: string; params: Record<string, string> };

const maxDepth = 30;
export const maxHeaderBytes = 256 * 1024;

/** What cannot be read as a message. */
export class UnreadableMessage extends Error {}

/**
 * Takes a message apart.
 * @throws {UnreadableMessage} without a header, with one that is too long, or nested too deeply
 */
export async function readParts(raw: Uint8Array<ArrayBuffer>): Promise<MimePart> {
	checkHeader(raw);
	const parser = new PostalMime({ maxNestingDepth: maxDepth, forceRfc822Attachments: true });
	try {
		// The parser copies what is only a part of a buffer.
		await parser.parse(raw.byteLength === raw.buffer.byteLength ? raw.buffer : raw);
	} catch (error) {
		throw new UnreadableMessage("the message cannot be parsed", { cause: error });
	}
	// The parser's own answer joins all text parts, converted as it sees fit. Which of them are text, file, or report is
	// for us to say, so the tree behind it is read. It is no part of the parser's types; the tests over the corpus notice
	// if another version has none.
	return (parser as unknown as { root: MimePart }).root;
}

/** Where the header ends, which is where the first empty line begins. */
export function headerEnd(raw: Uint8Array): number {
	for (let i = 0; i < raw.length; i++) {
		if (raw[i] !== 10) continue;
		if (raw[i + 1] === 10 || (raw[i + 1] === 13 && raw[i + 2] === 10)) return i + 1;
	}
	return raw.length;
}

const fieldLine = /^[!-9;-~]{1,100}[ \t]*:/;

function checkHeader(raw: Uint8Array): void {
	if (headerEnd(raw.subarray(0, maxHeaderBytes + 1)) > maxHeaderBytes) {
		throw new UnreadableMessage("the header is too long");
	}
	const first = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, 200)).toString("latin1");
	if (!fieldLine.test(first)) throw new UnreadableMessage("there is no header");
}

export const isType = (part: MimePart, type: string) => part.contentType.parsed.value.toLowerCase() === type;

/** The leaves in their order, no more than `limit` parts of any kind looked at. */
export function leavesOf(root: MimePart, limit = 200): MimePart[] {
	const leaves: MimePart[] = [];
	let seen = 0;
	function walk(part: MimePart): void {
		if (++seen > limit) return;
		if (!part.contentType.multipart) leaves.push(part);
		for (const child of part.childNodes) walk(child);
	}
	walk(root);
	return leaves;
}

/** The first header of this name, as written but unfolded. */
export const headerOf = (part: Pick<MimePart, "headers">, name: string): string | undefined =>
	part.headers.find(({ key }) => key === name)?.value;

export const headersOf = (part: Pick<MimePart, "headers">, name: string): string[] =>
	part.headers.filter(({ key }) => key === name).map(({ value }) => value);
