import { and, desc, eq, sql } from "drizzle-orm";
import { noteAct } from "#features/activity/activity-note.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { lockThread, type ThreadRecord } from "#features/threads/thread-of-record.server.ts";
import { tableOf } from "#features/threads/thread-records.server.ts";
import {
	type ReplyChanges,
	type ThreadMessage,
	threadAttachmentsTable,
	threadMessageIdsTable,
	threadMessagesTable,
	threadsTable,
} from "#features/threads/threads.table.ts";
import { withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { forbidden, HttpError, notFound } from "#platform/http/http-errors.server.ts";
import { getRow } from "#platform/records/records.server.ts";
import { type PresentedDraft, readDraft, writeDraft } from "./drafts.server.ts";
import type { Replying, StatusChanges } from "./send-reply.server.ts";

/**
 * Undoes a reply that is still held: its email, and what it changed unless someone has changed that since. Its text and
 * files become the author's draft.
 * @throws {HttpError} 409 once it has left, 403 for the reply of someone else
 */
export function undoReply(
	deps: Pick<Replying, "db" | "statusChanges">,
	id: string,
	userId: string,
): Promise<PresentedDraft> {
	return withActor(deps.db, userId, async (tx) => {
		const message = await findReply(tx, id);
		if (message.author_id !== userId) throw forbidden("Only the person who wrote this reply can undo it.");
		const found = await getRow(tx, threadsTable, eq(threadsTable.id, message.thread_id), "This reply");
		const record: ThreadRecord = { table: found.record_table, id: found.record_id };
		// Locks the record before its thread, as everywhere.
		await restoreStatus(tx, deps.statusChanges, record, message);
		const thread = await lockThread(tx, record);
		await removeMail(tx, message);
		const { assignee, answered } = message.changes ?? {};
		if (answered) await takeAnswerBack(tx, record, answered);
		const draft = await toDraft(tx, message, userId);
		await tx.delete(threadMessagesTable).where(eq(threadMessagesTable.id, id));
		const [last] = await tx
			.select({ at: threadMessagesTable.at })
			.from(threadMessagesTable)
			.where(eq(threadMessagesTable.thread_id, thread.id))
			.orderBy(desc(threadMessagesTable.at))
			.limit(1);
		const isAssigned = assignee && thread.assignee_id === assignee.new;
		await tx
			.update(threadsTable)
			.set({ last_message_at: last?.at ?? null, ...(isAssigned && { assignee_id: assignee.old }) })
			.where(eq(threadsTable.id, thread.id));
		await noteAct(tx, { action: "undo_reply", ...record });
		return draft;
	});
}

async function findReply(tx: Database, id: string): Promise<ThreadMessage> {
	const message = await getRow(tx, threadMessagesTable, eq(threadMessagesTable.id, id), "This reply");
	if (message.kind !== "reply") throw notFound("This reply");
	return message;
}

async function restoreStatus(
	tx: Database,
	statusChanges: StatusChanges,
	{ table, id }: ThreadRecord,
	{ changes }: ThreadMessage,
): Promise<void> {
	const status = changes?.status;
	// Skips a record whose status has changed since.
	if (status) await statusChanges[table](tx, { changes: [{ ids: [id], status: status.old }], undo_of: status.new });
}

/** If someone else has set a status since, the record still counts as answered. */
async function takeAnswerBack(
	tx: Database,
	{ table, id }: ThreadRecord,
	answered: NonNullable<ReplyChanges["answered"]>,
): Promise<void> {
	const records = tableOf(table);
	if (!("first_answered_at" in records)) return;
	await tx
		.update(records)
		.set({ first_answered_at: null })
		.where(
			and(
				eq(records.id, id),
				sql`${records.first_answered_at} = ${answered.at}::timestamptz`,
				sql`${records.status} = ${answered.status}`,
			),
		);
}

/** Once a job has begun to send it, its row says so: it can't be both sent and undone. */
async function removeMail(tx: Database, { mail_id }: ThreadMessage): Promise<void> {
	const { attempts, id, send_after, status } = mailsTable;
	const isHeld = and(eq(status, "queued"), eq(attempts, 0), sql`${send_after} > clock_timestamp()`);
	if (mail_id) await tx.delete(threadMessageIdsTable).where(eq(threadMessageIdsTable.mail_id, mail_id));
	const isIts = mail_id ? and(eq(id, mail_id), isHeld) : sql`false`;
	const removed = await tx.delete(mailsTable).where(isIts).returning({ id });
	if (removed.length === 0) throw new HttpError(409, "already_sent", "This reply has left already.");
}

/** Placed before anything that the author has begun to write since, so that nothing is lost. */
async function toDraft(tx: Database, message: ThreadMessage, userId: string): Promise<PresentedDraft> {
	const begun = await readDraft(tx, message.thread_id, userId);
	const files = await tx
		.update(threadAttachmentsTable)
		.set({ message_id: null })
		.where(eq(threadAttachmentsTable.message_id, message.id))
		.returning({ id: threadAttachmentsTable.id, position: threadAttachmentsTable.position });
	const ids = files.sort((one, other) => one.position - other.position).map(({ id }) => id);
	return writeDraft(tx, message.thread_id, userId, {
		text: begun?.text.trim() ? `${message.text}\n\n${begun.text}` : message.text,
		subject: message.subject,
		to: message.to_addresses[0] ?? null,
		cc: message.cc_addresses,
		attachment_ids: [...ids, ...(begun?.attachments.map(({ id }) => id) ?? [])],
		version: begun?.version ?? 0,
	});
}
