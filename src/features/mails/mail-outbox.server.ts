import { and, eq, gte, lt, sql } from "drizzle-orm";
import { noteAct } from "#features/activity/activity-note.server.ts";
import { threadMessageIdsTable } from "#features/threads/threads.table.ts";
import { pick } from "#lib/pick.ts";
import type { Database } from "#platform/database/database.server.ts";
import { conflict, notFound } from "#platform/http/http-errors.server.ts";
import type { JobKind } from "#platform/jobs/job-queue.server.ts";
import type { LetterContent } from "#platform/mail/letter.server.tsx";
import {
	type MailAttachment,
	type MailContent,
	type Mailer,
	MailFailure,
	type MailFile,
	messageIdOf,
	type OutgoingMail,
	removeMessageFiles,
	senderDomain,
} from "#platform/mail/mailer.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { updateRow } from "#platform/records/records.server.ts";
import type { MailedTable } from "#records.ts";
import type { MailKind } from "./mail-kinds.ts";
import { canBeSentAgain } from "./mails.record.server.ts";
import { type MailRow, mailsTable } from "./mails.table.ts";

export type MailRecord = { table: MailedTable; id: string };

/** `to: null` is queued like any other and then dropped: what is asked for an unknown address costs the same. */
export type QueuedMail = MailContent & {
	kind: MailKind;
	record?: MailRecord;
	to: string | null;
	/** The address that replies go to; the firm's if none is given. */
	replyTo?: string;
	subject: string;
	/** Its thread, by which an answer finds the record; `domain` is that of the sender. */
	thread?: { id: string; domain: string };
	/** Seconds for which it is held, so that its sender can take it back. */
	heldFor?: number;
	/** Of its private link. It travels with the job and ends with it; in what is kept, '…' stands in its place. */
	token?: string | undefined;
};

/**
 * Pauses grow from ten seconds to a quarter of an hour. It is the outbox that gives up, not the queue: a process that
 * is killed during the very last attempt would otherwise leave a message that never counts as failed.
 */
export const mailJobs: JobKind = {
	name: "mail",
	retryLimit: 1000,
	retryDelay: 10,
	retryDelayMax: 900,
	expireInSeconds: 60,
};

/** An emailed link lives for an hour, and a reminder of a call soon has no use; anything else outlasts a long weekend without a mail server. */
const patienceHours = (kind: MailKind) => (kind === "account" || kind === "call_reminder" ? 1 : 72);

/** The content of what may hold a link that signs in travels with the job and ends with it (decision 019). */
type MailJob = { mail: string; round: number; content?: MailContent };

/** Queues an email inside the caller's transaction. It is sent right after the commit, and retried if that fails. */
export async function queueMail(deps: Pick<Deps, "jobs">, tx: Database, mail: QueuedMail): Promise<MailRow> {
	const row = await insertMail(tx, mail);
	const content = (mail.kind === "account" || mail.token) && contentOf(mail);
	const job: MailJob = { mail: row.id, round: row.round, ...(content && { content }) };
	await deps.jobs.send(tx, mailJobs, job, mail.heldFor);
	return row;
}

/** Queues an email about an account, whose content is never kept. */
export const queueAccountMail = (deps: Pick<Deps, "jobs">, tx: Database, to: string | null, letter: LetterContent) =>
	queueMail(deps, tx, { kind: "account", to, ...letter });

/**
 * Completes an email that was only stored (`insertMail`) and sends it on its way, or marks it as failed for this reason:
 * staff can still send it. A second call finds nothing to do.
 */
export function attachToMail(
	deps: Pick<Deps, "jobs" | "db">,
	id: string,
	attachments: MailAttachment[],
	refusal?: string,
): Promise<void> {
	return deps.db.transaction(async (tx) => {
		const { content, status } = mailsTable;
		const isIncomplete = and(eq(mailsTable.id, id), eq(status, "queued"), sql`not ${content} ? 'attachments'`);
		const complete = { content: sql`${content} || ${JSON.stringify({ attachments })}::jsonb` };
		const row = await updateRow(tx, mailsTable, isIncomplete, complete);
		if (!row) return;
		if (refusal) await failMail(tx, id, refusal);
		else await deps.jobs.send(tx, mailJobs, { mail: id, round: row.round } satisfies MailJob);
	});
}

/** Records an email that is deliberately not sent, and why. */
export async function skipMail(tx: Database, mail: QueuedMail, reason: string): Promise<void> {
	await tx.insert(mailsTable).values({ ...rowOf(mail), content: null, status: "skipped", last_error: reason });
}

/** Stores an email without sending it: one whose attachments are still being made waits for `attachToMail`. */
export async function insertMail(tx: Database, mail: QueuedMail): Promise<MailRow> {
	const [row] = await tx.insert(mailsTable).values(rowOf(mail)).returning();
	if (!row) throw new Error("the insert returned no row");
	if (mail.thread) await noteMessageId(tx, row, mail.thread);
	return row;
}

