import { and, desc, eq, inArray, isNull, not, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { noteActs } from "#features/activity/activity-note.server.ts";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { usersTable } from "#features/auth/auth.table.ts";
import type { Areas } from "#lib/access/areas.ts";
import { withIsoDates } from "#lib/pick.ts";
import { preview } from "#lib/text/text.ts";
import { seesAreaOf } from "#platform/database/columns.ts";
import { type Database, selectRows } from "#platform/database/database.server.ts";
import { conflict, invalidInput } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import { recordOf } from "#records.ts";
import { nameOf } from "./replies/members.server.ts";
import { createThreads, isThreadOf, lockThread, lockThreads, type ThreadRecord } from "./thread-of-record.server.ts";
import { getFacts, readFacts } from "./thread-records.server.ts";
import type { assigneesSchema, ThreadTable } from "./threads.schema.ts";
import { type PresentedThread, readThread } from "./threads.server.ts";
import { searchable, threadMessagesTable, threadsTable } from "./threads.table.ts";

type AssigneesChange = z.output<typeof assigneesSchema>;
type Assignment = { assignee_id: string | null; expected_assignee?: string | null | undefined };

/**
 * Assigns a thread to a member of staff, or to no one; call it in a transaction.
 * @throws {HttpError} 409 with the thread as it is, when someone else has changed it meanwhile; 422 for someone who isn't
 * a member
 */
export async function assignThread(
	deps: Pick<Deps, "db" | "settings"> & { areas: Areas },
	record: ThreadRecord,
	{ assignee_id, expected_assignee }: Assignment,
): Promise<PresentedThread> {
	const tx = deps.db;
	await getFacts(tx, record);
	if (expected_assignee !== undefined && (await lockThread(tx, record)).assignee_id !== expected_assignee) {
		throw conflict(
			"Someone else has changed the assignment. Check it and choose again.",
			await readThread(deps, record),
		);
	}
	await assignThreads(tx, record.table, { changes: [{ ids: [record.id], assignee_id }] });
	return readThread(deps, record);
}

/**
 * Assigns the threads of many records, all or none; call it in a transaction. An undo skips those that someone else has
 * assigned since, and those whose former assignee isn't a member any more.
 * @returns the records whose assignment has changed, with the former assignee
 * @throws {HttpError} 422 for someone who isn't a member
 */
export async function assignThreads(
	tx: Database,
	table: ThreadTable,
	{ changes, undo_of }: AssigneesChange,
): Promise<{ id: string; former_assignee_id: string | null }[]> {
	const ids = changes.flatMap((change) => change.ids);
	const facts = await readFacts(tx, table, ids);
	const assigned = changes.flatMap((change) => (change.assignee_id ? change.ids : []));
	await createThreads(
		tx,
		table,
		assigned.filter((id) => facts.has(id)),
	);
	const former = new Map((await lockThreads(tx, table, ids)).map((thread) => [thread.record_id, thread.assignee_id]));
	const changed = [];
	for (const { ids, assignee_id } of changes) {
		const [member] = assignee_id ? await selectMembers(tx, [table], assignee_id) : [];
		if (assignee_id && !member) {
			if (undo_of !== undefined) continue;
			throw invalidInput({ assignee_id: "Please choose a member of staff." });
		}
		const assignee = member ? nameOf(member) : null;
		const isAs = (id: string | null) => sql`${threadsTable.assignee_id} is not distinct from ${id}::uuid`;
		const rows = await tx
			.update(threadsTable)
			.set({ assignee_id })
			.where(
				and(
					amongIds(threadsTable.record_id, ids),
					eq(threadsTable.record_table, table),
					not(isAs(assignee_id)),
					undo_of === undefined ? undefined : isAs(undo_of),
				),
			)
			.returning({ id: threadsTable.record_id });
		const records = rows.map(({ id }) => ({ id, label: facts.get(id)?.name }));
		await noteActs(tx, { action: "assign", table, details: { assignee: { new: assignee } } }, records);
		changed.push(...rows.map(({ id }) => ({ id, former_assignee_id: former.get(id) ?? null })));
	}
	return changed;
}

/** Everyone to whom a record of one of these tables can be assigned: admins who may see it, and whose account is active. */
function selectMembers(db: Database, tables: readonly string[], userId?: string) {
	const { areas, email, full_name, role, user_id } = profilesTable;
	const maySee = or(...tables.map((table) => seesAreaOf(areas, recordOf(table)?.area ?? "")));
	const isActive = and(eq(role, "admin"), isNull(usersTable.deactivated_at), maySee ?? sql`false`);
	return db
		.select({ id: user_id, email, full_name })
		.from(profilesTable)
		.innerJoin(usersTable, eq(usersTable.id, user_id))
		.where(and(isActive, userId === undefined ? undefined : eq(user_id, userId)));
}

/** By name. */
export async function listMembers(db: Database, tables: readonly string[]): Promise<{ id: string; name: string }[]> {
	const rows = await selectMembers(db, tables);
	return rows
		.map((row) => ({ id: row.id, name: nameOf(row) }))
		.sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/** Marks a thread as read, for everyone on the staff. */
export async function markSeen(db: Database, record: ThreadRecord): Promise<void> {
	await db
		.update(threadsTable)
		.set({ seen_at: sql`clock_timestamp()` })
		.where(
			and(
				isThreadOf(record),
				sql`coalesce(${threadsTable.received_at} > ${threadsTable.seen_at}, ${threadsTable.received_at} is not null)`,
			),
		);
}

const mostFound = 50;
const snippetLength = 160;

/** How many of the newest messages are searched first, where a common word is found fast. */
const newestSearched = 1000;

/** Too many words begin with a single letter to look up such beginnings. */
const queryOf = (q: SQL): SQL => sql`(
	select string_agg(quote_literal(word) || case when length(word) > 1 then ':*' else '' end, ' & ')
	from unnest(string_to_array(${searchable(sql`lower(${q})`)}, ' ')) word where word <> ''
)`;

/**
 * Words and beginnings of words in texts, subjects, and file names; the newest first. PostgreSQL cannot tell how many messages
 * have a word that begins so, and reading them all is slow if all have it. So the newest are looked through first. A word that
 * fewer than 50 of these have is rare, and the index of words finds it. Only threads about records of these tables are searched, or all.
 */
export async function searchThreads(db: Database, { q, tables }: { q: string; tables: string[] | undefined }) {
	const [parsed] = await selectRows(db, sql`select to_tsquery('simple', ${queryOf(sql`${q}::text`)})::text as query`);
	if (!parsed?.query) return [];
	const { at, id, search, subject, text, thread_id } = threadMessagesTable;
	const { record_id, record_table } = threadsTable;
	const columns = sql`${id}, ${at}, ${thread_id}`;
	const hasWords = sql`${search} @@ ${parsed.query}::tsquery`;
	const newest = sql`select ${columns}, ${hasWords} as has_words
		from ${threadMessagesTable} order by ${at} desc nulls last, ${id} desc nulls last limit ${newestSearched}`;
	const amongNewest = await findIds(db, tables, sql`select * from (${newest}) newest where has_words`);
	const ids =
		amongNewest.length < mostFound
			? await findIds(db, tables, sql`select ${columns} from ${threadMessagesTable} where ${hasWords}`)
			: amongNewest;
	const rows = await db
		.select({ record_table, record_id, message_id: id, subject, text, at })
		.from(threadMessagesTable)
		.innerJoin(threadsTable, eq(threadsTable.id, thread_id))
		.where(amongIds(id, ids))
		.orderBy(desc(at), desc(id));
	return rows.map(({ text, subject, ...row }) => withIsoDates({ ...row, snippet: snippetOf(text, subject, q) }));
}

/** Materialized, because the planner would otherwise go through all messages by their time. */
async function findIds(db: Database, tables: string[] | undefined, found: SQL): Promise<string[]> {
	const tableOfThread = sql`(select ${threadsTable.record_table} from ${threadsTable} where ${threadsTable.id} = found.thread_id)`;
	const isWanted = tables ? inArray(tableOfThread, tables) : sql`true`;
	const rows = await selectRows(
		db,
		sql`with found as materialized (${found})
			select id from found where ${isWanted} order by at desc, id desc limit ${mostFound}`,
	);
	return rows.map(({ id }) => String(id));
}

/** The text around the match, or the beginning of the message. */
function snippetOf(text: string, subject: string, q: string): string {
	const word = q.toLowerCase().split(/\s+/)[0] ?? "";
	const at = text.toLowerCase().indexOf(word);
	const from = Math.max(0, at - snippetLength / 4);
	const place = text.slice(from).replaceAll(/\s+/g, " ").trim();
	return `${from > 0 ? "…" : ""}${preview(place || subject, snippetLength)}`;
}
