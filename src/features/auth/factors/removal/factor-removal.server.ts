import { eq } from "drizzle-orm";
import { noteAccountEvent } from "#features/activity/account-trail.server.ts";
import { tellOwner } from "#features/auth/accounts/tell-owner.server.ts";
import type { AuthError } from "#features/auth/auth-errors.server.ts";
import { countOtherFactors, isDemandedOf, lockAccount } from "#features/auth/factors/assurance.server.ts";
import { codesSoleFactor, factorRequired, verifyAgain } from "#features/auth/factors/factor-errors.server.ts";
import { appRemovedMail, passkeyRemovedMail } from "#features/auth/factors/factor-mails.server.ts";
import { factorsTable, passkeysTable, recoveryCodeSetsTable } from "#features/auth/factors/factors.table.ts";
import { lowerSessions } from "#features/auth/factors/raising.server.ts";
import type { Bearer } from "#features/auth/sessions/bearer.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";

const kinds = {
	app: { table: factorsTable, mail: appRemovedMail, event: "factor_removed" },
	passkey: { table: passkeysTable, mail: passkeyRemovedMail, event: "passkey_removed" },
} as const;

/**
 * Removes an authenticator app or a passkey of the caller. The last one stays while the setting demands one, or while
 * recovery codes depend on it. The user's row is held, so that of two removals at once the second sees the first.
 * @throws {AuthError}
 */
export function removeFactor(
	deps: Deps,
	caller: Bearer,
	kind: keyof typeof kinds,
	factorId: string,
	refusals: { unknown(): AuthError; stepNeeded(): AuthError },
	client: Client,
): Promise<void> {
	const { table, mail, event } = kinds[kind];
	return deps.db.transaction(async (tx) => {
		const { user, session, role } = await lockAccount(tx, caller.session);
		const [factor] = await tx.select().from(table).where(eq(table.id, factorId));
		if (factor?.user_id !== user.id) throw refusals.unknown();
		if (factor.status === "verified") {
			if (caller.level === "aal1") throw refusals.stepNeeded();
			if (!caller.isFresh) throw verifyAgain();
			const isLast = (await countOtherFactors(tx, user.id, factorId)) === 0;
			if (isLast && isDemandedOf(deps.settings, role)) throw factorRequired();
			if (isLast && (await hasRecoveryCodes(tx, user.id))) throw codesSoleFactor();
			await lowerSessions(tx, session, factorId, isLast);
		}
		await tx.delete(table).where(eq(table.id, factorId));
		if (factor.status === "verified") await tellOwner(deps, tx, user, mail, client);
		const logged = { sessionId: session.id, factorId };
		await noteAccountEvent(deps, tx, { event, account: user.id, by: user.id, client, logged });
	});
}

const hasRecoveryCodes = async (tx: Database, userId: string) =>
	(await tx.$count(recoveryCodeSetsTable, eq(recoveryCodeSetsTable.user_id, userId))) > 0;
