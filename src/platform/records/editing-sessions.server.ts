import { eq, lt, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Context } from "hono";
import { z } from "zod";
import { sentHeader, sessionHeader } from "#lib/editing-session.ts";
import { withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { badRequest, HttpError } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { editingSessionsTable } from "./editing-sessions.table.ts";
import type { SavedVersion } from "./version.server.ts";

const { id, record_id, version, saved_at, sent_at } = editingSessionsTable;

/** Longer than an editor waits with a text that wasn't saved. */
const retentionMs = 30 * 24 * 60 * 60_000;

/**
 * Saves in the caller's name what an editor sends. When an answer is lost, its editor sends again, and perhaps more: By its
 * session it is known what it has saved already, so that nothing is created twice and nobody conflicts with themselves.
 * @param save is given what the session has saved last, if anything
 * @throws {HttpError} 409 if it was held up on its way, and what its editor sent after it is saved already
 */
export async function saveInSession<Row>(
	db: Database,
	c: Context<AccountEnv>,
	present: (row: Row) => SavedVersion,
	save: (tx: Database, last: SavedVersion | undefined) => Promise<Row>,
): Promise<Row> {
	const session = sessionOf(c);
	const sent = sentAt(c);
	return withActor(db, c.get("account").userId, async (tx) => {
		if (!session) return save(tx, undefined);
		const last = await lockSession(tx, session);
		requireLatest(sent, last);
		const row = await save(tx, last?.id && last.version ? { id: last.id, version: last.version } : undefined);
		const saved = present(row);
		await tx
			.update(editingSessionsTable)
			.set({ record_id: saved.id, version: saved.version, saved_at: sql`now()`, sent_at: sent ?? null })
			.where(eq(id, session));
		return row;
	});
}

/** Creates a record. One that the session has created already, without having heard of it, is changed instead. */
export const createInSession = <Row>(
	db: Database,
	c: Context<AccountEnv>,
	{ table, present }: { table: PgTable & { id: PgColumn }; present(row: Row): SavedVersion },
	create: (tx: Database) => Promise<Row>,
	change: (tx: Database, created: SavedVersion) => Promise<Row>,
): Promise<Row> =>
	saveInSession(db, c, present, async (tx, last) => {
		return last && (await isStored(tx, table, last)) ? change(tx, last) : create(tx);
	});

/** What a session has saved last, perhaps without having heard of it, if it is still there. */
export async function lastOfSession(
	db: Database,
	session: string,
	table: PgTable & { id: PgColumn },
): Promise<SavedVersion | undefined> {
	const [last] = await db.select({ id: record_id, version }).from(editingSessionsTable).where(eq(id, session));
	if (!last?.id || !last.version) return undefined;
	const saved = { id: last.id, version: last.version };
	return (await isStored(db, table, saved)) ? saved : undefined;
}

async function isStored(db: Database, table: PgTable & { id: PgColumn }, record: SavedVersion): Promise<boolean> {
	const rows = await db
		.select({ id: table.id })
		.from(table as PgTable)
		.where(eq(table.id, record.id));
	return rows.length > 0;
}

/** @throws {HttpError} 400 if it is no UUID */
export function sessionOf(c: Context): string | undefined {
	const session = c.req.header(sessionHeader);
	if (session !== undefined && !z.uuid().safeParse(session).success) {
		throw badRequest("Please name the editing session by a UUID.");
	}
	return session;
}

/** @throws {HttpError} 400 if it is no time */
function sentAt(c: Context): Date | undefined {
	const sent = c.req.header(sentHeader);
	if (sent === undefined) return undefined;
	if (!z.iso.datetime().safeParse(sent).success) throw badRequest("Please say in ISO 8601 when this was sent.");
	return new Date(sent);
}

/** One that a browser has repeated by itself was sent at the same time. */
function requireLatest(sent: Date | undefined, last: { sent_at: Date | null } | undefined): void {
	if (sent && last?.sent_at && sent < last.sent_at)
		throw new HttpError(409, "overtaken", "What was sent later has been stored already.");
}

/**
 * Notes what a session only keeps beside the record, in one order with its saves.
 * @throws {HttpError} 409 if it was held up on its way, and what its editor sent after it is stored already
 */
export async function noteInSession(tx: Database, c: Context, session: string): Promise<void> {
	const sent = sentAt(c);
	if (!sent) return;
	requireLatest(sent, await lockSession(tx, session));
	await tx.update(editingSessionsTable).set({ sent_at: sent, saved_at: sql`now()` }).where(eq(id, session));
}

/** Waits for what else of the same session is under way. */
async function lockSession(tx: Database, session: string) {
	const [last] = await tx
		.insert(editingSessionsTable)
		.values({ id: session })
		.onConflictDoUpdate({ target: id, set: { id: session } })
		.returning({ id: record_id, version, sent_at });
	return last;
}

export async function deleteOldEditingSessions({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
	await db.delete(editingSessionsTable).where(lt(saved_at, new Date(clock().getTime() - retentionMs)));
}
