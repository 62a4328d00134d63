import { and, asc, eq, isNull } from "drizzle-orm";
import { noteAccountEvent } from "#features/activity/account-trail.server.ts";
import { replaceFormerPassword } from "#features/auth/accounts/promotion.server.ts";
import { sessionsTable, usersTable } from "#features/auth/auth.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import { forbidden, HttpError, notFound } from "#platform/http/http-errors.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { invitationsTable } from "./invitations/invitations.table.ts";
import { type ListedUser, userColumns } from "./users.record.server.ts";
import type { Role } from "./users.schema.ts";
import { type Profile, profilesTable } from "./users.table.ts";

export async function getProfile(db: Database, userId: string): Promise<Profile> {
	const [profile] = await db.select().from(profilesTable).where(eq(profilesTable.user_id, userId));
	if (!profile) throw notFound("This profile");
	return profile;
}

export async function hasAdmin(db: Database): Promise<boolean> {
	const admins = await db
		.select({ id: profilesTable.id })
		.from(profilesTable)
		.where(eq(profilesTable.role, "admin"))
		.limit(1);
	return admins.length > 0;
}

const notConfirmed = () => new HttpError(409, "not_confirmed", "This person hasn't confirmed their email address yet.");

/** Signs a user out on every device right away, because each request looks up its session. */
export async function endSessionsOf(
	deps: Pick<Deps, "db" | "logger">,
	callerId: string,
	userId: string,
	client: Client,
): Promise<void> {
	await deps.db.transaction(async (tx) => {
		await getProfile(tx, userId);
		await tx.delete(sessionsTable).where(eq(sessionsTable.user_id, userId));
		await noteAccountEvent(deps, tx, { event: "sessions_ended", account: userId, by: callerId, client });
	});
}

const ownRole = () => new HttpError(409, "own_role", "You cannot demote yourself from admin");

/**
 * Changes a user's role. No one is promoted before the email address is confirmed, and a new admin has to choose a
 * password by a mailed link (contracts: auth 1). The last admin cannot lose it: nobody demotes themselves, and whoever
 * demotes another must still be an admin once the rows of all admins are locked, which leaves at least that one.
 */
export async function updateRole(deps: Deps, callerId: string, userId: string, role: Role): Promise<ListedUser> {
	if (userId === callerId && role !== "admin") throw ownRole();
	return deps.db.transaction(async (tx) => {
		// The account before any profile, which is the order of those who change an account (trigger users_touch_profile).
		const [account] = await tx
			.select({ confirmedAt: usersTable.confirmed_at })
			.from(usersTable)
			.where(eq(usersTable.id, userId))
			.for("no key update");
		const admins = await tx
			.select({ userId: profilesTable.user_id })
			.from(profilesTable)
			.where(eq(profilesTable.role, "admin"))
			.orderBy(asc(profilesTable.id))
			.for("update");
		if (!admins.some((admin) => admin.userId === callerId)) throw forbidden();
		if (role !== "user" && account && !account.confirmedAt) throw notConfirmed();
		const [profile] = await tx.update(profilesTable).set({ role }).where(eq(profilesTable.user_id, userId)).returning();
		if (!profile) throw notFound("This user");
		const wasAdmin = admins.some((admin) => admin.userId === userId);
		if (role === "admin" && !wasAdmin) await replaceFormerPassword(deps, tx, userId);
		if (role !== "admin" && wasAdmin) await withdrawInvitationsOf(tx, userId, deps.clock());
		const [user] = await tx.select(userColumns).from(profilesTable).where(eq(profilesTable.id, profile.id));
		if (!user) throw notFound("This user");
		return user;
	});
}

/** Whoever is an admin here remains one until the transaction ends. @throws {HttpError} 403 */
export async function requireAdmin(tx: Database, callerId: string): Promise<void> {
	const [caller] = await tx
		.select({ role: profilesTable.role })
		.from(profilesTable)
		.where(eq(profilesTable.user_id, callerId))
		.for("share");
	if (caller?.role !== "admin") throw forbidden();
}

/** Revokes the invitations of a user who is no longer an admin; otherwise they would be a way back in. */
async function withdrawInvitationsOf(tx: Database, adminId: string, now: Date): Promise<void> {
	const { accepted_at, invited_by, withdrawn_at } = invitationsTable;
	await tx
		.update(invitationsTable)
		.set({ withdrawn_at: now })
		.where(and(eq(invited_by, adminId), isNull(accepted_at), isNull(withdrawn_at)));
}
