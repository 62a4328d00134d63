import { isAscii, isUtf8 } from "node:buffer";
import PostalMime, { decodeWords } from "postal-mime";

/** A leaf or a branch of a message, decoded from its transfer encoding. */
export type MimePart = PartHeader & {
	/** Empty for a branch. */
	content: Uint8Array<ArrayBuffer>;
	childNodes: MimePart[];
};
type PartHeader = {
	headers: { key: string; value: string }[];
	contentType: { parsed: StructuredHeader; multipart: string | false };
	contentDisposition: { parsed: StructuredHeader };
	contentTransferEncoding: { encoding: string };
	contentId?: string;
};
type StructuredHeader = { value: string; params: Record<string, string> };

const maxDepth = 30;
export const maxHeaderBytes = 256 * 1024;
/** For the headers of all parts together. */
const maxHeadersBytes = 2 * 1024 * 1024;
const mostParts = 200;

/** Something that can't be read as a message. */
export class UnreadableMessage extends Error {}

/**
 * Splits a message into its parts; of more than 200, the first. Only headers are parsed. A body is a piece of the
 * message, however many lines it has, so that a large one costs no more than its bytes.
 * @throws {UnreadableMessage} without a header, with one that is too long, or nested too deeply
 */
export async function readParts(raw: Uint8Array<ArrayBuffer>): Promise<MimePart> {
	const message = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
	if (!fieldLine.test(message.toString("latin1", 0, 200))) throw new UnreadableMessage("there is no header");
	let parts = 0;
	let headersBytes = 0;

	async function readPart(bytes: Buffer<ArrayBuffer>, depth: number, usualType: string): Promise<MimePart> {
		if (depth > maxDepth) throw new UnreadableMessage("the parts are nested too deeply");
		parts++;
		const end = headerEnd(bytes.subarray(0, maxHeaderBytes + 1));
		headersBytes += end;
		if (end > maxHeaderBytes || headersBytes > maxHeadersBytes) throw new UnreadableMessage("the header is too long");
		const header = await parseHeader(bytes.subarray(0, end), usualType);
		const body = bytes.subarray(bytes[end] === 13 ? end + 2 : end + 1);
		const { multipart, parsed } = header.contentType;
		const { boundary } = parsed.params;
		const pieces = multipart && boundary ? piecesOf(body, boundary, mostParts - parts) : [];
		if (!multipart || (pieces.length === 0 && body.length > 0)) {
			// Without its boundary, what it says can still be read as text.
			if (multipart) header.contentType = { parsed: { ...parsed, value: "text/plain" }, multipart: false };
			return { ...header, content: decodeBody(body, header.contentTransferEncoding.encoding), childNodes: [] };
		}
		const childNodes: MimePart[] = [];
		for (const piece of pieces) {
			if (parts >= mostParts) break;
			childNodes.push(await readPart(piece, depth + 1, multipart === "digest" ? "message/rfc822" : "text/plain"));
		}
		return { ...header, content: new Uint8Array(), childNodes };
	}

	return readPart(message, 0, "text/plain");
}

const fieldLine = /^([!-9;-~]{1,100})[ \t]*:/;

/** Where the header ends, which is where the first empty line begins. */
export function headerEnd(raw: Uint8Array): number {
	for (let i = -1; i < raw.length; i++) {
		if (i !== -1 && raw[i] !== 10) continue;
		if (raw[i + 1] === 10 || (raw[i + 1] === 13 && raw[i + 2] === 10)) return i + 1;
	}
	return raw.length;
}

/** Where a boundary is part of other words so often, no more are looked for. */
const mostOthers = 100_000;

/** The pieces of a body between the lines that name its boundary; of more than `most`, the first. */
function piecesOf(body: Buffer<ArrayBuffer>, boundary: string, most: number): Buffer<ArrayBuffer>[] {
	const mark = Buffer.from(`--${boundary}`);
	const pieces: Buffer<ArrayBuffer>[] = [];
	let from: number | undefined;
	let others = 0;
	for (let at = 0; others < mostOthers && pieces.length < most; at += mark.length) {
		at = body.indexOf(mark, at);
		if (at === -1) break;
		const after = body.toString("latin1", at + mark.length, at + mark.length + 200);
		const [line, last] = /^(--)?[ \t]*(?:\r?\n|\r?$)/.exec(after) ?? [];
		if (line === undefined || (at > 0 && body[at - 1] !== 10)) {
			others++;
			continue;
		}
		// The line break before the boundary belongs to it.
		if (from !== undefined) pieces.push(body.subarray(from, Math.max(from, body[at - 2] === 13 ? at - 2 : at - 1)));
		if (last) return pieces;
		from = at + mark.length + line.length;
	}
	if (from !== undefined && pieces.length < most) pieces.push(body.subarray(from));
	return pieces;
}

