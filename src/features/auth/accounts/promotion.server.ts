import { eq } from "drizzle-orm";
import { usersTable } from "#features/auth/auth.table.ts";
import { queueAccountMail } from "#features/mails/mail-outbox.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { updateRow } from "#platform/records/records.server.ts";
import { promotionMail } from "./account-mails.server.ts";
import { endFormerAccess, passwordLink } from "./admins.server.ts";
import { linkMinutes } from "./links.server.ts";

/**
 * Someone who becomes an admin chooses a password with an emailed link. The one from before may be a stranger's, who
 * signed up with this address before its owner confirmed it (contracts: auth 1): it no longer works, and the sessions
 * that it opened end. Sessions that an emailed link opened are the owner's and stay. To be called in the transaction that
 * gives the role.
 */
export async function replaceFormerPassword(deps: Deps, tx: Database, userId: string): Promise<void> {
	const changes = { password_hash: null, updated_at: deps.clock() };
	const user = await updateRow(tx, usersTable, eq(usersTable.id, userId), changes);
	if (!user) throw new Error("a role was given to an account that does not exist");
	await endFormerAccess(tx, userId);
	const link = await passwordLink(deps, tx, userId);
	await queueAccountMail(deps, tx, user.email, promotionMail(link, linkMinutes(deps)));
}
