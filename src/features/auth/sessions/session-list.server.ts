import { and, desc, eq } from "drizzle-orm";
import { sessionsTable } from "#features/auth/auth.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { deleteRow } from "#platform/records/records.server.ts";
import { methodsOf } from "./access-token.server.ts";
import { logEnd } from "./sessions.server.ts";

type Caller = { userId: string; sessionId: string };

/** Where an account is signed in, last used first (contracts: second-factor 9). */
export async function listSessions(db: Database, { userId, sessionId }: Caller) {
	const sessions = await db
		.select()
		.from(sessionsTable)
		.where(eq(sessionsTable.user_id, userId))
		.orderBy(desc(sessionsTable.used_at), desc(sessionsTable.created_at));
	return sessions.map((session) => ({
		id: session.id,
		device: session.device,
		created_at: session.created_at.toISOString(),
		last_used_at: session.used_at.toISOString(),
		level: session.aal,
		methods: methodsOf(session).map(({ method }) => method),
		current: session.id === sessionId,
	}));
}

/** Ends one session of the caller. @throws {HttpError} 404 for one that is not theirs */
export async function endSession({ db, logger }: Pick<Deps, "db" | "logger">, { userId }: Caller, id: string) {
	const isOwn = and(eq(sessionsTable.id, id), eq(sessionsTable.user_id, userId));
	await deleteRow(db, sessionsTable, isOwn, "This session");
	logEnd(logger, userId, id, userId);
}
