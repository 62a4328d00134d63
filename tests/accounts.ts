import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { type Session, sessionsTable, type User, usersTable } from "#features/auth/auth.table.ts";
import { factorsTable } from "#features/auth/factors/factors.table.ts";
import { stepAt, totpCode } from "#features/auth/factors/totp.server.ts";
import { signAccessToken } from "#features/auth/sessions/access-token.server.ts";
import { startSession } from "#features/auth/sessions/sessions.server.ts";
import { createInvitation } from "#features/users/invitations/invitations.server.ts";
import type { Invitation } from "#features/users/invitations/invitations.table.ts";
import type { Role } from "#features/users/users.schema.ts";
import type { Area } from "#lib/access/areas.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { sealSecret } from "#platform/process/sealed-secrets.server.ts";

/** Of every account that `insertUser` makes, unless told otherwise. */
export const testPassword = "gondola twelve birch";

type UserOverrides = {
	email?: string;
	password?: string;
	role?: Role;
	areas?: Area[];
	confirmed?: boolean;
	full_name?: string;
};

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
	await deps.db
		.insert(profilesTable)
		.values({ user_id: user.id, email, full_name, role, areas: overrides.areas ?? null, created_at: now });
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

/** A verified authenticator app of an account, with the code that it shows now. */
export async function insertApp(deps: Deps, userId: string) {
	const id = randomUUID();
	const secret = Buffer.from(`secret of ${id}`.slice(0, 20));
	const now = deps.clock();
	await deps.db.insert(factorsTable).values({
		id,
		user_id: userId,
		name: "Authenticator app",
		status: "verified",
		...sealSecret(deps.settings, id, secret),
		created_at: now,
		updated_at: now,
	});
	return { id, secret, code: (delay = 0) => totpCode(secret, stepAt(deps.clock()) + delay) };
}

/** An account with an authenticator app, in a session that has taken its second step. */
export async function signInTwice(deps: Deps, overrides: UserOverrides = {}) {
	const user = await insertUser(deps, overrides);
	const app = await insertApp(deps, user.id);
	const started = await startSession(deps.db, deps.clock(), user.id, "password");
	const [session = started] = await deps.db
		.update(sessionsTable)
		.set({
			aal: "aal2",
			amr: [{ method: "totp", timestamp: Math.floor(deps.clock().getTime() / 1000) }],
			factor_id: app.id,
		})
		.where(eq(sessionsTable.id, started.id))
		.returning();
	const { token } = await signAccessToken(deps, user, session);
	return { user, session, app, headers: { Authorization: `Bearer ${token}` } };
}

/** An invitation of an address that has none, by no one in particular. */
export async function insertInvitation(deps: Deps): Promise<Invitation> {
	const inviter = await insertUser(deps, { role: "admin" });
	const email = `invited-${randomUUID().slice(0, 8)}@example.com`;
	return createInvitation(deps, { email, role: "user", areas: null }, { userId: inviter.id, email: inviter.email });
}
