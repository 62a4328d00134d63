import { and, eq, sql } from "drizzle-orm";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import type { Level } from "#features/auth/auth.schema.ts";
import { type Session, sessionsTable, type User, usersTable } from "#features/auth/auth.table.ts";
import { AuthError, noAuthorization, sessionNotFound, userNotFound } from "#features/auth/auth-errors.server.ts";
import { hasVerifiedFactor, isDemandedOf, isFresh, lowerLevel } from "#features/auth/factors/assurance.server.ts";
import { stepNeeded } from "#features/auth/factors/factor-errors.server.ts";
import type { Role } from "#features/users/users.schema.ts";
import type { Areas } from "#lib/access/areas.ts";
import type { Database } from "#platform/database/database.server.ts";
import { oncePer } from "#platform/limits/once-per.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { readAccessToken } from "./access-token.server.ts";
import { endExpired, isOutlived, noteUse } from "./session-life.server.ts";

export type Bearer = {
	user: User;
	session: Session;
	role: Role;
	/** To which an admin is limited; null without a limit. */
	areas: Areas;
	level: Level;
	/** Below what the account demands: good for taking the second step, and for nothing else. */
	isLimited: boolean;
	/** Proven lately, by a second factor where the account has one. */
	isFresh: boolean;
	hasFactor: boolean;
};

type BearerDeps = Pick<Deps, "db" | "settings" | "clock" | "logger">;

/**
 * The one check of an access token, for every part of the product. It reads user, session, role and factors at each
 * request, which is what makes a sign-out, a new password, a lost role or a new factor effective at once
 * (contracts: auth 5.1).
 * @param endpoint what a limited session is refused, for the log; nothing is written without it
 * @throws {AuthError} 401 or 403; 403 `insufficient_aal` for a session that has not taken its second step
 */
export async function checkBearer(
	deps: BearerDeps,
	authorization: string | undefined,
	endpoint?: string,
): Promise<Bearer> {
	const bearer = await checkLimitedBearer(deps, authorization);
	if (!bearer.isLimited) return bearer;
	const { user, session } = bearer;
	const fields = { event: "auth.limited_refused", userId: user.id, sessionId: session.id, endpoint };
	if (endpoint) deps.logger.warn(fields, "a session was refused before its second step");
	throw stepNeeded();
}

/** The same for the few endpoints that a session may reach before its second step. */
export async function checkLimitedBearer(deps: BearerDeps, authorization: string | undefined): Promise<Bearer> {
	const token = authorization?.match(/^bearer ([^\s,]+)$/i)?.[1];
	if (!token) throw noAuthorization();
	const { userId, sessionId, level: tokenLevel } = await readAccessToken(deps, token);
	const [row] = await selectBearer(deps.db).execute({ userId, sessionId });
	if (!row) throw userNotFound();
	if (!row.session) throw sessionNotFound();
	const { user, session, hasFactor } = row;
	// A sign-in that was under way when the account was deactivated may have left a session.
	if (user.deactivated_at) throw sessionNotFound();
	const role = row.role ?? "user";
	const level = lowerLevel(tokenLevel, session.aal);
	const isLimited = level === "aal1" && (hasFactor || isDemandedOf(deps.settings, role));
	if (isOutlived(deps, session, isLimited)) {
		await endExpired(deps, session);
		throw sessionNotFound();
	}
	await noteUse(deps, session);
	return {
		user,
		session,
		role,
		areas: row.areas,
		level,
		isLimited,
		isFresh: isFresh(deps, session, hasFactor),
		hasFactor,
	};
}

/** To what the bearer of this token is limited, if an admin. */
export async function findAdmin(
	deps: BearerDeps,
	authorization: string | undefined,
	endpoint?: string,
): Promise<Pick<Bearer, "areas"> | undefined> {
	try {
		const bearer = await checkBearer(deps, authorization, endpoint);
		return bearer.role === "admin" ? bearer : undefined;
	} catch (error) {
		if (error instanceof AuthError) return undefined;
		throw error;
	}
}

/** Every request asks this; putting its text together takes longer than the answer. */
const selectBearer = oncePer((db: Database) => {
	const ownSession = and(eq(sessionsTable.id, sql.placeholder("sessionId")), eq(sessionsTable.user_id, usersTable.id));
	return db
		.select({
			user: usersTable,
			session: sessionsTable,
			role: profilesTable.role,
			areas: profilesTable.areas,
			hasFactor: hasVerifiedFactor,
		})
		.from(usersTable)
		.leftJoin(sessionsTable, ownSession)
		.leftJoin(profilesTable, eq(profilesTable.user_id, usersTable.id))
		.where(eq(usersTable.id, sql.placeholder("userId")))
		.prepare("bearer");
});
