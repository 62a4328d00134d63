import { subYears } from "date-fns/subYears";
import { eq, lt, sql } from "drizzle-orm";
import { tellOwner } from "#features/auth/accounts/tell-owner.server.ts";
import { usersTable } from "#features/auth/auth.table.ts";
import { keyedHash } from "#features/auth/sessions/auth-keys.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { newDeviceMail } from "./factor-mails.server.ts";
import { knownDevicesTable } from "./factors.table.ts";

/**
 * Remembers the device of a session that has proven all that is asked of it, and emails the owner of the account when it is
 * a new one. The first device of an account is news to no one.
 */
export async function noteDevice(
	deps: Pick<Deps, "settings" | "clock" | "jobs">,
	tx: Database,
	userId: string,
	client: Client,
): Promise<void> {
	const now = deps.clock();
	const hash = deviceHash(deps.settings, userId, client);
	const others = await tx.$count(knownDevicesTable, eq(knownDevicesTable.user_id, userId));
	const [noted] = await tx
		.insert(knownDevicesTable)
		.values({ user_id: userId, hash, last_seen_at: now })
		.onConflictDoUpdate({
			target: [knownDevicesTable.user_id, knownDevicesTable.hash],
			set: { last_seen_at: now },
		})
		// `xmax` is 0 in a row that this very statement has inserted.
		.returning({ isNew: sql<boolean>`xmax = 0` });
	if (!noted?.isNew || others === 0) return;
	const [user] = await tx.select({ email: usersTable.email }).from(usersTable).where(eq(usersTable.id, userId));
	if (user) await tellOwner(deps, tx, user, newDeviceMail, client);
}

/**
 * The known device of the account with this address that sends a request. Only by the browser's own id: the label, which
 * stands in for it elsewhere, is easily guessed. Does the same work for an address without an account.
 */
export async function findKnownDevice(
	{ db, settings }: Pick<Deps, "db" | "settings">,
	email: string,
	client: Client,
): Promise<string | undefined> {
	if (!client.deviceId) return undefined;
	const known = await db
		.select({ userId: knownDevicesTable.user_id, hash: knownDevicesTable.hash })
		.from(knownDevicesTable)
		.innerJoin(usersTable, eq(usersTable.id, knownDevicesTable.user_id))
		.where(eq(usersTable.email, email.toLowerCase()));
	return known.find(({ userId, hash }) => hash === deviceHash(settings, userId, client))?.hash;
}

const deviceHash = (settings: Deps["settings"], userId: string, client: Client) =>
	keyedHash(settings, "known device", `${userId} ${client.deviceId ?? client.device}`).toString("base64url");

/** A device that was not seen for a year is new again. */
export async function forgetOldDevices({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
	await db.delete(knownDevicesTable).where(lt(knownDevicesTable.last_seen_at, subYears(clock(), 1)));
}
