import { and, eq, sql } from "drizzle-orm";
import { type Session, sessionsTable, type User, usersTable } from "#features/auth/auth.table.ts";
import { noAuthorization, sessionNotFound, userNotFound } from "#features/auth/auth-errors.server.ts";
import type { Role } from "#features/users/users.schema.ts";
import { profilesTable } from "#features/users/users.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import { oncePer } from "#platform/limits/once-per.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { readAccessToken } from "./access-token.server.ts";

export type Bearer = { user: User; session: Session; role: Role };

/**
 * The one check of an access token, for every part of the product. It reads user, session and role at each request,
 * which is what makes a sign-out, a new password or a lost role effective at once (contracts: auth 5.1).
 * @throws {AuthError} 401 or 403
 */
export async function checkBearer(
	deps: Pick<Deps, "db" | "settings" | "clock">,
	authorization: string | undefined,
): Promise<Bearer> {
	const token = authorization?.match(/^bearer ([^\s,]+)$/i)?.[1];
	if (!token) throw noAuthorization();
	const { userId, sessionId } = await readAccessToken(deps, token);
	const [row] = await selectBearer(deps.db).execute({ userId, sessionId });
	if (!row) throw userNotFound();
	if (!row.session) throw sessionNotFound();
	return { user: row.user, session: row.session, role: row.role ?? "user" };
}

/** Every request asks this; putting its text together takes longer than the answer. */
const selectBearer = oncePer((db: Database) => {
	const ownSession = and(eq(sessionsTable.id, sql.placeholder("sessionId")), eq(sessionsTable.user_id, usersTable.id));
	return db
		.select({ user: usersTable, session: sessionsTable, role: profilesTable.role })
		.from(usersTable)
		.leftJoin(sessionsTable, ownSession)
		.leftJoin(profilesTable, eq(profilesTable.user_id, usersTable.id))
		.where(eq(usersTable.id, sql.placeholder("userId")))
		.prepare("bearer");
});
