import { and, eq, gt } from "drizzle-orm";
import type { LinkType } from "#features/auth/auth.schema.ts";
import { oneTimeTokensTable, usersTable } from "#features/auth/auth.table.ts";
import { linkExpired } from "#features/auth/auth-errors.server.ts";
import { beginSession } from "#features/auth/sessions/sessions.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { tokenHash } from "#platform/process/tokens.server.ts";
import { updateRow } from "#platform/records/records.server.ts";
import type { SignedIn } from "./accounts.server.ts";
import { endFormerAccess } from "./former-access.server.ts";

/**
 * Signs in by an emailed link, which also confirms the address. A recovery link that is the first to confirm it ends
 * the password and all that it opened: a stranger may have chosen it, at a sign-up with this address (contracts: auth 1).
 * @throws {AuthError} 403 unless the link is of this type, unused and not expired
 */
export function followLink(deps: Deps, type: LinkType, token: string, client: Client): Promise<SignedIn> {
	const live = and(
		eq(oneTimeTokensTable.token_hash, tokenHash(token)),
		eq(oneTimeTokensTable.type, type),
		gt(oneTimeTokensTable.expires_at, deps.clock()),
	);
	return deps.db.transaction(async (tx) => {
		// The user's row first, as everywhere: another order of locks would deadlock.
		const [owner] = await tx
			.select({ id: usersTable.id, confirmedAt: usersTable.confirmed_at })
			.from(usersTable)
			.innerJoin(oneTimeTokensTable, eq(oneTimeTokensTable.user_id, usersTable.id))
			.where(live)
			.for("no key update", { of: usersTable });
		const [used] = await tx.delete(oneTimeTokensTable).where(live).returning();
		if (!owner || !used) throw linkExpired();
		await tx.delete(oneTimeTokensTable).where(eq(oneTimeTokensTable.user_id, owner.id));
		const endsFormer = type === "recovery" && !owner.confirmedAt;
		if (endsFormer) await endFormerAccess(tx, owner.id, owner.id);
		const now = deps.clock();
		const user = await updateRow(tx, usersTable, eq(usersTable.id, owner.id), {
			confirmed_at: owner.confirmedAt ?? now,
			...(endsFormer && { password_hash: null }),
			last_sign_in_at: now,
		});
		if (!user) throw linkExpired();
		return { user, session: await beginSession(deps, tx, user.id, "otp", client) };
	});
}
