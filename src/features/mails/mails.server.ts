import { and, desc, eq } from "drizzle-orm";
import { firm } from "#lib/firm.ts";
import type { Database } from "#platform/database/database.server.ts";
import { notFound, verificationNeeded } from "#platform/http/http-errors.server.ts";
import { messageSource } from "#platform/mail/mailer.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { type MailRecord, outgoingMail } from "./mail-outbox.server.ts";
import { listedColumns, toSomebody } from "./mails.record.server.ts";
import { mailsTable } from "./mails.table.ts";

const { id, queued_at, record_id, record_table } = mailsTable;

/** A record has a handful of them: newest first, all at once. */
export function listRecordMails(db: Database, record: MailRecord) {
	return db
		.select(listedColumns)
		.from(mailsTable)
		.where(and(eq(record_table, record.table), eq(record_id, record.id), toSomebody))
		.orderBy(desc(queued_at), desc(id));
}

/**
 * What a message says, where the site is being tried out. With a mail server, staff cannot read other people's emails
 * here.
 * @param isFresh whether the caller was verified lately, without which no one reads a link that opens an account
 * @throws {HttpError} 404 also for what is not shown or no longer kept, 403
 */
export async function getMailMessage(
	{ db, settings }: Pick<Deps, "db" | "settings">,
	mailId: string,
	isFresh: boolean,
) {
	const [row] = await db
		.select()
		.from(mailsTable)
		.where(and(eq(id, mailId), toSomebody));
	if (!row?.content || !row.recipient || settings.mail.smtpUrl) throw notFound("This email");
	if (row.kind === "account" && !isFresh) throw verificationNeeded();
	const source = await messageSource(outgoingMail(row, row.recipient, row.content), settings.mail);
	const { text, html, link, calendar, attachments = [] } = row.content;
	return {
		headers: source.subarray(0, source.indexOf("\r\n\r\n")).toString(),
		text,
		html,
		link: link ?? null,
		calendar: calendar?.content ?? null,
		attachments: attachments.map(({ filename, content: base64 }) => ({ filename, base64 })),
	};
}

/** Where emails go, for the screen of outgoing email. Never includes the password. */
export function describeTransport({ mail, production }: Settings) {
	const server = mail.smtpUrl ? new URL(mail.smtpUrl) : undefined;
	return {
		server: server ? server.host : null,
		folder: server ? null : mail.dir,
		from: mail.from ?? `${firm().name} <${firm().email}>`,
		staff: mail.staffEmail ?? null,
		/** On a laptop the folder is the mailbox; in production people wait for these emails. */
		undelivered: production && !server,
		/** How long an email about a change waits, so that an undo stops it. */
		undo_seconds: mail.undoSeconds,
	};
}
