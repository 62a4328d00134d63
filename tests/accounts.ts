import { randomUUID } from "node:crypto";
import { type Session, type User, usersTable } from "#features/auth/auth.table.ts";
import { signAccessToken } from "#features/auth/sessions/access-token.server.ts";
import { startSession } from "#features/auth/sessions/sessions.server.ts";
import { createInvitation } from "#features/users/invitations/invitations.server.ts";
import type { Invitation } from "#features/users/invitations/invitations.table.ts";
import type { Role } from "#features/users/users.schema.ts";
import { profilesTable } from "#features/users/users.table.ts";
import type { Deps } from "#platform/process/deps.server.ts";

/** Of every account that `insertUser` makes, unless told otherwise. */
export const testPassword = "gondola twelve birch";

type UserOverrides = { email?: string; password?: string; role?: Role; confirmed?: boolean; full_name?: string };

/** Stores a confirmed account with its profile. */
export async function insertUser(deps: Deps, overrides: UserOverrides = {}): Promise<User> {
	const now = deps.clock();
	const { email = `user-${randomUUID().slice(0, 8)}@example.com`, confirmed = true, role = "user" } = overrides;
	const [user] = await deps.db
		.insert(usersTable)
		.values({
			email,
			password_hash: await deps.passwords.hash(overrides.password ?? testPassword),
			confirmed_at: confirmed ? now : null,
			user_metadata: {},
			created_at: now,
			updated_at: now,
		})
		.returning();
	if (!user) throw new Error("the insert returned no row");
	const full_name = overrides.full_name ?? null;
	await deps.db.insert(profilesTable).values({ user_id: user.id, email, full_name, role, created_at: now });
	return user;
}

export type SignedInUser = { user: User; session: Session; authorization: string; headers: { Authorization: string } };

/** An account with a session of its own; `authorization` is the header that its browser would send. */
export async function signInAs(deps: Deps, overrides: UserOverrides = {}): Promise<SignedInUser> {
	return openSession(deps, await insertUser(deps, overrides));
}

/** One more session of an account. */
export async function openSession(deps: Deps, user: User): Promise<SignedInUser> {
	const session = await startSession(deps.db, deps.clock(), user.id, "password");
	const { token } = await signAccessToken(deps, user, session);
	const authorization = `Bearer ${token}`;
	return { user, session, authorization, headers: { Authorization: authorization } };
}

/** An invitation of an address that has none, by nobody in particular. */
export async function insertInvitation(deps: Deps): Promise<Invitation> {
	const inviter = await insertUser(deps, { role: "admin" });
	const email = `invited-${randomUUID().slice(0, 8)}@example.com`;
	return createInvitation(deps, { email, role: "user" }, { userId: inviter.id, email: inviter.email });
}
