import { and, desc, eq, getTableColumns, inArray, isNotNull } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import { notFound } from "#platform/http/http-errors.server.ts";
import { messageSource } from "#platform/mail/mailer.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { inPage, type ListQuery, newestFirst, type Page, toPage } from "#platform/records/keyset.server.ts";
import { site } from "#site.config.ts";
import { canBeSentAgain, type MailRecord, outgoingMail } from "./mail-outbox.server.ts";
import { mailsTable } from "./mails.table.ts";

const { content, ...columns } = getTableColumns(mailsTable);
const { id, queued_at, recipient, record_id, record_table, updated_at } = mailsTable;

/** Never the content, which may hold megabytes of attachments. */
const listed = { ...columns, may_go_again: canBeSentAgain };

/** Emails without a recipient are left out (mail-outbox.server.ts). */
const toSomebody = isNotNull(recipient);

type ListedMail = Awaited<ReturnType<typeof getMails>>[number];

/** The rows that exist among these, in no particular order. */
export function getMails(db: Database, ids: string[]) {
	return db
		.select(listed)
		.from(mailsTable)
		.where(and(inArray(id, ids), toSomebody));
}

export async function listMails(db: Database, query: ListQuery): Promise<Page<ListedMail>> {
	const rows = await db
		.select(listed)
		.from(mailsTable)
		.where(and(toSomebody, ...inPage({ at: queued_at, id, updatedAt: updated_at }, query)))
		.orderBy(...newestFirst(queued_at, id))
		.limit(query.limit + 1);
	return toPage(rows, query.limit, (row) => ({ at: row.queued_at, id: row.id }));
}

/** A record has a handful of them: newest first, all at once. */
export function listRecordMails(db: Database, record: MailRecord): Promise<ListedMail[]> {
	return db
		.select(listed)
		.from(mailsTable)
		.where(and(eq(record_table, record.table), eq(record_id, record.id), toSomebody))
		.orderBy(desc(queued_at), desc(id));
}

/** @throws {HttpError} 404 */
export async function getMail(db: Database, mailId: string): Promise<ListedMail> {
	const [row] = await getMails(db, [mailId]);
	if (!row) throw notFound("This email");
	return row;
}

/**
 * What a message says, where the site is being tried out. With a mail server, staff cannot read other people's emails
 * here.
 * @throws {HttpError} 404 also for what is not shown or no longer kept
 */
export async function getMailMessage({ db, settings }: Pick<Deps, "db" | "settings">, mailId: string) {
	const [row] = await db
		.select()
		.from(mailsTable)
		.where(and(eq(id, mailId), toSomebody));
	if (!row?.content || !row.recipient || settings.mail.smtpUrl) throw notFound("This message");
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
		from: mail.from ?? `${site.name} <${site.email}>`,
		staff: mail.staffEmail ?? null,
		/** On a laptop the folder is the mailbox; in production people wait for these mails. */
		undelivered: production && !server,
	};
}

/** What leaves the server. */
export function presentMail(row: ListedMail) {
	return {
		id: row.id,
		record_table: row.record_table,
		record_id: row.record_id,
		kind: row.kind,
		recipient: row.recipient ?? "",
		subject: row.subject,
		status: row.status,
		attempts: row.attempts,
		last_error: row.last_error,
		may_go_again: row.may_go_again,
		queued_at: row.queued_at.toISOString(),
		sent_at: row.sent_at?.toISOString() ?? null,
		updated_at: row.updated_at.toISOString(),
	};
}
export type PresentedMail = ReturnType<typeof presentMail>;
