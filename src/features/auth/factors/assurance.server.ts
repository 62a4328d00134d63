import { subHours } from "date-fns/subHours";
import { and, eq, ne, not, type SQL, sql } from "drizzle-orm";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { type AuthenticationMethod, type Level, type StrongMethod, strongMethods } from "#features/auth/auth.schema.ts";
import { type Session, sessionsTable, type User, usersTable } from "#features/auth/auth.table.ts";
import { sessionNotFound } from "#features/auth/auth-errors.server.ts";
import { methodsOf, unixSeconds } from "#features/auth/sessions/access-token.server.ts";
import type { Role } from "#features/users/users.schema.ts";
import { pick } from "#lib/pick.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { type Factor, factorsTable, passkeysTable, recoveryCodeSetsTable } from "./factors.table.ts";

/*
 * What an account has to prove, and what a session has proven. Asked of the database at each request, never of a token
 * (contracts: second-factor 1 and 2).
 */

/** In a query with `users`: whether the account has a factor that counts. */
export const hasVerifiedFactor = sql<boolean>`(
	exists (select 1 from ${factorsTable} where ${factorsTable.user_id} = ${usersTable.id} and ${factorsTable.status} = 'verified')
	or exists (select 1 from ${passkeysTable} where ${passkeysTable.user_id} = ${usersTable.id} and ${passkeysTable.status} = 'verified'))`;

/** Never used for an hour, which ends it (contracts: second-factor 8). */
const isAbandoned = ({ status, created_at }: typeof factorsTable | typeof passkeysTable, now: Date) =>
	sql`(${status} = 'unverified' and ${created_at} < ${subHours(now, 1).toISOString()})`;

export const isAlive = (table: typeof factorsTable | typeof passkeysTable, now: Date) => not(isAbandoned(table, now));

export async function deleteAbandonedFactors({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
	for (const table of [factorsTable, passkeysTable]) await db.delete(table).where(isAbandoned(table, clock()));
}

/** Whether the setting demands a second factor of everyone with this role. */
export const isDemandedOf = ({ auth }: Settings, role: Role): boolean =>
	auth.requireSecondFactor === "everyone" || (auth.requireSecondFactor === "admins" && role === "admin");

/** Raising a session lifts no token from before, and lowering it acts at once. */
export const lowerLevel = (one: Level, other: Level): Level => (one === "aal2" && other === "aal2" ? "aal2" : "aal1");

const isStrong = (method: AuthenticationMethod["method"]): method is StrongMethod =>
	strongMethods.some((strong) => strong === method);

/** Whether the session was proven lately, by a second factor where the account has one. */
export function isFresh(
	{ settings, clock }: Pick<Deps, "settings" | "clock">,
	session: Session,
	hasFactor: boolean,
): boolean {
	const since = unixSeconds(clock()) - settings.auth.reverifyAfter;
	return methodsOf(session).some(({ method, timestamp }) => timestamp >= since && (!hasFactor || isStrong(method)));
}

/**
 * The user's row, kept still until the end of the transaction, with what is asked of the account: whatever changes factors
 * begins with it, so that two at once see each other's work.
 * @throws {AuthError} 403 when the session has ended meanwhile
 */
export async function lockAccount(
	tx: Database,
	session: Pick<Session, "id" | "user_id">,
): Promise<{ user: User; session: Session; role: Role; hasFactor: boolean }> {
	const userId = session.user_id;
	const [user] = await tx.select().from(usersTable).where(eq(usersTable.id, userId)).for("no key update");
	const [found] = await tx
		.select({ session: sessionsTable, role: profilesTable.role, hasFactor: hasVerifiedFactor })
		.from(usersTable)
		.innerJoin(sessionsTable, and(eq(sessionsTable.user_id, usersTable.id), eq(sessionsTable.id, session.id)))
		.leftJoin(profilesTable, eq(profilesTable.user_id, usersTable.id))
		.where(eq(usersTable.id, userId));
	if (!user || !found) throw sessionNotFound();
	return { user, session: found.session, role: found.role ?? "user", hasFactor: found.hasFactor };
}

/** Whether a session of this level may do no more than take its second step. */
export async function isLimitedAt(
	{ settings }: Pick<Deps, "settings">,
	tx: Database,
	userId: string,
	level: Level,
): Promise<boolean> {
	if (level === "aal2") return false;
	const [account] = await tx
		.select({ role: profilesTable.role, hasFactor: hasVerifiedFactor })
		.from(usersTable)
		.leftJoin(profilesTable, eq(profilesTable.user_id, usersTable.id))
		.where(eq(usersTable.id, userId));
	return Boolean(account && (account.hasFactor || isDemandedOf(settings, account.role ?? "user")));
}

/** How many verified factors the account has beside this one. */
export async function countOtherFactors(tx: Database, userId: string, factorId: string): Promise<number> {
	const others = (table: typeof factorsTable | typeof passkeysTable): SQL | undefined =>
		and(eq(table.user_id, userId), eq(table.status, "verified"), ne(table.id, factorId));
	const [apps, passkeys] = [
		await tx.$count(factorsTable, others(factorsTable)),
		await tx.$count(passkeysTable, others(passkeysTable)),
	];
	return apps + passkeys;
}

/** What leaves the server of an account's factors (contracts: second-factor 3). */
export async function listFactors(db: Database, userId: string) {
	const [apps, passkeys, codes] = await Promise.all([
		db.select().from(factorsTable).where(eq(factorsTable.user_id, userId)).orderBy(factorsTable.created_at),
		db.select().from(passkeysTable).where(eq(passkeysTable.user_id, userId)).orderBy(passkeysTable.created_at),
		db.select().from(recoveryCodeSetsTable).where(eq(recoveryCodeSetsTable.user_id, userId)),
	]);
	type Stored = Pick<Factor, "id" | "name" | "status" | "created_at" | "updated_at" | "last_challenged_at">;
	const present = <Type extends string>(type: Type, row: Stored) => ({
		...pick(row, ["id", "status", "created_at", "updated_at"]),
		friendly_name: row.name,
		factor_type: type,
		...(row.last_challenged_at && { last_challenged_at: row.last_challenged_at }),
	});
	return [
		...apps.map((app) => present("totp", app)),
		...passkeys.map((passkey) => present("webauthn", passkey)),
		...codes.map((set) => present("recovery_code", { ...set, status: "verified", last_challenged_at: null })),
	];
}
export type PresentedFactor = Awaited<ReturnType<typeof listFactors>>[number];
