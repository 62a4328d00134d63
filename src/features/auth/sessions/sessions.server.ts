import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { noteAccountEvent } from "#features/activity/account-trail.server.ts";
import { presentUser } from "#features/auth/accounts/user-object.server.ts";
import { type Session, sessionsTable, type User, usersTable } from "#features/auth/auth.table.ts";
import {
	malformedRefreshToken,
	refreshTokenNotFound,
	refreshTokenUsed,
	validationFailed,
} from "#features/auth/auth-errors.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { signAccessToken } from "./access-token.server.ts";
import { readRefreshToken, refreshToken } from "./refresh-token.server.ts";

/** Starts a session and logs it. Every successful sign-in goes through here. */
export async function beginSession(
	deps: Pick<Deps, "clock" | "logger">,
	tx: Database,
	userId: string,
	method: Session["method"],
	client: Client,
): Promise<Session> {
	const details = { method: { new: method } };
	await noteAccountEvent(deps, tx, { event: "signed_in", account: userId, by: userId, client, details });
	return startSession(tx, deps.clock(), userId, method);
}

export async function startSession(
	tx: Database,
	now: Date,
	userId: string,
	method: Session["method"],
): Promise<Session> {
	const [session] = await tx
		.insert(sessionsTable)
		.values({ user_id: userId, method, created_at: now, refreshed_at: now })
		.returning();
	if (!session) throw new Error("the insert returned no row");
	return session;
}

/** The session as the client stores it, with a fresh access token. */
export async function presentSession(deps: Deps, user: User, session: Session) {
	const { token, expiresAt } = await signAccessToken(deps, user, session);
	return {
		access_token: token,
		token_type: "bearer",
		expires_in: deps.settings.auth.jwtExp,
		expires_at: expiresAt,
		refresh_token: refreshToken(deps.settings, session.id, session.counter),
		user: presentUser(user),
	};
}

/**
 * Exchanges a refresh token by the rules of contracts: auth 8. What it writes is committed before it throws: the end of
 * a session whose token was stolen has to hold although the request fails.
 * @throws {AuthError} 400
 */
export async function refreshSession(deps: Deps, token: string, client: Client) {
	const presented = readRefreshToken(deps.settings, token);
	if (presented === "malformed") throw malformedRefreshToken();
	if (presented === "forged") throw refreshTokenNotFound();
	const rotated = await rotate(deps, presented.sessionId, presented.counter);
	const { user, session } = await findSession(deps.db, presented.sessionId);
	const behind = session.counter - presented.counter;
	const accepted = rotated || behind === 1 || (behind > 1 && rotatedJustNow(deps, session));
	if (!accepted) {
		if (behind < 1) throw refreshTokenNotFound();
		await deps.db.transaction(async (tx) => {
			await tx.delete(sessionsTable).where(eq(sessionsTable.id, session.id));
			await noteAccountEvent(deps, tx, { event: "session_reused", account: user.id, by: null, client });
		});
		throw refreshTokenUsed();
	}
	return presentSession(deps, user, session);
}

/** One conditional statement, so that of several requests with one token exactly one rotates. */
async function rotate(deps: Deps, sessionId: string, counter: number): Promise<boolean> {
	const rows = await deps.db
		.update(sessionsTable)
		.set({ counter: sql`${sessionsTable.counter} + 1`, refreshed_at: deps.clock() })
		.where(and(eq(sessionsTable.id, sessionId), eq(sessionsTable.counter, counter)))
		.returning({ id: sessionsTable.id });
	return rows.length > 0;
}

async function findSession(db: Database, sessionId: string): Promise<{ user: User; session: Session }> {
	const [row] = await db
		.select({ user: usersTable, session: sessionsTable })
		.from(sessionsTable)
		.innerJoin(usersTable, eq(usersTable.id, sessionsTable.user_id))
		.where(eq(sessionsTable.id, sessionId));
	if (!row) throw refreshTokenNotFound();
	return row;
}

const rotatedJustNow = (deps: Deps, session: Session) =>
	deps.clock().getTime() - session.refreshed_at.getTime() < deps.settings.auth.reuseInterval * 1000;

/** Ends sessions of the caller's user only. */
export async function endSessions(db: Database, own: Session, scope = "global"): Promise<void> {
	const narrowed: Record<string, SQL | undefined> = {
		global: undefined,
		local: eq(sessionsTable.id, own.id),
		others: ne(sessionsTable.id, own.id),
	};
	if (!Object.hasOwn(narrowed, scope)) throw validationFailed(`Unsupported logout scope "${scope}"`);
	await db.delete(sessionsTable).where(and(eq(sessionsTable.user_id, own.user_id), narrowed[scope]));
}
