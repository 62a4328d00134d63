import { and, eq, ne, sql } from "drizzle-orm";
import { noteAccountEvent } from "#features/activity/account-trail.server.ts";
import type { AuthenticationMethod, StrongMethod } from "#features/auth/auth.schema.ts";
import { type Session, sessionsTable } from "#features/auth/auth.table.ts";
import { sessionNotFound } from "#features/auth/auth-errors.server.ts";
import { unixSeconds } from "#features/auth/sessions/access-token.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { updateRow } from "#platform/records/records.server.ts";
import { noteDevice } from "./known-devices.server.ts";

/**
 * Lifts a session to `aal2`, or makes it fresh, in the transaction of the proof. The refresh counter leaps, so that a token
 * from before the second step never earns one from after it (contracts: second-factor 7). The caller holds the user's row.
 * @throws {AuthError} 403 when the session has ended meanwhile
 */
export async function raiseSession(
	deps: Pick<Deps, "settings" | "clock" | "jobs" | "logger">,
	tx: Database,
	session: Session,
	proof: { method: StrongMethod; factorId: string },
	client: Client,
): Promise<Session> {
	const now = deps.clock();
	const counter = sql`${sessionsTable.counter} + 2`;
	const raised = await updateRow(tx, sessionsTable, eq(sessionsTable.id, session.id), {
		aal: "aal2",
		amr: withMethod(session.amr, { method: proof.method, timestamp: unixSeconds(now) }),
		factor_id: proof.factorId,
		counter,
		raised_counter: counter,
		refreshed_at: now,
		used_at: now,
		device: client.device,
	});
	if (!raised) throw sessionNotFound();
	await endWeakSessions(tx, session.user_id);
	await noteDevice(deps, tx, session.user_id, client);
	const { user_id: userId, id: sessionId } = session;
	await noteAccountEvent(deps, tx, {
		event: "raised",
		account: userId,
		by: userId,
		client,
		details: { method: { new: proof.method } },
		logged: { sessionId, method: proof.method },
	});
	return raised;
}

/** Newest first, one entry for each method. */
const withMethod = (methods: AuthenticationMethod[], proven: AuthenticationMethod): AuthenticationMethod[] => [
	proven,
	...methods.filter(({ method }) => method !== proven.method),
];

/** Sessions of the account that rest on a password or an emailed link alone. */
export async function endWeakSessions(tx: Database, userId: string): Promise<void> {
	await tx.delete(sessionsTable).where(and(eq(sessionsTable.user_id, userId), eq(sessionsTable.aal, "aal1")));
}

/**
 * What the removal of a factor means for the account's sessions: those that it raised last end, but the calling one; with
 * the last factor all fall back to `aal1`.
 */
export async function lowerSessions(tx: Database, own: Session, factorId: string, wasLast: boolean): Promise<void> {
	const { factor_id, id, user_id } = sessionsTable;
	await tx.delete(sessionsTable).where(and(eq(user_id, own.user_id), ne(id, own.id), eq(factor_id, factorId)));
	if (wasLast) await tx.update(sessionsTable).set({ aal: "aal1" }).where(eq(user_id, own.user_id));
}
