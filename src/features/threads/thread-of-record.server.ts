import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import { senderDomain } from "#platform/mail/mailer.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import { newThreadToken, threadReplyTo } from "./compose/thread-address.server.ts";
import type { ThreadTable } from "./threads.schema.ts";
import { type Thread, threadsTable } from "./threads.table.ts";

export type ThreadRecord = { table: ThreadTable; id: string };

export const isThreadOf = ({ table, id }: ThreadRecord) =>
	and(eq(threadsTable.record_id, id), eq(threadsTable.record_table, table));

/** The record, as the rows about it name it. */
export const placeOf = ({ table, id }: ThreadRecord) => ({ record_table: table, record_id: id });

export async function findThread(db: Database, record: ThreadRecord): Promise<Thread | undefined> {
	const [thread] = await db.select().from(threadsTable).where(isThreadOf(record));
	return thread;
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
