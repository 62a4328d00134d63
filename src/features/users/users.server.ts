import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { noteAccountEvent } from "#features/activity/account-trail.server.ts";
import { reactivationMail } from "#features/auth/accounts/account-mails.server.ts";
import { type Profile, profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { mailPasswordLink, replaceFormerPassword } from "#features/auth/accounts/promotion.server.ts";
import { oneTimeTokensTable, sessionsTable, usersTable } from "#features/auth/auth.table.ts";
import { hasVerifiedFactor } from "#features/auth/factors/assurance.server.ts";
import { endFactors } from "#features/auth/factors/removal/end-factors.server.ts";
import { endEverySession, endFeed } from "#features/auth/sessions/session-life.server.ts";
import { bookingRecord } from "#features/bookings/bookings.record.ts";
import { busySourcesTable, callTakersTable } from "#features/bookings/busy/busy-times.table.ts";
import { endPresence } from "#features/threads/presence.server.ts";
import { threadsTable } from "#features/threads/threads.table.ts";
import type { Areas } from "#lib/access/areas.ts";
import type { Database } from "#platform/database/database.server.ts";
import { forbidden, HttpError, notFound } from "#platform/http/http-errors.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { getRow, required, updateRow } from "#platform/records/records.server.ts";
import { seenTables, sees } from "#records.ts";
import { invitationsTable } from "./invitations/invitations.table.ts";
import { type ListedUser, userColumns } from "./users.record.server.ts";
import type { OwnProfile, Role } from "./users.schema.ts";

export const getProfile = (db: Database, userId: string): Promise<Profile> =>
	getRow(db, profilesTable, eq(profilesTable.user_id, userId), "This profile");

const notConfirmed = () =>
	new HttpError(409, "not_confirmed", "This person must first confirm their email address with the link in our email.");

/** Signs a user out on every device right away, because each request looks up its session. */
export async function endSessionsOf(
	deps: Pick<Deps, "db" | "logger">,
	callerId: string,
	userId: string,
	client: Client,
): Promise<void> {
	await deps.db.transaction(async (tx) => {
		await getProfile(tx, userId);
		await endEverySession(tx, userId);
		await noteAccountEvent(deps, tx, { event: "sessions_ended", account: userId, by: callerId, client });
	});
}

const ownRole = () => new HttpError(409, "own_role", "You cannot demote yourself from admin");

const ownAccount = () => new HttpError(409, "own_account", "You can't deactivate your own account. Ask another admin.");

/** The account before any profile, which is the order of those who change an account (trigger users_touch_profile). */
async function lockAccount(tx: Database, userId: string) {
	const [account] = await tx
		.select({
			email: usersTable.email,
			confirmedAt: usersTable.confirmed_at,
			deactivatedAt: usersTable.deactivated_at,
			hasPassword: sql<boolean>`${usersTable.password_hash} is not null`,
		})
		.from(usersTable)
		.where(eq(usersTable.id, userId))
		.for("no key update");
	return account;
}

const ownAreas = () => new HttpError(409, "own_areas", "You can't limit your own access. Ask another admin.");

/**
 * Locks the rows of all admins until the transaction ends, so that of two who take each other's rights only one succeeds.
 * No one takes their own, so an active admin without a limit remains.
 * @throws {HttpError} 403 if the caller is no active admin, or has a limit
 */
async function lockAdmins(tx: Database, callerId: string): Promise<{ userId: string }[]> {
	const admins = await tx
		.select({ userId: profilesTable.user_id, areas: profilesTable.areas })
		.from(profilesTable)
		.where(eq(profilesTable.role, "admin"))
		.orderBy(asc(profilesTable.id))
		.for("update");
	if (!admins.some((admin) => admin.userId === callerId && admin.areas === null)) throw forbidden();
	await requireActive(tx, callerId);
	return admins;
}

/** @throws {HttpError} 403 */
async function requireActive(tx: Database, callerId: string): Promise<void> {
	const active = and(eq(usersTable.id, callerId), isNull(usersTable.deactivated_at));
	if ((await tx.$count(usersTable, active)) === 0) throw forbidden();
}

async function getListedUser(tx: Database, userId: string): Promise<ListedUser> {
	const [user] = await tx.select(userColumns).from(profilesTable).where(eq(profilesTable.user_id, userId));
	return required(user, "This user");
}

/**
 * Deactivates an account, which ends its sessions, its second steps, its emailed links, and the invitations it has sent, or
 * lets it in again.
 * Everything that its owner has done stays. No one deactivates themselves, so an admin remains.
 */
export function updateActive(
	deps: Deps,
	callerId: string,
	userId: string,
	active: boolean,
	client: Client,
): Promise<ListedUser> {
	if (userId === callerId) throw ownAccount();
	return deps.db.transaction(async (tx) => {
		const account = await lockAccount(tx, userId);
		await lockAdmins(tx, callerId);
		if (!account) throw notFound("This user");
		if (active !== Boolean(account.deactivatedAt)) return getListedUser(tx, userId);
		const deactivated_at = active ? null : deps.clock();
		await tx.update(usersTable).set({ deactivated_at }).where(eq(usersTable.id, userId));
		// Also when it is reactivated: a feed from an earlier version of the program doesn't come back.
		await endFeed(tx, userId);
		if (!active) {
			// Once its second step is gone, the password alone must not open the account when it is reactivated.
			const needsNewPassword = and(eq(usersTable.id, userId), hasVerifiedFactor);
			await tx.update(usersTable).set({ password_hash: null }).where(needsNewPassword);
			await endFactors(tx, userId, callerId);
			await endBusyTimes(tx, userId);
			await endEverySession(tx, userId);
			await tx.delete(oneTimeTokensTable).where(eq(oneTimeTokensTable.user_id, userId));
			await withdrawInvitationsOf(tx, userId, deps.clock());
			// Others see that no one has these now.
			await tx.update(threadsTable).set({ assignee_id: null }).where(eq(threadsTable.assignee_id, userId));
		}
		if (active && !account.hasPassword) {
			await mailPasswordLink(deps, tx, { id: userId, email: account.email }, reactivationMail);
		}
		const event = active ? "reactivated" : "deactivated";
		await noteAccountEvent(deps, tx, { event, account: userId, by: callerId, client });
		return getListedUser(tx, userId);
	});
}

/** Who is no member of staff takes no calls, and no one reads their calendars. */
async function endBusyTimes(tx: Database, userId: string): Promise<void> {
	await tx.delete(busySourcesTable).where(eq(busySourcesTable.user_id, userId));
	await tx.delete(callTakersTable).where(eq(callTakersTable.user_id, userId));
}

const isDeactivated = () =>
	new HttpError(409, "deactivated", "This account is deactivated. Reactivate it before you make it an admin.");

/** When each account was last used, by its id; those that were never used are not named. */
export async function listLastSeen(db: Database): Promise<Record<string, string>> {
	const { last_sign_in_at, id } = usersTable;
	const seen = sql<Date>`greatest(${last_sign_in_at}, max(${sessionsTable.used_at}))`.mapWith(last_sign_in_at);
	const rows = await db
		.select({ id, seen })
		.from(usersTable)
		.leftJoin(sessionsTable, eq(sessionsTable.user_id, id))
		.where(isNotNull(last_sign_in_at))
		.groupBy(id);
	return Object.fromEntries(rows.map((row) => [row.id, row.seen.toISOString()]));
}

/** Changes the caller's own name, for colleagues and in the session. */
export function updateOwnProfile(
	{ db, clock }: Pick<Deps, "db" | "clock">,
	userId: string,
	{ full_name }: OwnProfile,
): Promise<Profile> {
	return db.transaction(async (tx) => {
		await tx
			.update(usersTable)
			.set({
				user_metadata: sql`jsonb_strip_nulls(${usersTable.user_metadata} || jsonb_build_object('full_name', ${full_name}::text))`,
				updated_at: clock(),
			})
			.where(eq(usersTable.id, userId));
		const profile = await updateRow(tx, profilesTable, eq(profilesTable.user_id, userId), { full_name });
		return required(profile, "This profile");
	});
}

/**
 * Changes a user's role. No one is promoted before the email address is confirmed, and a new admin has to choose a
 * password by an emailed link (contracts: auth 1). The last admin cannot lose it: no one can demote themselves, and
 * someone who demotes another must still be an admin once the rows of all admins are locked, which leaves at least that
 * one.
 */
export async function updateRole(deps: Deps, callerId: string, userId: string, role: Role): Promise<ListedUser> {
	if (userId === callerId && role !== "admin") throw ownRole();
	return deps.db.transaction(async (tx) => {
		const account = await lockAccount(tx, userId);
		const admins = await lockAdmins(tx, callerId);
		if (role !== "user" && account?.deactivatedAt) throw isDeactivated();
		if (role !== "user" && account && !account.confirmedAt) throw notConfirmed();
		required(await updateRow(tx, profilesTable, eq(profilesTable.user_id, userId), { role }), "This user");
		await endFeed(tx, userId);
		const wasAdmin = admins.some((admin) => admin.userId === userId);
		if (role === "admin" && !wasAdmin) await replaceFormerPassword(deps, tx, userId, callerId);
		if (role !== "admin" && wasAdmin) {
			await withdrawInvitationsOf(tx, userId, deps.clock());
			await endBusyTimes(tx, userId);
		}
		return getListedUser(tx, userId);
	});
}

/**
 * Limits someone to areas, or lifts the limit. Ends what would be a way back in: the calendar feed, the invitations that they
 * have sent, and where they are or are assigned. Their drafts stay, and they don't see them.
 */
export async function updateAreas(deps: Deps, callerId: string, userId: string, limit: Areas): Promise<ListedUser> {
	if (userId === callerId) throw ownAreas();
	return deps.db.transaction(async (tx) => {
		await lockAccount(tx, userId);
		await lockAdmins(tx, callerId);
		required(await updateRow(tx, profilesTable, eq(profilesTable.user_id, userId), { areas: limit }), "This user");
		if (limit) {
			if (!sees(limit, bookingRecord.table)) await endFeed(tx, userId);
			await withdrawInvitationsOf(tx, userId, deps.clock());
			const { assignee_id, record_table } = threadsTable;
			const isForeign = sql`${record_table} <> all(${`{${seenTables(limit)}}`}::text[])`;
			await tx
				.update(threadsTable)
				.set({ assignee_id: null })
				.where(and(eq(assignee_id, userId), isForeign));
			await endPresence(tx, userId, limit);
		}
		return getListedUser(tx, userId);
	});
}

/** Someone who is an admin without a limit here remains one until the transaction ends. @throws {HttpError} 403 */
export async function requireAdmin(tx: Database, callerId: string): Promise<void> {
	const [caller] = await tx
		.select({ role: profilesTable.role, areas: profilesTable.areas })
		.from(profilesTable)
		.where(eq(profilesTable.user_id, callerId))
		.for("share");
	if (caller?.role !== "admin" || caller.areas) throw forbidden();
	await requireActive(tx, callerId);
}

/** Revokes the invitations of a user who is no longer an admin, or has a limit now; otherwise they would be a way back in. */
async function withdrawInvitationsOf(tx: Database, adminId: string, now: Date): Promise<void> {
	const { accepted_at, invited_by, withdrawn_at } = invitationsTable;
	await tx
		.update(invitationsTable)
		.set({ withdrawn_at: now })
		.where(and(eq(invited_by, adminId), isNull(accepted_at), isNull(withdrawn_at)));
}