/** Before the first attempt of each round, so that no answer can come earlier than what it answers is known. */
async function noteMessageId(
	tx: Database,
	{ id, round }: Pick<MailRow, "id" | "round">,
	thread: NonNullable<QueuedMail["thread"]>,
): Promise<void> {
	await tx
		.insert(threadMessageIdsTable)
		.values({ message_id: messageIdOf(id, round, thread.domain), thread_id: thread.id, mail_id: id });
}

/**
 * Whether an email of a kind about a record, which the caller has locked, was queued after a request to send one had arrived: by
 * another request at the same time, such as that of a second press.
 * @param arrived by the clock of this computer, which the database's is expected to agree with
 */
export async function isQueuedSince(
	tx: Database,
	arrived: Date | undefined,
	kind: MailKind,
	record: MailRecord,
): Promise<boolean> {
	if (!arrived) return false;
	const { queued_at, record_id, record_table } = mailsTable;
	const isSame = and(eq(record_table, record.table), eq(record_id, record.id), eq(mailsTable.kind, kind));
	return (await tx.$count(mailsTable, and(isSame, gte(queued_at, arrived)))) > 0;
}

const rowOf = (mail: QueuedMail) => ({
	kind: mail.kind,
	recipient: mail.to,
	reply_to: mail.replyTo ?? null,
	subject: mail.subject,
	// Not when its transaction began: a request may have arrived since (isQueuedSince).
	queued_at: sql`statement_timestamp()`,
	record_table: mail.record?.table ?? null,
	record_id: mail.record?.id ?? null,
	send_after: mail.heldFor ? sql`statement_timestamp() + ${mail.heldFor} * interval '1 second'` : null,
	content: mail.kind === "account" ? null : withoutToken(contentOf(mail), mail.token),
});

const hiddenToken = "…";

/** Every text of an email with one thing in it replaced by another. */
const replacedIn = (content: MailContent, from: string, to: string): MailContent => ({
	...content,
	text: content.text.replaceAll(from, to),
	html: content.html.replaceAll(from, to),
	...(content.link && { link: content.link.replaceAll(from, to) }),
});

const withoutToken = (content: MailContent, token: string | undefined) =>
	token ? replacedIn(content, token, hiddenToken) : content;

/** Where the token of a private link stands. */
const tokenPlaces = { change: "/call/", confirm: "/call/confirm/", invoice: "/invoice/" } as const;

const contentNames = [
	"text",
	"html",
	"link",
	"linkFor",
	"calendar",
	"attachments",
	"files",
	"inReplyTo",
	"reply",
] as const;

/** It is stored as JSON, which leaves out what an email doesn't have. */
const contentOf = (mail: QueuedMail): MailContent => pick(mail, contentNames);

type Outbox = Pick<Deps, "db" | "jobs" | "logger" | "settings" | "storage">;

/** Works off the queue, until the queue is stopped. */
export function sendQueuedMail(deps: Outbox, mailer: Mailer, renewLink?: RenewLink): Promise<void> {
	return deps.jobs.work<MailJob>(mailJobs, async (job) => {
		const row = await beginAttempt(deps.db, job);
		if (!row) {
			// A restore queues jobs without their delay.
			if (await isHeld(deps.db, job.mail)) throw new Error("this email is still held");
			return; // sent already, in a process that was killed before it could say so
		}
		const { id, recipient } = row;
		// Backups leave private links out of waiting jobs: after a restore they are made again.
		const content = job.content ?? (await withNewLink(deps.db, row, renewLink)) ?? row.content;
		if (!recipient || !content) return removeMail(deps.db, id);
		try {
			const files = await readFiles(deps.storage, content.files);
			await mailer.send({ ...outgoingMail(row, recipient, content), files });
		} catch (error) {
			return noteFailure(deps, row, error);
		}
		// The one gap: if the process is killed right here, the message is sent a second time.
		const marked = await deps.db
			.update(mailsTable)
			.set({
				// Without a mail server it was not delivered, only saved to the mail folder.
				status: deps.settings.mail.smtpUrl ? "sent" : "kept",
				sent_at: sql`now()`,
				last_error: null,
				...(row.kind === "account" && storesAccountMails(deps.settings) && { content }),
			})
			.where(eq(mailsTable.id, id))
			.returning({ id: mailsTable.id });
		// The row was deleted while the message was being sent, before its file existed.
		if (marked.length === 0) await removeMessageFiles(deps.settings.mail, [id]);
	});
}

/** @throws {MailFailure} for good if one is no longer there: it is not sent without what its text speaks of */
async function readFiles(storage: Deps["storage"], files: MailFile[] = []) {
	const read = [];
	for (const { file, filename, contentType } of files) {
		const stored = await storage.get("mail-attachments", file);
		if (!stored) throw new MailFailure("A file attached to this email is no longer stored.", true, undefined);
		read.push({ filename, contentType, content: Buffer.from(await new Response(stored.body).arrayBuffer()) });
	}
	return read;
}

/** While trying out, without a mail server, /admin/mail shows account emails too; their links lie in the mail folder anyway. */
const storesAccountMails = ({ mail, production }: Outbox["settings"]) => !mail.smtpUrl && !production;

/** Not held any more. A job starts after that, and nothing else may. */
const isDue = sql`coalesce(${mailsTable.send_after} <= now(), true)`;

