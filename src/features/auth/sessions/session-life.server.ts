import { and, eq, lt, ne } from "drizzle-orm";
import { type Session, sessionsTable } from "#features/auth/auth.table.ts";
import { isLimitedAt } from "#features/auth/factors/assurance.server.ts";
import { calendarFeedsTable } from "#features/bookings/guests/call-links.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";

/** Of a session that has not taken its second step. */
const limitedSeconds = 60 * 60;
/** A use is written once in this time, so that reading costs no write. */
const noteUseAfterMs = 5 * 60_000;

/** Whether the session has outlived what the settings grant it since its sign-in, or since its last use. */
export function isOutlived(
	{ settings, clock }: Pick<Deps, "settings" | "clock">,
	session: Session,
	limited: boolean,
): boolean {
	const { sessionMax, sessionIdle } = settings.auth;
	const secondsSince = (time: Date) => (clock().getTime() - time.getTime()) / 1000;
	const age = secondsSince(session.created_at);
	return (
		(sessionMax > 0 && age > sessionMax) ||
		(sessionIdle > 0 && secondsSince(session.used_at) > sessionIdle) ||
		(limited && age > limitedSeconds)
	);
}

/** The same for a session of which nothing else is known yet. */
export async function hasExpired(deps: Pick<Deps, "db" | "settings" | "clock">, session: Session): Promise<boolean> {
	return isOutlived(deps, session, await isLimitedAt(deps, deps.db, session.user_id, session.aal));
}

export async function endExpired({ db, logger }: Pick<Deps, "db" | "logger">, session: Session): Promise<void> {
	await db.delete(sessionsTable).where(eq(sessionsTable.id, session.id));
	logger.info(
		{ event: "auth.session_expired", userId: session.user_id, sessionId: session.id },
		"a session has expired",
	);
}

/** What a stolen session may have made to go on reading: it ends with the sessions and the role, and doesn't come back. */
export async function endFeed(tx: Database, userId: string): Promise<void> {
	await tx.delete(calendarFeedsTable).where(eq(calendarFeedsTable.user_id, userId));
}

/** Ends every session of an account, but `kept`. To be called in a transaction. @returns the ids of those that ended */
export async function endEverySession(tx: Database, userId: string, kept?: string): Promise<string[]> {
	const { id, user_id } = sessionsTable;
	await endFeed(tx, userId);
	const ended = await tx
		.delete(sessionsTable)
		.where(and(eq(user_id, userId), kept ? ne(id, kept) : undefined))
		.returning({ id });
	return ended.map((session) => session.id);
}

/** Writes that the session is in use, unless that was written lately. */
export async function noteUse({ db, clock }: Pick<Deps, "db" | "clock">, session: Session): Promise<void> {
	const now = clock();
	const before = new Date(now.getTime() - noteUseAfterMs);
	if (session.used_at > before) return;
	await db
		.update(sessionsTable)
		.set({ used_at: now })
		.where(and(eq(sessionsTable.id, session.id), lt(sessionsTable.used_at, before)));
}