/** @param usualType counts only if the header names none, because the first of several counts */
async function parseHeader(bytes: Buffer<ArrayBuffer>, usualType: string): Promise<PartHeader> {
	const headers = decodeLines(bytes)
		.split(/\r?\n(?![ \t])/)
		.flatMap((field) => {
			const [beginning, name] = fieldLine.exec(field) ?? [];
			if (!beginning || !name) return [];
			// Folding removes the line break alone. A lone CR would begin a line where the value is written again.
			const value = field.slice(beginning.length).replace(/\r?\n/g, "").replaceAll("\r", " ");
			return [{ key: name.toLowerCase(), value: value.trim() }];
		});
	const fields = headers.filter(({ key }) => key.startsWith("content-")).map(({ key, value }) => `${key}: ${value}`);
	const parser = new PostalMime({ maxHeadersSize: Number.MAX_SAFE_INTEGER });
	await parser.parse(`${[...fields, `Content-Type: ${usualType}`].join("\n")}\n\n`);
	// The parser's types leave out the tree behind its result, which has the parameters of a header. The tests over the
	// corpus fail if another version has none.
	const { root } = parser as unknown as { root: Omit<PartHeader, "headers"> };
	const { contentDisposition, contentId, contentTransferEncoding, contentType } = root;
	if (!contentType.parsed.value.includes("/")) contentType.parsed.value = "text/plain";
	return { headers, contentDisposition, contentTransferEncoding, contentType, ...(contentId && { contentId }) };
}

/** Each line may be in a charset of its own. */
function decodeLines(bytes: Buffer<ArrayBuffer>): string {
	if (isUtf8(bytes)) return bytes.toString("utf8").trimEnd();
	const lines = bytes.toString("latin1").trimEnd().split("\n");
	return lines
		.map((line) => Buffer.from(line, "latin1"))
		.map((line) => (isUtf8(line) ? line.toString("utf8") : windows1252.decode(line)))
		.join("\n");
}

function decodeBody(body: Buffer<ArrayBuffer>, encoding: string): Uint8Array<ArrayBuffer> {
	if (encoding.includes("base64")) return decodeBase64(body.toString("latin1"));
	return encoding.includes("quoted-printable") ? decodeQuotedPrintable(body) : body;
}

/** A message of 25 MiB has fewer lines of Base64. */
const mostUnits = 1_000_000;

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
	const decoded = Buffer.alloc(Math.ceil((text.length * 3) / 4));
	let length = 0;
	let at = 0;
	// Some programs pad each line, and Node stops at the first padding.
	for (let unit = 0; unit < mostUnits && at < text.length; unit++) {
		const padding = text.indexOf("=", at);
		const end = padding === -1 ? text.length : padding;
		length += decoded.write(text.slice(at, end), length, "base64");
		at = end + 1;
	}
	return decoded.subarray(0, length);
}

function decodeQuotedPrintable(body: Buffer): Uint8Array<ArrayBuffer> {
	const decoded = new Uint8Array(body.length);
	let length = 0;
	for (let at = 0; at < body.length; at++) {
		const [byte, next = -1, last = -1] = [body[at] ?? 0, body[at + 1], body[at + 2]];
		const [high, low] = byte === 61 ? [hexDigit(next), hexDigit(last)] : [-1, -1];
		const isBreak = next === 10 || next === -1 || (next === 13 && last === 10);
		const lineBreak = byte === 61 && isBreak ? (next === 13 ? 2 : 1) : 0;
		if (high >= 0 && low >= 0) decoded[length++] = high * 16 + low;
		else if (lineBreak === 0) decoded[length++] = byte;
		at += high >= 0 && low >= 0 ? 2 : lineBreak;
	}
	return decoded.subarray(0, length);
}

const hexDigit = (code: number) => "0123456789abcdef".indexOf(String.fromCharCode(code).toLowerCase());

/** The text of a part, whatever its charset. */
export const textIn = ({ content, contentType }: Pick<MimePart, "content" | "contentType">): string =>
	decodeText(content, contentType.parsed.params.charset);

const windows1252 = new TextDecoder("windows-1252");

/** Many programs name it whatever they write. */
const ascii = new Set(["", "ascii", "us-ascii", "ansi_x3.4-1968"]);

/** Without a label, or with one that can't be right, text is UTF-8 if it can be, and otherwise windows-1252. */
function decodeText(bytes: Uint8Array<ArrayBuffer>, label = ""): string {
	const isNamed = !ascii.has(label.trim().toLowerCase());
	const decoder = isNamed ? decoderFor(label) : undefined;
	if (decoder && decoder.encoding !== "utf-8") return decoder.decode(bytes);
	const isUnknown = isNamed && !decoder;
	const utf8 = new TextDecoder().decode(bytes);
	// Charsets of seven bits look like ASCII.
	if (isUtf8(bytes) && !(isUnknown && isAscii(bytes))) return utf8;
	// A few broken bytes in UTF-8 leave the rest readable.
	if (decoder && /[^\0-\x7f\ufffd]/.test(utf8)) return utf8;
	// The parser has the names that are in no standard, such as cp932.
	return isUnknown ? decodeWords(encodedWord(bytes, label)) : windows1252.decode(bytes);
}

const encodedWord = (bytes: Uint8Array, label: string) =>
	`=?${label.replace(/[?*\s]/g, "")}?B?${Buffer.from(bytes).toString("base64")}?=`;

function decoderFor(label: string): TextDecoder | undefined {
	try {
		return new TextDecoder(label);
	} catch {
		return undefined;
	}
}

export const isType = (part: MimePart, type: string) => part.contentType.parsed.value.toLowerCase() === type;

/** The leaves in order. */
export const leavesOf = (part: MimePart): MimePart[] =>
	part.contentType.multipart ? part.childNodes.flatMap(leavesOf) : [part];

/** The first header of this name, as written but unfolded. */
export const headerOf = (part: Pick<MimePart, "headers">, name: string): string | undefined =>
	part.headers.find(({ key }) => key === name)?.value;

export const headersOf = (part: Pick<MimePart, "headers">, name: string): string[] =>
	part.headers.filter(({ key }) => key === name).map(({ value }) => value);
