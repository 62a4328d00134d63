import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { noteAccountEvent } from "#features/activity/account-trail.server.ts";
import { presentUser } from "#features/auth/accounts/user-object.server.ts";
import type { Level, SignInMethod } from "#features/auth/auth.schema.ts";
import { type Session, sessionsTable, type User, usersTable } from "#features/auth/auth.table.ts";
import {
	accountDeactivated,
	malformedRefreshToken,
	refreshTokenNotFound,
	refreshTokenUsed,
	sessionExpired,
	validationFailed,
} from "#features/auth/auth-errors.server.ts";
import { isLimitedAt, listFactors } from "#features/auth/factors/assurance.server.ts";
import { noteDevice } from "#features/auth/factors/known-devices.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { deleteRow, insertRow, updateRow } from "#platform/records/records.server.ts";
import { methodsOf, signAccessToken } from "./access-token.server.ts";
import { readRefreshToken, refreshToken } from "./refresh-token.server.ts";
import { endExpired, endFeed, hasExpired } from "./session-life.server.ts";

/**
 * Starts a session and logs it. Every successful sign-in goes through here.
 * @throws {AuthError} 403 for a deactivated account
 */
export async function beginSession(
	deps: Pick<Deps, "clock" | "jobs" | "logger" | "settings">,
	tx: Database,
	userId: string,
	method: SignInMethod,
	client: Client,
	factorId?: string,
): Promise<Session> {
	const [account] = await tx
		.select({ deactivatedAt: usersTable.deactivated_at })
		.from(usersTable)
		.where(eq(usersTable.id, userId));
	if (account?.deactivatedAt) throw accountDeactivated();
	const session = await startSession(tx, deps.clock(), userId, method, { device: client.device, factorId });
	await noteAccountEvent(deps, tx, {
		event: "signed_in",
		account: userId,
		by: userId,
		client,
		details: { method: { new: method } },
		logged: { sessionId: session.id, methods: [method], level: session.aal },
	});
	await endBeyond(tx, userId);
	// The device of a thief who has the password alone is not a known one.
	if (!(await isLimitedAt(deps, tx, userId, session.aal))) await noteDevice(deps, tx, userId, client);
	return session;
}

/** Of one account at the same time. */
const maxSessions = 50;

/** The oldest sessions beyond what an account may have. */
async function endBeyond(tx: Database, userId: string): Promise<void> {
	const { created_at, id, user_id } = sessionsTable;
	const beyond = tx
		.select({ id })
		.from(sessionsTable)
		.where(eq(user_id, userId))
		.orderBy(desc(created_at))
		.offset(maxSessions);
	await tx.delete(sessionsTable).where(inArray(id, beyond));
}

/** A passkey is a second factor in itself: possession, with a PIN or a finger. */
const levelOf = (method: SignInMethod): Level => (method === "passkey" ? "aal2" : "aal1");

export async function startSession(
	tx: Database,
	now: Date,
	userId: string,
	method: SignInMethod,
	{ device, factorId }: { device?: string; factorId?: string | undefined } = {},
): Promise<Session> {
	return insertRow(tx, sessionsTable, {
		user_id: userId,
		method,
		aal: levelOf(method),
		created_at: now,
		refreshed_at: now,
		used_at: now,
		device,
		factor_id: factorId,
	});
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
		user: presentUser(user, await listFactors(deps.db, user.id)),
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
	const before = await findSession(deps.db, presented.sessionId);
	if (before.user.deactivated_at || (await hasExpired(deps, before.session))) {
		await endExpired(deps, before.session);
		throw sessionExpired();
	}
	const rotated = await rotate(deps, presented.sessionId, presented.counter, client);
	const { user, session } = await findSession(deps.db, presented.sessionId);
	const behind = session.counter - presented.counter;
	const justNow = rotatedJustNow(deps, session);
	// It is from before the second step, so its holder has not taken that step.
	const isOutdone = presented.counter < session.raised_counter;
	const accepted = !isOutdone && (rotated || behind === 1 || (behind > 1 && justNow));
	if (!accepted) {
		if (behind < 1) throw refreshTokenNotFound();
		// Another tab, which has not heard of the second step yet.
		if (isOutdone && justNow) throw refreshTokenUsed();
		await deps.db.transaction(async (tx) => {
			await tx.delete(sessionsTable).where(eq(sessionsTable.id, session.id));
			await noteAccountEvent(deps, tx, { event: "session_reused", account: user.id, by: null, client });
		});
		throw refreshTokenUsed();
	}
	return presentSession(deps, user, session);
}

/** One conditional statement, so that of several requests with one token exactly one rotates. */
async function rotate(deps: Deps, sessionId: string, counter: number, client: Client): Promise<boolean> {
	const now = deps.clock();
	const isCurrent = and(eq(sessionsTable.id, sessionId), eq(sessionsTable.counter, counter));
	const next = { counter: sql`${sessionsTable.counter} + 1`, refreshed_at: now, used_at: now, device: client.device };
	return (await updateRow(deps.db, sessionsTable, isCurrent, next)) !== undefined;
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

const logEnd = (logger: Deps["logger"], userId: string, sessionId: string, by: string) =>
	logger.info({ event: "auth.session_ended", userId, sessionId, by }, "a session was ended");

/** Ends sessions of the caller's user only. */
export async function endSessions(
	{ db, logger }: Pick<Deps, "db" | "logger">,
	own: Pick<Session, "id" | "user_id">,
	scope = "global",
): Promise<void> {
	const narrowed: Record<string, SQL | undefined> = {
		global: undefined,
		local: eq(sessionsTable.id, own.id),
		others: ne(sessionsTable.id, own.id),
	};
	if (!Object.hasOwn(narrowed, scope)) throw validationFailed(`Unsupported logout scope "${scope}"`);
	const ended = await db.transaction(async (tx) => {
		// 'global' is what everyone does at the end of the day. Whoever has doubts about the other sessions ends those.
		if (scope === "others") await endFeed(tx, own.user_id);
		const chosen = and(eq(sessionsTable.user_id, own.user_id), narrowed[scope]);
		return tx.delete(sessionsTable).where(chosen).returning({ id: sessionsTable.id });
	});
	for (const { id } of ended) logEnd(logger, own.user_id, id, own.user_id);
}

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
