import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import { senderDomain } from "#platform/mail/mailer.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { required } from "#platform/records/records.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import { newThreadToken, threadReplyTo } from "./compose/thread-address.server.ts";
import type { ThreadTable } from "./threads.schema.ts";
import { type Thread, threadAttachmentsTable, threadMessagesTable, threadsTable } from "./threads.table.ts";

export type ThreadRecord = { table: ThreadTable; id: string };

export const isThreadOf = ({ table, id }: ThreadRecord) =>
	and(eq(threadsTable.record_id, id), eq(threadsTable.record_table, table));

/** The record, as the rows about it name it. */
export const placeOf = ({ table, id }: ThreadRecord) => ({ record_table: table, record_id: id });

export async function findThread(db: Database, record: ThreadRecord): Promise<Thread | undefined> {
	const [thread] = await db.select().from(threadsTable).where(isThreadOf(record));
	return thread;
}

/** The kind of record that each of these threads is about. */
export async function tablesOfThreads(db: Database, ids: string[]): Promise<Map<string, ThreadTable>> {
	const { id, record_table } = threadsTable;
	const rows = await db.select({ id, record_table }).from(threadsTable).where(amongIds(id, ids));
	return new Map(rows.map((row) => [row.id, row.record_table]));
}

/** The record to whose thread a message belongs. @throws {HttpError} 404 */
export async function recordOfMessage(db: Database, messageId: string, what: string): Promise<ThreadRecord> {
	const { id, thread_id } = threadMessagesTable;
	const [row] = await db
		.select({ table: threadsTable.record_table, id: threadsTable.record_id })
		.from(threadMessagesTable)
		.innerJoin(threadsTable, eq(threadsTable.id, thread_id))
		.where(eq(id, messageId));
	return required(row, what);
}

/** The record to whose thread a file belongs, sent or not. @throws {HttpError} 404 */
export async function recordOfAttachment(db: Database, attachmentId: string, what: string): Promise<ThreadRecord> {
	const { id, thread_id } = threadAttachmentsTable;
	const [row] = await db
		.select({ table: threadsTable.record_table, id: threadsTable.record_id })
		.from(threadAttachmentsTable)
		.innerJoin(threadsTable, eq(threadsTable.id, thread_id))
		.where(eq(id, attachmentId));
	return required(row, what);
}

/**
 * The thread of a record, created if there is none, and locked, so that writers follow one another. Call it in a
 * transaction, once the record is there.
 */
export async function lockThread(tx: Database, record: ThreadRecord): Promise<Thread> {
	const locked = async () => (await tx.select().from(threadsTable).where(isThreadOf(record)).for("update"))[0];
	const known = await locked();
	if (known) return known;
	await createThreads(tx, record.table, [record.id]);
	const thread = await locked();
	if (!thread) throw new Error("the thread was neither there nor made");
	return thread;
}

/** Creates those that are missing, in a fixed order, so that two who do this can't deadlock. */
export async function createThreads(tx: Database, table: ThreadTable, ids: string[]): Promise<void> {
	const tokens = ids.map(newThreadToken);
	await tx.execute(sql`
		insert into threads (record_table, record_id, token)
		select ${table}, id, token from unnest(${`{${ids}}`}::uuid[], ${`{${tokens}}`}::text[]) added(id, token) order by id
		on conflict do nothing`);
}

/** Those of these records that there are, locked in the same order. */
export const lockThreads = (tx: Database, table: ThreadTable, ids: string[]): Promise<Thread[]> =>
	tx
		.select()
		.from(threadsTable)
		.where(and(amongIds(threadsTable.record_id, ids), eq(threadsTable.record_table, table)))
		.orderBy(asc(threadsTable.record_id))
		.for("update");

/** The headers that make an automatic email to a client part of the record's thread. */
export async function inThread({ settings }: Pick<Deps, "settings">, tx: Database, record: ThreadRecord) {
	const { id, token } = await lockThread(tx, record);
	return { replyTo: threadReplyTo(settings, token), thread: { id, domain: senderDomain(settings.mail) } };
}
