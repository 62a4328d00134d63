import { and, eq, exists, gt, lte, not, type SQL, sql } from "drizzle-orm";
import { appoint } from "#features/auth/accounts/admins.server.ts";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { usersTable } from "#features/auth/auth.table.ts";
import { endEverySession } from "#features/auth/sessions/session-life.server.ts";
import { beginSession } from "#features/auth/sessions/sessions.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { newToken, tokenHash } from "#platform/process/tokens.server.ts";
import { type SetupInput, setupPath } from "./setup.schema.ts";
import { setupLinksTable } from "./setup-links.table.ts";

const goodForMs = 24 * 60 * 60 * 1000;

const hasAdmin = (db: Database): SQL =>
	exists(db.select({ one: sql`1` }).from(profilesTable).where(eq(profilesTable.role, "admin")));

/**
 * Adds a link for making the first admin; those of other processes stay good.
 * @returns it, for the log; undefined if there is an admin
 */
export async function makeSetupLink({ db, clock, settings }: Deps): Promise<string | undefined> {
	const [{ ready } = { ready: true }] = await db
		.select({ ready: sql<boolean>`${hasAdmin(db)}` })
		.from(sql`(select) as one`);
	if (ready) return undefined;
	const token = newToken();
	const expires_at = new Date(clock().getTime() + goodForMs);
	await db.delete(setupLinksTable).where(lte(setupLinksTable.expires_at, clock()));
	await db.insert(setupLinksTable).values({ token_hash: tokenHash(token), expires_at });
	return `${settings.siteUrl}${setupPath}#${token}`;
}

const opens = (deps: Pick<Deps, "clock">, db: Database, token: string) =>
	and(
		exists(
			db
				.select()
				.from(setupLinksTable)
				.where(and(eq(setupLinksTable.token_hash, tokenHash(token)), gt(setupLinksTable.expires_at, deps.clock()))),
		),
		not(hasAdmin(db)),
	);

const noLongerGood = () =>
	new HttpError(410, "setup_over", "This link can't be used. Run npm run admin on the server.");

/** @throws {HttpError} 410 unless the token opens the set-up now */
export async function requireSetupLink(deps: Pick<Deps, "db" | "clock">, token: string): Promise<void> {
	if ((await deps.db.$count(setupLinksTable, opens(deps, deps.db, token))) === 0) throw noLongerGood();
}

/**
 * Makes the first admin, confirmed, and signs them in. Whoever takes the links away is the one: of two requests at once, the
 * other finds none left.
 * @throws {HttpError} 410 unless the token opens the set-up
 */
export async function createFirstAdmin(deps: Deps, input: SetupInput, passwordHash: string, client: Client) {
	return deps.db.transaction(async (tx) => {
		const taken = await tx
			.delete(setupLinksTable)
			.where(opens(deps, tx, input.token))
			.returning();
		if (taken.length === 0) throw noLongerGood();
		const id = await appoint(deps, tx, input.email.toLowerCase(), passwordHash);
		// Also those that an emailed link has opened, whose holder need not be whoever holds the set-up link.
		await endEverySession(tx, id);
		await tx.update(profilesTable).set({ full_name: input.name }).where(eq(profilesTable.user_id, id));
		const [user] = await tx
			.update(usersTable)
			.set({ user_metadata: { full_name: input.name }, last_sign_in_at: deps.clock() })
			.where(eq(usersTable.id, id))
			.returning();
		if (!user) throw new Error("the account was not stored");
		return { user, session: await beginSession(deps, tx, id, "password", client) };
	});
}
