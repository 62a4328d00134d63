import { eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { profilesTable } from "#features/users/users.table.ts";
import type { Database } from "#platform/database.server.ts";
import type { Deps } from "#platform/deps.server.ts";
import { SettingsError } from "#platform/settings.server.ts";
import { oneTimeTokensTable, usersTable } from "./auth.table.ts";
import { AuthError } from "./auth-errors.server.ts";
import { issueLink } from "./links.server.ts";
import { requireGoodPassword } from "./password-rules.server.ts";

/**
 * Makes the address an admin, with an account if it has none. No HTTP request leads here: it is for commands on the server.
 * @returns a link, good for one use, to choose a password
 */
export async function appointAdmin(deps: Pick<Deps, "db" | "settings" | "clock">, address: string): Promise<string> {
	if (!z.email().safeParse(address).success) throw new Error(`${address} is not an email address.`);
	const email = address.toLowerCase();
	return deps.db.transaction(async (tx) => {
		const userId = await appoint(deps, tx, email, null);
		return issueLink(deps, tx, "recovery", userId, `${deps.settings.siteUrl}/auth`);
	});
}

/**
 * At start: makes sure that the configured admin exists. An account that is already confirmed keeps its password.
 * @throws {SettingsError} when the password breaks the rules for passwords
 */
export async function ensureConfiguredAdmin(deps: Deps): Promise<void> {
	const { admin } = deps.settings;
	if (!admin) return;
	const email = admin.email.toLowerCase();
	const [existing] = await deps.db.select().from(usersTable).where(eq(usersTable.email, email));
	const password = existing?.confirmed_at ? null : requireConfiguredPassword(deps, admin.password);
	const passwordHash = password && (await deps.passwords.hash(password));
	await deps.db.transaction((tx) => appoint(deps, tx, email, passwordHash));
}

function requireConfiguredPassword(deps: Deps, password: string): string {
	try {
		requireGoodPassword(deps.settings, password);
		return password;
	} catch (error) {
		if (error instanceof AuthError) throw new SettingsError([`ADMIN_PASSWORD: ${error.message}`]);
		throw error;
	}
}

/**
 * The operator vouches for the address. Whoever signed up with it before without confirming has proven nothing: their
 * password and links are void.
 */
async function appoint(
	deps: Pick<Deps, "clock">,
	tx: Database,
	email: string,
	passwordHash: string | null,
): Promise<string> {
	const now = deps.clock();
	const vouchedFor = { password_hash: passwordHash, confirmed_at: now, updated_at: now };
	await tx
		.insert(usersTable)
		.values({ email, ...vouchedFor, created_at: now })
		.onConflictDoUpdate({ target: usersTable.email, set: vouchedFor, setWhere: isNull(usersTable.confirmed_at) });
	const [user] = await tx.select({ id: usersTable.id }).from(usersTable).where(eq(usersTable.email, email));
	if (!user) throw new Error("the account was not stored");
	await tx.delete(oneTimeTokensTable).where(eq(oneTimeTokensTable.user_id, user.id));
	await tx
		.insert(profilesTable)
		.values({ user_id: user.id, email, role: "admin", created_at: now })
		.onConflictDoUpdate({ target: profilesTable.user_id, set: { role: "admin" } });
	return user.id;
}
