import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { site } from "#site.config.ts";
import type { Logger } from "./logger.server.ts";
import type { Settings } from "./settings.server.ts";

/** One message to one person. */
export type Mail = {
	to: string;
	subject: string;
	text: string;
	html: string;
	/** The link that the message is about; shown in the log where no mail server is configured. */
	link?: string;
	attachments?: MailAttachment[];
};

/** `content` is base64: a queued mail is stored as JSON. */
export type MailAttachment = { filename: string; contentType: string; content: string };

export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

/** Together less than a mail job may take (mail-outbox.server.ts). */
const smtpTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends through `SMTP_URL`, or else writes each message as a file into `MAIL_DIR`. */
export function openMailer(settings: Settings["mail"], logger: Logger): Mailer {
	return settings.smtpUrl ? smtpMailer(settings.smtpUrl, settings.from) : fileMailer(settings, logger);
}

function smtpMailer(url: string, from: string | undefined): Mailer {
	const transport = createTransport({ url, pool: true, ...smtpTimeouts });
	return {
		send: async (mail) => {
			await transport.sendMail(message(mail, from));
		},
		close: () => transport.close(),
	};
}

function fileMailer({ dir, from }: Settings["mail"], logger: Logger): Mailer {
	const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
	return {
		send: async (mail) => {
			const { message: content } = await transport.sendMail(message(mail, from));
			const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.eml`;
			await mkdir(dir, { recursive: true });
			// Renamed when complete, so that whoever watches the folder never reads half a message.
			await writeFile(join(dir, `${name}.part`), content, { mode: 0o600 });
			await rename(join(dir, `${name}.part`), join(dir, name));
			// The one place where a link reaches the log: a fresh machine has no mailbox to open it from (decisions).
			logger.info({ file: join(dir, name), ...(mail.link && { link: mail.link }) }, `mail: ${mail.subject}`);
		},
		close: () => transport.close(),
	};
}

function message({ to, subject, text, html, attachments = [] }: Mail, from: string | undefined) {
	return {
		from: from ?? { name: site.name, address: site.email },
		to: { name: "", address: to },
		subject,
		text,
		html,
		attachments: attachments.map((attachment) => ({ ...attachment, encoding: "base64" })),
		headers: { "Auto-Submitted": "auto-generated" },
		disableFileAccess: true,
		disableUrlAccess: true,
	};
}
