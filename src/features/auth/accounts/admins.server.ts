import { and, eq, exists, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { sessionsTable, usersTable } from "#features/auth/auth.table.ts";
import { setupLinksTable } from "#features/auth/setup/setup-links.table.ts";
import { readEmailAddress } from "#lib/reach/email-address.ts";
import { system } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { SettingsError } from "#platform/process/settings.server.ts";
import { endFormerAccess } from "./former-access.server.ts";
import { issueLink } from "./links.server.ts";
import { weaknessOf } from "./password-rules.server.ts";
import { profilesTable } from "./profiles.table.ts";

/**
 * Makes the address an admin, with an account if it has none. No HTTP request leads here: it is for commands on the
 * server.
 * @returns a link, good for one use, to choose a password
 */
export async function appointAdmin(deps: Pick<Deps, "db" | "settings" | "clock">, address: string): Promise<string> {
	const email = readEmailAddress(address)?.toLowerCase();
	if (!email) throw new Error(`${address} is not an email address.`);
	return deps.db.transaction(async (tx) => {
		const userId = await appoint(deps, tx, email, null);
		return passwordLink(deps, tx, userId);
	});
}

/** The name of the admin without a limit who was active last, and so is likely to be there to lift someone else's. */
export async function accessGiver(db: Database): Promise<string> {
	const { user_id, role, areas, full_name, email } = profilesTable;
	const lastUsed = sql`(select max(${sessionsTable.used_at}) from ${sessionsTable} where ${sessionsTable.user_id} = ${user_id})`;
	const [giver] = await db
		.select({ name: sql<string>`coalesce(${full_name}, ${email})` })
		.from(profilesTable)
		.innerJoin(usersTable, eq(usersTable.id, user_id))
		.where(and(eq(role, "admin"), isNull(areas), isNotNull(usersTable.confirmed_at), isNull(usersTable.deactivated_at)))
		.orderBy(sql`greatest(${lastUsed}, ${usersTable.last_sign_in_at}) desc nulls last`)
		.limit(1);
	return giver?.name ?? "An admin";
}

/** With which an admin chooses a password. */
export const passwordLink = (deps: Pick<Deps, "settings" | "clock">, tx: Database, userId: string) =>
	issueLink(deps, tx, "recovery", userId, `${deps.settings.siteUrl}/auth`);

/**
 * At start: makes sure that the configured admin exists. Who is an admin already keeps the password; any other account
 * with this address gets the configured one, and the log says so: perhaps a colleague took the role away on purpose.
 * @throws {SettingsError} when the password breaks the rules for passwords
 */
export async function ensureConfiguredAdmin(deps: Deps): Promise<void> {
	const { admin } = deps.settings;
	if (!admin) return;
	const email = admin.email.toLowerCase();
	const [existing] = await deps.db
		.select({ id: usersTable.id, trusted: sql<boolean>`not ${isUntrusted(deps.db)}` })
		.from(usersTable)
		.where(eq(usersTable.email, email));
	if (existing?.trusted) return;
	const weakness = weaknessOf(deps.settings, admin.password);
	if (weakness) throw new SettingsError([`ADMIN_PASSWORD: ${weakness.message}`]);
	const passwordHash = await deps.passwords.hash(admin.password);
	await deps.db.transaction((tx) => appoint(deps, tx, email, passwordHash));
	if (existing) {
		const restored =
			"The ADMIN_EMAIL account was no longer an active admin. It is one again, and its password is now ADMIN_PASSWORD";
		deps.logger.warn({ userId: existing.id }, restored);
	}
}

/**
 * An account whose password a stranger may have chosen: it is unconfirmed, or was not an admin's, chosen with an emailed
 * link. A deactivated one is treated the same way: someone who knew its password may be the reason.
 */
function isUntrusted(db: Database): SQL | undefined {
	const asAdmin = and(eq(profilesTable.user_id, usersTable.id), eq(profilesTable.role, "admin"));
	return or(
		isNull(usersTable.confirmed_at),
		isNotNull(usersTable.deactivated_at),
		not(exists(db.select().from(profilesTable).where(asAdmin))),
	);
}

/**
 * The operator vouches for the address. Unless the account is an admin's already, its password ends, with all
 * that it opened, and so does its limit. There is an admin then, so the set-up is over.
 */
export async function appoint(
	deps: Pick<Deps, "clock">,
	tx: Database,
	email: string,
	passwordHash: string | null,
): Promise<string> {
	const now = deps.clock();
	const vouchedFor = { password_hash: passwordHash, confirmed_at: now, deactivated_at: null, updated_at: now };
	const [replaced] = await tx
		.insert(usersTable)
		.values({ email, ...vouchedFor, created_at: now })
		.onConflictDoUpdate({ target: usersTable.email, set: vouchedFor, setWhere: isUntrusted(tx) })
		.returning({ id: usersTable.id });
	const [user] = await tx.select({ id: usersTable.id }).from(usersTable).where(eq(usersTable.email, email));
	if (!user) throw new Error("the account was not stored");
	if (replaced) await endFormerAccess(tx, user.id, system);
	await tx.delete(setupLinksTable);
	await tx
		.insert(profilesTable)
		.values({ user_id: user.id, email, role: "admin", created_at: now })
		.onConflictDoUpdate({ target: profilesTable.user_id, set: { role: "admin", ...(replaced && { areas: null }) } });
	return user.id;
}
