import { createHash } from "node:crypto";
import { decodeWords } from "postal-mime";
import type { MessageFlag } from "#features/threads/threads.schema.ts";
import { cut, type Mailbox, mailboxesIn, messageIdsIn, oneLine } from "./addresses.ts";
import { type CalendarAnswer, readCalendar } from "./calendar-answer.ts";
import { cleanHtml } from "./clean-html.ts";
import { fileOf, type MessageFile, type WrittenFile } from "./files.ts";
import { unflow } from "./flowed-text.ts";
import { htmlToText } from "./html-text.ts";
import { type DeliveryReport, isAutomatic, isList, readReport, returnPathOf, suppressesAnswers } from "./machines.ts";
import { headerEnd, headerOf, headersOf, isType, leavesOf, type MimePart, readParts } from "./mime-parts.ts";
import { foldQuoted } from "./quoted-text.ts";
import { isForwarded } from "./subjects.ts";

/** What a message itself says, without the site's own records. */
export type ReadMessage<File = WrittenFile> = MessageHeader & {
	text: string;
	quoted: string | null;
	/** As received, for `cleanHtml`. */
	html: string | null;
	/** Those that follow from the message alone. */
	flags: MessageFlag[];
	files: File[];
	calendar: CalendarAnswer | null;
	report: DeliveryReport | null;
};

/** What is known about a message of which only the header was read. */
export type MessageHeader = {
	/** The same for a second delivery of the message from any source (section 8 of the contract). */
	key: string;
	messageId: string | null;
	from: Mailbox | null;
	replyTo: string[];
	to: string[];
	cc: string[];
	/** All addresses that it was sent or delivered to. */
	recipients: string[];
	subject: string;
	inReplyTo: string[];
	references: string[];
	returnPath: string | null;
	automatic: boolean;
	list: boolean;
	suppressesAnswers: boolean;
	/** One for each mail server that has written a result, from the top. */
	authentication: { server: string; dmarcFailed: boolean }[];
};

const longestSubject = 300;
const longestText = 100_000;
const longestHtml = 1_000_000;
const mostFiles = 50;
const mostAddresses = 100;

const sha256 = (...parts: (string | Uint8Array)[]) => {
	const hash = createHash("sha256");
	// Each part with its length, so that no two lists of parts read the same.
	for (const part of parts) hash.update(`${part.length}:`).update(part);
	return hash.digest("hex");
};

/** @throws {UnreadableMessage} */
export async function readMessage(raw: Uint8Array<ArrayBuffer>): Promise<ReadMessage<MessageFile>> {
	const root = await readParts(raw);
	const header = readHeader(root, raw);
	const body = readBody(root);
	const html = body.html !== null && body.html.length <= longestHtml ? cleanHtml(body.html) : null;
	const shownIds = new Set(html?.contentIds);
	const files = await Promise.all(
		body.files.slice(0, mostFiles).map((part) => fileOf(part, writtenName(part), shownIds)),
	);
	const { text, quoted, truncated } = visibleText(body, header.subject);
	const calendar =
		body.calendars.map((part) => readCalendar(part.getTextContent())).find(({ method }) => method) ?? null;
	const found: Partial<Record<MessageFlag, boolean>> = {
		automatic: header.automatic,
		list: header.list,
		no_id: headerOf(root, "message-id") === undefined,
		html_only: body.plain.trim() === "" && text !== "",
		remote_pictures: (html?.blocked ?? 0) > 0,
		cleaned: html?.cleaned ?? false,
		calendar: calendar?.method === "REPLY",
		signed: body.signed,
		encrypted: body.encrypted,
		winmail: body.winmail,
		empty: text === "",
		truncated,
	};
	return {
		...header,
		text,
		quoted: quoted || null,
		html: html?.html ? body.html : null,
		flags: (Object.keys(found) as MessageFlag[]).filter((flag) => found[flag]),
		files,
		calendar,
		report: readReport(root, header.from?.address, body.plain || text),
	};
}

/** For a message that is too large, or of which only the header was fetched. @throws {UnreadableMessage} */
export async function readHeaderOnly(raw: Uint8Array<ArrayBuffer>): Promise<MessageHeader> {
	const header = raw.slice(0, headerEnd(raw));
	return readHeader(await readParts(header), header);
}

const addressesOf = (root: MimePart, name: string) =>
	mailboxesIn(headerOf(root, name))
		.slice(0, mostAddresses)
		.map(({ address }) => address);

