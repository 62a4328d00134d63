import { createHash } from "node:crypto";
import { decodeWords } from "postal-mime";
import type { MessageFlag } from "#features/threads/threads.schema.ts";
import { cut, type Mailbox, mailboxesIn, messageIdsIn, oneLine } from "./addresses.ts";
import { fromHeader } from "./before-header.ts";
import { type CalendarAnswer, readCalendar } from "./calendar-answer.ts";
import { cleanHtml } from "./clean-html.ts";
import { fileOf, type MessageFile, type WrittenFile } from "./files.ts";
import { unflow } from "./flowed-text.ts";
import { htmlToText } from "./html-text.ts";
import { type DeliveryReport, isAutomatic, isList, readReport, returnPathOf, suppressesAnswers } from "./machines.ts";
import { headerEnd, headerOf, headersOf, isType, leavesOf, type MimePart, readParts, textIn } from "./mime-parts.ts";
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
export async function readMessage(file: Uint8Array<ArrayBuffer>): Promise<ReadMessage<MessageFile>> {
	const raw = fromHeader(file);
	const root = await readParts(raw);
	const header = readHeader(root, raw);
	const body = readBody(root);
	const html = body.html !== null && body.html.length <= longestHtml ? cleanHtml(body.html) : null;
	const shownIds = new Set(html?.contentIds);
	const files = await Promise.all(
		body.files.slice(0, mostFiles).map((part) => fileOf(part, writtenName(part), shownIds)),
	);
	const { text, quoted, truncated, htmlOnly } = visibleText(body, header.subject);
	const calendar = body.calendars.map((part) => readCalendar(textIn(part))).find(({ method }) => method) ?? null;
	const found: Partial<Record<MessageFlag, boolean>> = {
		automatic: header.automatic,
		list: header.list,
		no_id: headerOf(root, "message-id") === undefined,
		html_only: htmlOnly && text !== "",
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
		report: readReport(root, header.from?.address, plainOf(body.sections) || text),
	};
}

/** For a message that is too large, or of which only the header was fetched. @throws {UnreadableMessage} */
export async function readHeaderOnly(file: Uint8Array<ArrayBuffer>): Promise<MessageHeader> {
	const raw = fromHeader(file);
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

/** A stretch of the message: as text, as HTML, or as both for the reader to choose from. */
type Section = { plain: string; html: string };

/** More than is ever shown, and little enough to be searched for quotes. */
const mostCharacters = { plain: 4 * longestText, html: 2 * longestHtml };

type Body = {
	/** In their order. */
	sections: Section[];
	isCut: boolean;
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

const isOneOf = (part: MimePart, types: string[]) => types.some((type) => isType(part, type));

function readBody(root: MimePart): Body {
	const leaves = leavesOf(root);
	const files: MimePart[] = [];
	const seen = new Set<string>();
	let isCut = false;

	function sectionsOf(part: MimePart): Section[] {
		if (part.contentType.multipart) {
			const sections = part.childNodes.flatMap(sectionsOf);
			return part.contentType.multipart === "alternative" ? [joined(sections)] : sections;
		}
		const type = isType(part, "text/html") ? "html" : isType(part, "text/plain") ? "plain" : undefined;
		// Some programs give the text of the message a name, too; a named part after it is a file.
		const isFile =
			part.contentDisposition.parsed.value.toLowerCase() === "attachment" ||
			(type && seen.has(type) && writtenName(part) !== null);
		if (type && !isFile) {
			seen.add(type);
			const text = textIn(part).trimStart();
			isCut ||= text.length > mostCharacters[type];
			return [{ plain: "", html: "", [type]: tidied(part, text.slice(0, mostCharacters[type])) }];
		}
		if (part.content.length > 0) files.push(part);
		return [];
	}

	const sections = sectionsOf(root);
	return {
		sections,
		isCut,
		html: seen.has("html") ? joined(sections).html : null,
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

const joined = (sections: Section[]): Section => ({
	plain: plainOf(sections),
	html: sections.flatMap(({ html }) => html || []).join("\n"),
});

const plainOf = (sections: Section[]) => sections.flatMap(({ plain }) => plain || []).join("\n");

function tidied(part: MimePart, written: string): string {
	const { params } = part.contentType.parsed;
	const text = written.toWellFormed().replaceAll("\0", "").replace(/\r\n?/g, "\n");
	const flowed = params.format?.toLowerCase() === "flowed" && isType(part, "text/plain");
	return flowed ? unflow(text, params.delsp?.toLowerCase() === "yes") : text;
}

const oneSpaced = (text: string) => text.replace(/\s+/g, " ").trim();

/** The text to show and the quoted text to fold. One or the other is cut if together they are too long. */
function visibleText({ sections, isCut }: Body, subject: string) {
	const foldable = !isForwarded(subject);
	let parts = textsOf(sections, foldable);
	if (parts.every(({ text }) => text.trim() === "")) parts = textsOf(sections, false);
	const whole = parts.map(({ text }) => text.trimEnd()).join("\n\n");
	let { text, quoted } = foldable ? foldQuoted(whole) : { text: whole.trim(), quoted: "" };
	quoted = [quoted, ...parts.map((part) => part.quoted)].filter(Boolean).join("\n\n");
	const truncated = text.length + quoted.length > longestText;
	if (truncated) {
		text = cut(text, longestText);
		quoted = cut(quoted, Math.max(0, longestText - text.length));
	}
	return { text, quoted, truncated: truncated || isCut, htmlOnly: parts.some(({ isHtml }) => isHtml) };
}

/** Of each section its text, and its HTML if there is none or no section says the same. */
function textsOf(sections: Section[], folds: boolean) {
	const plains = new Set(sections.map(({ plain }) => oneSpaced(plain)));
	// Above this nothing would be shown anyway, and every tag costs time.
	let room = 2 * longestHtml;
	return sections.flatMap(({ plain, html }) => {
		if (plain.trim() !== "") return [{ text: plain, quoted: "", isHtml: false }];
		const found = htmlToText(html.slice(0, room), folds);
		room = Math.max(0, room - html.length);
		const isSaid = found.quoted === "" && plains.has(oneSpaced(found.text));
		return isSaid ? [] : [{ ...found, isHtml: true }];
	});
}
