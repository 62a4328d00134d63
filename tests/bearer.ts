import { randomUUID } from "node:crypto";
import { usersTable } from "#features/auth/auth.table.ts";
import { signAccessToken } from "#features/auth/sessions/access-token.server.ts";
import { startSession } from "#features/auth/sessions/sessions.server.ts";
import type { Role } from "#features/users/users.schema.ts";
import { profilesTable } from "#features/users/users.table.ts";
import type { Deps } from "#platform/process/deps.server.ts";

/** Signs a new account with this role in; its `Authorization` header and its id. */
export async function signInAs(deps: Deps, role: Role): Promise<{ authorization: string; userId: string }> {
	const now = deps.clock();
	const email = `${role}-${randomUUID()}@staff.example`;
	const [user] = await deps.db
		.insert(usersTable)
		.values({ email, confirmed_at: now, created_at: now, updated_at: now })
		.returning();
	if (!user) throw new Error("the insert returned no row");
	await deps.db.insert(profilesTable).values({ user_id: user.id, email, role, created_at: now });
	const session = await startSession(deps.db, now, user.id, "password");
	const { token } = await signAccessToken(deps, user, session);
	return { authorization: `Bearer ${token}`, userId: user.id };
}