function readHeader(root: MimePart, raw: Uint8Array): MessageHeader {
	const from = mailboxesIn(headerOf(root, "from"))[0] ?? mailboxesIn(headerOf(root, "sender"))[0] ?? null;
	const fullSubject = oneLine(decodeWords(headerOf(root, "subject") ?? ""));
	const writtenId = headerOf(root, "message-id");
	const date = headerOf(root, "date") ?? "";
	const sender = from?.address.toLowerCase() ?? "";
	const key =
		writtenId !== undefined
			? sha256("id", writtenId, sender, date)
			: sha256("no id", sender, headerOf(root, "to") ?? "", date, fullSubject, raw.subarray(headerEnd(raw)));
	const delivered = ["delivered-to", "x-original-to", "envelope-to"].flatMap((name) =>
		headersOf(root, name).flatMap((value) => mailboxesIn(value).map(({ address }) => address)),
	);
	const to = addressesOf(root, "to");
	const cc = addressesOf(root, "cc");
	return {
		key,
		messageId: messageIdsIn(writtenId)[0] ?? (writtenId ? cut(oneLine(writtenId), 250) : null),
		from,
		replyTo: addressesOf(root, "reply-to"),
		to,
		cc,
		recipients: [...to, ...cc, ...delivered.slice(0, mostAddresses)],
		subject: cut(fullSubject, longestSubject),
		inReplyTo: messageIdsIn(headerOf(root, "in-reply-to")),
		references: messageIdsIn(headerOf(root, "references")),
		returnPath: returnPathOf(root) ?? null,
		automatic: isAutomatic(root, from?.address, fullSubject),
		list: isList(root),
		suppressesAnswers: suppressesAnswers(root),
		authentication: headersOf(root, "authentication-results").map((value) => ({
			server: /^\s*([^\s;]+)/.exec(value)?.[1]?.toLowerCase() ?? "",
			dmarcFailed: /(?:^|[\s;])dmarc\s*=\s*fail\b/i.test(value),
		})),
	};
}

function writtenName(part: MimePart): string | null {
	const name = part.contentDisposition.parsed.params.filename || part.contentType.parsed.params.name;
	return name ? decodeWords(name) : null;
}

type Body = {
	plain: string;
	html: string | null;
	files: MimePart[];
	calendars: MimePart[];
	signed: boolean;
	encrypted: boolean;
	winmail: boolean;
};

const calendarTypes = ["text/calendar", "application/ics"];
const signatureTypes = ["application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature"];
const envelopeTypes = ["application/pkcs7-mime", "application/x-pkcs7-mime"];

function readBody(root: MimePart): Body {
	const leaves = leavesOf(root);
	const isOneOf = (part: MimePart, types: string[]) => types.some((type) => isType(part, type));
	const plain: string[] = [];
	const html: string[] = [];
	const files: MimePart[] = [];
	for (const part of leaves) {
		const list = isType(part, "text/plain") ? plain : isType(part, "text/html") ? html : undefined;
		// Some programs give the text of the message a name, too; a named part after it is a file.
		const isFile =
			part.contentDisposition.parsed.value.toLowerCase() === "attachment" ||
			(list && list.length > 0 && writtenName(part) !== null);
		if (list && !isFile) list.push(textOf(part));
		else if (part.content && part.content.byteLength > 0) files.push(part);
	}
	return {
		plain: plain.join("\n"),
		html: html.length > 0 ? html.join("\n") : null,
		files,
		calendars: leaves.filter((part) => isOneOf(part, calendarTypes)),
		signed: isType(root, "multipart/signed") || leaves.some((part) => isOneOf(part, signatureTypes)),
		encrypted:
			isType(root, "multipart/encrypted") ||
			leaves.some(
				(part) =>
					isOneOf(part, envelopeTypes) && part.contentType.parsed.params["smime-type"]?.toLowerCase() !== "signed-data",
			),
		winmail: leaves.some(
			(part) => isType(part, "application/ms-tnef") || writtenName(part)?.toLowerCase() === "winmail.dat",
		),
	};
}

function textOf(part: MimePart): string {
	const { params } = part.contentType.parsed;
	const flowed = params.format?.toLowerCase() === "flowed";
	// The parser joins such lines without regard to how deeply they are quoted.
	params.format = "";
	const text = part.getTextContent().toWellFormed().replaceAll("\0", "").replace(/\r\n?/g, "\n");
	return flowed && isType(part, "text/plain") ? unflow(text, params.delsp?.toLowerCase() === "yes") : text;
}

/** The text to show and the quoted text to fold. One or the other is cut if together they are too long. */
function visibleText({ plain, html }: Body, subject: string) {
	const foldable = !isForwarded(subject);
	let { text, quoted } = plain.trim() !== "" ? ofPlain(plain, foldable) : ofHtml(html ?? "", foldable);
	const truncated = text.length + quoted.length > longestText;
	if (truncated) {
		text = cut(text, longestText);
		quoted = cut(quoted, Math.max(0, longestText - text.length));
	}
	return { text, quoted, truncated };
}

const ofPlain = (plain: string, foldable: boolean) =>
	foldable ? foldQuoted(plain) : { text: plain.trim(), quoted: "" };

function ofHtml(html: string, foldable: boolean): { text: string; quoted: string } {
	// Above this nothing would be shown anyway, and every tag costs time.
	const short = html.slice(0, 2 * longestHtml);
	const whole = () => htmlToText(short, false);
	if (!foldable) return whole();
	const marked = htmlToText(short);
	if (marked.text === "") return whole();
	const { text, quoted } = foldQuoted(marked.text);
	return { text, quoted: [quoted, marked.quoted].filter(Boolean).join("\n\n") };
}
