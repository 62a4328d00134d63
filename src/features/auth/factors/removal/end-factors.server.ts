import { and, eq, isNull } from "drizzle-orm";
import { recordAccountEvent } from "#features/activity/account-event.server.ts";
import { sessionsTable } from "#features/auth/auth.table.ts";
import {
	factorAdditionsTable,
	factorsTable,
	knownDevicesTable,
	passkeysTable,
	recoveryCodeSetsTable,
	recoveryCodesTable,
} from "#features/auth/factors/factors.table.ts";
import type { Database } from "#platform/database/database.server.ts";

/**
 * Ends all that opens or protects an account besides its password: passkeys, used or not, apps, recovery codes, and what
 * rests on them. The sessions that stay have proven one factor again. The caller holds the user's row.
 * @param by the user id of the actor; `system` for a command on the server
 */
export async function endFactors(tx: Database, userId: string, by: string) {
	const ofUser = (table: typeof factorsTable | typeof passkeysTable | typeof sessionsTable) =>
		eq(table.user_id, userId);
	const apps = await tx.delete(factorsTable).where(ofUser(factorsTable)).returning({ id: factorsTable.id });
	const passkeys = await tx.delete(passkeysTable).where(ofUser(passkeysTable)).returning({ id: passkeysTable.id });
	const codes = await tx
		.select({ hash: recoveryCodesTable.hash })
		.from(recoveryCodesTable)
		.innerJoin(recoveryCodeSetsTable, eq(recoveryCodeSetsTable.id, recoveryCodesTable.set_id))
		.where(and(eq(recoveryCodeSetsTable.user_id, userId), isNull(recoveryCodesTable.used_at)));
	for (const table of [recoveryCodeSetsTable, knownDevicesTable, factorAdditionsTable]) {
		await tx.delete(table).where(eq(table.user_id, userId));
	}
	await tx.update(sessionsTable).set({ aal: "aal1" }).where(ofUser(sessionsTable));
	if (apps.length + passkeys.length > 0) {
		await recordAccountEvent(tx, { event: "second_factor_reset", account: userId, by });
	}
	return { apps: apps.length, passkeys: passkeys.length, codes: codes.length };
}
