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
	const content = `${userId} ${client.deviceId ?? client.device}`;
	const hash = keyedHash(deps.settings, "known device", content).toString("base64url");
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

/** A device that was not seen for a year is new again. */
export async function forgetOldDevices({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
	await db.delete(knownDevicesTable).where(lt(knownDevicesTable.last_seen_at, subYears(clock(), 1)));
}
