import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { z } from "zod";
import { makeFolderSync, syncFolder, writeDurably } from "#platform/files/durable-files.server.ts";
import type { Logger } from "#platform/process/logger.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { site } from "#site.config.ts";

/** What a message says; stored as JSON. */
export type MailContent = {
	text: string;
	html: string;
	/** The link that the message is about; shown in the log where no mail server is configured, except in production. */
	link?: string;
	calendar?: MailCalendar;
	attachments?: MailAttachment[];
};

/** An invitation, or its withdrawal, as iCalendar text. */
type MailCalendar = { method: "REQUEST" | "CANCEL"; content: string };
/** `content` is base64. */
export type MailAttachment = { filename: string; contentType: string; content: string };

/** One message to one person. Sent twice, it is the same message: same id, same file. */
export type OutgoingMail = {
	id: string;
	round: number;
	/** Confirms what somebody has just sent; no other machine is to answer it (RFC 3834). */
	autoReply: boolean;
	queuedAt: Date;
	to: string;
	replyTo: string | null;
	subject: string;
	content: MailContent;
};

export type Mailer = {
	/** @throws {MailFailure} */
	send(mail: OutgoingMail): Promise<void>;
	/** Cuts off what is still being sent. */
	close(): void;
};

/** Why a message did not go out, in words for staff. */
export class MailFailure extends Error {
	/** The server has refused this message or its address: another try would end the same. */
	readonly permanent: boolean;

	constructor(reason: string, permanent: boolean, cause: unknown) {
		super(reason, { cause });
		this.permanent = permanent;
	}
}

/**
 * An attempt ends, and its connection is cut, before the job queue hands the message to anybody else
 * (`expireInSeconds` in mail-outbox.server.ts): there is never more than one attempt at a time.
 */
const attemptWithinMs = 45_000;
const smtpTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends through `SMTP_URL`, or else writes each message as a file into `MAIL_DIR`. */
export function openMailer(settings: Settings["mail"], logger: Logger, withinMs = attemptWithinMs): Mailer {
	return settings.smtpUrl ? smtpMailer(settings.smtpUrl, settings, withinMs) : fileMailer(settings, logger);
}

function smtpMailer(address: string, settings: Settings["mail"], withinMs: number): Mailer {
	const { hostname, username } = new URL(address);
	const options = {
		url: address,
		pool: true as const,
		...smtpTimeouts,
		// A connection that breaks may have delivered: only the outbox may decide to try again.
		maxRequeues: 0,
		// A password never crosses a network in the clear, even where somebody strips STARTTLS from the greeting.
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
			// Named by the message, so that writing it again after a crash leaves one file.
			const file = join(settings.dir, `${mail.queuedAt.toISOString().replaceAll(":", "-")}-${mail.id}.eml`);
			try {
				const source = await messageSource(mail, settings);
				makeFolderSync(settings.dir);
				// Whoever watches the folder never reads half a message.
				await writeDurably(file, source);
			} catch (error) {
				const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
				throw new MailFailure(`The email couldn't be saved${code}.`, false, error);
			}
			// The one place where a link reaches the log, and never in production: a laptop has no mailbox to open it from.
			const link = settings.linksInLog ? mail.content.link : undefined;
			logger.info({ file, ...(link && { link }) }, `mail: ${mail.subject}`);
		},
		close: () => undefined,
	};
}

/**
 * Of a message, or of half a one that a killed process has left. Earlier versions named it by the beginning of the id.
 */
const messageFile = /Z-([0-9a-f-]+)\.eml(?:\.part)?$/;

/**
 * Removes what the mail folder has of these messages, each time that they were sent. @returns how many files that were
 */
export async function removeMessageFiles({ dir }: Settings["mail"], ids: string[]): Promise<number> {
	if (ids.length === 0 || !existsSync(dir)) return 0;
	const known = new Set(ids.flatMap((id) => [id, id.slice(0, 8)]));
	const names = (await readdir(dir)).filter((name) => known.has(messageFile.exec(name)?.[1] ?? ""));
	for (const name of names) await rm(join(dir, name), { force: true });
	if (names.length > 0) await syncFolder(dir);
	return names.length;
}

/** The message as it goes over the wire. */
export async function messageSource(mail: OutgoingMail, settings: Settings["mail"]): Promise<Buffer> {
	const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
	const { message } = await transport.sendMail(composeMessage(mail, settings));
	if (!Buffer.isBuffer(message)) throw new Error("the message was not buffered");
	return message;
}

function composeMessage(mail: OutgoingMail, { from }: Settings["mail"]) {
	const { text, html, calendar, attachments = [] } = mail.content;
	const domain = site.email.split("@")[1];
	return {
		from: from ?? { name: site.name, address: site.email },
		// As objects: an address that somebody typed is never read as a list.
		to: { name: "", address: mail.to },
		replyTo: { name: "", address: mail.replyTo ?? site.email },
		subject: mail.subject,
		messageId: `<${mail.id}.${mail.round}@${domain}>`,
		date: mail.queuedAt,
		text,
		html,
		...(calendar && { icalEvent: { ...calendar, filename: "invitation.ics" } }),
		attachments: attachments.map((attachment) => ({ ...attachment, encoding: "base64" })),
		headers: {
			"Auto-Submitted": mail.autoReply ? "auto-replied" : "auto-generated",
			// Exchange ignores Auto-Submitted.
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
	/** Of the system or of TLS, where `code` is only the kind. */
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
	// Of the message or its recipient. A refused sender or greeting is ours to mend, and then the message may go.
	const aboutMessage = command === "RCPT TO" || command === "DATA";
	if (aboutMessage && responseCode >= 500) {
		return new MailFailure(`The mail server refused the email: ${said}`, true, error);
	}
	// Found out before anything was sent: an address that no mail server would take.
	if (code === "EENVELOPE" && command === "API") return new MailFailure(message, true, error);
	if (code === "ETLS")
		return new MailFailure(`The mail server doesn't encrypt the connection. ${said}`.trim(), false, error);
	if (said) return new MailFailure(`The mail server replied: ${said}`, false, error);
	if (originalCode && certificateCode.test(originalCode)) {
		return new MailFailure(`The mail server's certificate isn't trusted (${originalCode}).`, false, error);
	}
	return new MailFailure(`The mail server can't be reached (${originalCode ?? message}).`, false, error);
}
