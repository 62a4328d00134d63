import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { z } from "zod";
import { firm } from "#lib/firm.ts";
import { toOneLine } from "#lib/text/text.ts";
import { makeFolderSync, syncFolder, writeDurably } from "#platform/files/durable-files.server.ts";
import type { Logger } from "#platform/process/logger.server.ts";
import { addressIn, type Settings } from "#platform/process/settings.server.ts";

/** The contents of an email, stored as JSON. */
export type MailContent = {
	text: string;
	html: string;
	/** The link that the email is about. It is logged if no mail server is configured, except in production. */
	link?: string;
	/** What a private link in it is for: the kept text has the link without its token. */
	linkFor?: "change" | "confirm" | "invoice";
	calendar?: MailCalendar;
	attachments?: MailAttachment[];
	/** Files in the bucket `mail-attachments`, which are read when it is sent. */
	files?: MailFile[];
	/** The Message-ID of what an automatic email answers. */
	inReplyTo?: string;
	/** What makes it a reply of a person instead of an automatic email. */
	reply?: ReplyHeaders;
};

/** A calendar invitation or its cancellation, as iCalendar text. */
type MailCalendar = { method: "REQUEST" | "CANCEL"; content: string };
/** `content` is base64. */
export type MailAttachment = { filename: string; contentType: string; content: string };

export type MailFile = { file: string; filename: string; contentType: string };

type ReplyHeaders = { fromName: string; cc: string[]; inReplyTo: string | null; references: string[] };

/** One email to one person, and to those whom a reply copies. If it is sent twice, it has the same id and the same file both times. */
export type OutgoingMail = {
	id: string;
	round: number;
	/** The email confirms what a visitor has just sent, so automatic systems must not reply to it (RFC 3834). */
	autoReply: boolean;
	queuedAt: Date;
	to: string;
	replyTo: string | null;
	subject: string;
	content: MailContent;
	/** What lies in storage. */
	files?: { filename: string; contentType: string; content: Buffer }[];
};

export type Mailer = {
	/** @throws {MailFailure} */
	send(mail: OutgoingMail): Promise<void>;
	/** Aborts emails that are still being sent. */
	close(): void;
};

/** The reason that an email wasn't sent, in words for staff. */
export class MailFailure extends Error {
	/** The server refused this email or its address, so another attempt would fail, too. */
	readonly permanent: boolean;

	constructor(reason: string, permanent: boolean, cause: unknown) {
		super(reason, { cause });
		this.permanent = permanent;
	}
}

/**
 * An attempt ends, and its connection is cut, before the job queue starts the next one (`expireInSeconds` in
 * mail-outbox.server.ts). There is never more than one attempt at a time.
 */
const attemptWithinMs = 45_000;
const smtpTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends through `SMTP_URL`, or writes each email to a file in `MAIL_DIR` if there is no mail server. */
export function openMailer(settings: Settings["mail"], logger: Logger, withinMs = attemptWithinMs): Mailer {
	return settings.smtpUrl ? smtpMailer(settings.smtpUrl, settings, withinMs) : fileMailer(settings, logger);
}

function smtpMailer(address: string, settings: Settings["mail"], withinMs: number): Mailer {
	const { hostname, username } = new URL(address);
	const options = {
		url: address,
		pool: true as const,
		...smtpTimeouts,
		// If a connection breaks, the email may have been delivered. Only the outbox may decide to retry.
		maxRequeues: 0,
		// The password is never sent unencrypted, even if an attacker removes STARTTLS from the greeting.
		requireTLS: username !== "" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname),
	};
	const transport = createTransport(options);
	const closing = new AbortController();
	return {
		send: async (mail) => {
			const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(withinMs)]);
			try {
				const sending = { ...composeMessage(mail, settings), signal };
				await transport.sendMail(sending);
			} catch (error) {
				throw smtpFailure(error, signal.aborted);
			}
		},
		close: () => {
			closing.abort();
			transport.close();
		},
	};
}

function fileMailer(settings: Settings["mail"], logger: Logger): Mailer {
	return {
		send: async (mail) => {
			// The name comes from the email, so writing it again after a crash doesn't create a second file.
			const file = join(settings.dir, `${mail.queuedAt.toISOString().replaceAll(":", "-")}-${mail.id}.eml`);
			try {
				const source = await messageSource(mail, settings);
				makeFolderSync(settings.dir);
				// A program that watches the folder never reads an incomplete email.
				await writeDurably(file, source);
			} catch (error) {
				const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
				throw new MailFailure(`The email couldn't be saved${code}.`, false, error);
			}
			// The only place where a link is logged, and never in production: a developer's laptop has no mailbox to open
			// it from.
			const link = settings.linksInLog ? mail.content.link : undefined;
			logger.info({ file, ...(link && { link }) }, `mail: ${mail.subject}`);
		},
		close: () => undefined,
	};
}

/** The name of an email's file, or of an incomplete one. Earlier versions used the first part of the id. */
const messageFile = /Z-([0-9a-f-]+)\.eml(?:\.part)?$/;

/**
 * Deletes all files of these emails from the mail folder.
 * @returns the number of deleted files
 */