/** The message, if it still has to be sent. */
async function beginAttempt(db: Database, { mail, round }: MailJob): Promise<MailRow | undefined> {
	const { attempts, id, status } = mailsTable;
	const waits = and(eq(id, mail), eq(mailsTable.round, round), eq(status, "queued"), isDue);
	return updateRow(db, mailsTable, waits, { attempts: sql`${attempts} + 1` });
}

async function isHeld(db: Database, id: string): Promise<boolean> {
	const held = and(eq(mailsTable.id, id), eq(mailsTable.status, "queued"), sql`not ${isDue}`);
	return (await db.$count(mailsTable, held)) > 0;
}

/** The message of a row. */
export const outgoingMail = (
	{ id, round, kind, queued_at, reply_to, subject }: MailRow,
	to: string,
	content: MailContent,
): OutgoingMail => ({
	id,
	round,
	autoReply: kind === "confirmation",
	queuedAt: queued_at,
	to,
	replyTo: reply_to,
	subject,
	content,
});

/** @throws the failure, which makes the queue try again, unless the message is given up */
async function noteFailure({ db, logger }: Outbox, { id, kind, attempts }: MailRow, error: unknown): Promise<void> {
	const failure = error instanceof MailFailure ? error : new MailFailure("The email couldn't be sent.", false, error);
	const status = await noteError(db, id, failure, patienceHours(kind));
	if (!status) return; // removed together with its record
	if (status === "queued") {
		logger.warn({ mail: id, attempts, reason: failure.message }, "an email was not sent; retrying");
		throw failure;
	}
	logger.error({ err: failure, mail: id, attempts }, "an email failed permanently");
}

async function noteError(db: Database, id: string, failure: MailFailure, hours: number): Promise<string | undefined> {
	const { status, queued_at } = mailsTable;
	const over = sql`${queued_at} < now() - ${hours} * interval '1 hour'`;
	const [row] = await db
		.update(mailsTable)
		.set({
			last_error: failure.message,
			status: failure.permanent ? "failed" : sql`case when ${over} then 'failed' else 'queued' end`,
		})
		.where(eq(mailsTable.id, id))
		.returning({ status });
	return row?.status;
}

/** Gives up an email whose attachments could not be made. */
export async function failMail(db: Database, id: string, reason: string): Promise<void> {
	await db.update(mailsTable).set({ status: "failed", last_error: reason }).where(eq(mailsTable.id, id));
}

async function removeMail(db: Database, id: string): Promise<void> {
	await db.delete(mailsTable).where(eq(mailsTable.id, id));
}

/** Makes a private link for a record, or again the one that it has; undefined where none may lead there any more. */
export type RenewLink = (
	tx: Database,
	recordId: string,
	purpose: NonNullable<MailContent["linkFor"]>,
) => Promise<string | undefined>;

/**
 * Queues a sent or failed email again, a private link in it made again.
 * @param arrived when the request did: of several at the same time, one sends
 * @throws {HttpError} 404, or 409 when it is on its way or no longer kept
 */
export function sendMailAgain(
	deps: Pick<Deps, "db" | "jobs" | "settings">,
	id: string,
	renewLink?: RenewLink,
	arrived?: Date,
): Promise<void> {
	return deps.db.transaction(async (tx) => {
		const isEarlier = arrived && lt(mailsTable.queued_at, arrived);
		const row = await updateRow(tx, mailsTable, and(eq(mailsTable.id, id), isEarlier, canBeSentAgain), {
			status: "queued",
			attempts: 0,
			last_error: null,
			queued_at: sql`statement_timestamp()`,
			round: sql`${mailsTable.round} + 1`,
		});
		if (row) {
			const { kind, record_id, record_table } = row;
			const record = record_table && record_id ? { table: record_table, id: record_id } : { table: "mails", id };
			await noteAct(tx, { action: "send_again", ...record, details: { mail: { new: kind } } });
			const { thread_id, mail_id } = threadMessageIdsTable;
			const [thread] = await tx.select({ id: thread_id }).from(threadMessageIdsTable).where(eq(mail_id, id)).limit(1);
			if (thread) await noteMessageId(tx, row, { ...thread, domain: senderDomain(deps.settings.mail) });
			const content = await withNewLink(tx, row, renewLink);
			return deps.jobs.send(tx, mailJobs, {
				mail: id,
				round: row.round,
				...(content && { content }),
			} satisfies MailJob);
		}
		const [current] = await tx.select({ status: mailsTable.status }).from(mailsTable).where(eq(mailsTable.id, id));
		if (!current) throw notFound("This email");
		throw conflict("This email can't be resent right now. Reload the list to see its status.", current);
	});
}

async function withNewLink(
	tx: Database,
	{ content, record_id }: MailRow,
	renewLink: RenewLink | undefined,
): Promise<MailContent | undefined> {
	if (!content?.linkFor || !record_id || !renewLink) return undefined;
	const token = await renewLink(tx, record_id, content.linkFor);
	const place = tokenPlaces[content.linkFor];
	return token === undefined ? undefined : replacedIn(content, place + hiddenToken, place + token);
}
