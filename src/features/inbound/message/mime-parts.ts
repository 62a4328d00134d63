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

/** Something that can't be read as a message. */
export class UnreadableMessage extends Error {}

/**
 * Parses a message into its parts.
 * @throws {UnreadableMessage} without a header, with one that is too long, or nested too deeply
 */
export async function readParts(raw: Uint8Array<ArrayBuffer>): Promise<MimePart> {
	checkHeader(raw);
	const parser = new PostalMime({ maxNestingDepth: maxDepth, forceRfc822Attachments: true });
	try {
		// Pass the whole buffer where possible: the parser copies a view of a larger one.
		await parser.parse(raw.byteLength === raw.buffer.byteLength ? raw.buffer : raw);
	} catch (error) {
		throw new UnreadableMessage("the message cannot be parsed", { cause: error });
	}
	// The parser's public result joins all text parts, converted its own way. We decide which of them are text, files, or
	// reports, so we read the tree behind that result. The parser's types don't include it; the tests over the corpus fail
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

const mostParts = 200;

/** The leaves in order; of a message with more parts of any kind than that, those of the first. */
export function leavesOf(root: MimePart): MimePart[] {
	const leaves: MimePart[] = [];
	let seen = 0;
	function walk(part: MimePart): void {
		if (++seen > mostParts) return;
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