export async function removeMessageFiles({ dir }: Settings["mail"], ids: string[]): Promise<number> {
	if (ids.length === 0 || !existsSync(dir)) return 0;
	const known = new Set(ids.flatMap((id) => [id, id.slice(0, 8)]));
	const names = (await readdir(dir)).filter((name) => known.has(messageFile.exec(name)?.[1] ?? ""));
	for (const name of names) await rm(join(dir, name), { force: true });
	if (names.length > 0) await syncFolder(dir);
	return names.length;
}

/** The email as it is sent to the server. */
export async function messageSource(mail: OutgoingMail, settings: Settings["mail"]): Promise<Buffer> {
	const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
	const { message } = await transport.sendMail(composeMessage(mail, settings));
	if (!Buffer.isBuffer(message)) throw new Error("the message was not buffered");
	return message;
}

/** The address that the site's emails come from. */
export const senderAddress = ({ from }: Pick<Settings["mail"], "from">) => addressIn(from) ?? firm().email;

export const senderDomain = (mail: Pick<Settings["mail"], "from">) => senderAddress(mail).split("@")[1] ?? "";

/** Under which a round of an email is sent. */
export const messageIdOf = (id: string, round: number, domain: string) => `<${id}.${round}@${domain}>`;

const logoId = "logo@firm";

/** The firm's logo comes with the email, which loads nothing from the network. */
function logoIn(html: string) {
	const logo = firm().brand?.logo;
	return logo && html.includes(logo.src) ? logo : undefined;
}

function composeMessage(mail: OutgoingMail, settings: Settings["mail"]) {
	const { text, html, calendar, attachments = [], inReplyTo, reply } = mail.content;
	const { from } = settings;
	const logo = logoIn(html);
	return {
		from: reply
			? { name: toOneLine(reply.fromName), address: senderAddress(settings) }
			: (from ?? { name: firm().name, address: firm().email }),
		// Passed as objects, so that an address typed by a visitor is never parsed as a list.
		to: { name: "", address: mail.to },
		...(reply && { cc: reply.cc.map((address) => ({ name: "", address })) }),
		...(inReplyTo && { inReplyTo, references: [inReplyTo] }),
		...(reply?.inReplyTo && { inReplyTo: reply.inReplyTo }),
		...(reply && { references: reply.references }),
		replyTo: { name: "", address: mail.replyTo ?? firm().email },
		subject: mail.subject,
		messageId: messageIdOf(mail.id, mail.round, senderDomain(settings)),
		date: mail.queuedAt,
		text,
		html: logo ? html.replaceAll(logo.src, `cid:${logoId}`) : html,
		...(calendar && { icalEvent: { ...calendar, filename: "invitation.ics" } }),
		attachments: [
			...(logo ? [{ cid: logoId, filename: "logo.png", content: logo.png, encoding: "base64" }] : []),
			...attachments.map((attachment) => ({ ...attachment, encoding: "base64" })),
			...(mail.files ?? []).map((file) => ({ ...file, contentDisposition: "attachment" as const })),
		],
		// A person has written a reply, and may be answered by a machine.
		headers: reply
			? {}
			: {
					"Auto-Submitted": mail.autoReply ? "auto-replied" : "auto-generated",
					// For Exchange, which ignores Auto-Submitted.
					"X-Auto-Response-Suppress": "All",
				},
		disableFileAccess: true,
		disableUrlAccess: true,
	};
}

const longestReason = 300;

/** CERT_HAS_EXPIRED, DEPTH_ZERO_SELF_SIGNED_CERT, ERR_TLS_CERT_ALTNAME_INVALID, UNABLE_TO_VERIFY_LEAF_SIGNATURE … */
const certificateCode = /CERT|UNABLE_TO_VERIFY/;

const smtpErrorSchema = z.object({
	message: z.string(),
	code: z.string().optional(),
	/** The code of the system or TLS error. `code` gives only the general kind. */
	originalCode: z.string().optional(),
	command: z.string().optional(),
	response: z.string().optional(),
	responseCode: z.number().optional(),
});

function smtpFailure(error: unknown, cutOff: boolean): MailFailure {
	if (cutOff) return new MailFailure("The mail server didn't respond in time.", false, error);
	const { message, code, originalCode = code, command, response, responseCode = 0 } = smtpErrorSchema.parse(error);
	const said = response?.slice(0, longestReason) ?? "";
	if (code === "EAUTH") return new MailFailure(`The mail server refused the sign-in. ${said}`.trim(), false, error);
	// The refusal concerns the email or its recipient. If the server refuses the sender or the greeting, the operator
	// can fix that, and a later attempt may succeed.
	const aboutMessage = command === "RCPT TO" || command === "DATA";
	if (aboutMessage && responseCode >= 500) {
		return new MailFailure(`The mail server refused the email: ${said}`, true, error);
	}
	// Detected before anything was sent: an address that no mail server would accept.
	if (code === "EENVELOPE" && command === "API") return new MailFailure(message, true, error);
	if (code === "ETLS")
		return new MailFailure(`The mail server doesn't encrypt the connection. ${said}`.trim(), false, error);
	if (said) return new MailFailure(`The mail server replied: ${said}`, false, error);
	if (originalCode && certificateCode.test(originalCode)) {
		return new MailFailure(`The mail server's certificate isn't trusted (${originalCode}).`, false, error);
	}
	return new MailFailure(`The mail server can't be reached (${originalCode ?? message}).`, false, error);
}
