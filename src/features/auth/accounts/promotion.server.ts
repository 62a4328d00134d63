import { eq } from "drizzle-orm";
import { type User, usersTable } from "#features/auth/auth.table.ts";
import { queueAccountMail } from "#features/mails/mail-outbox.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { LetterContent } from "#platform/mail/letter.server.tsx";
import type { Deps } from "#platform/process/deps.server.ts";
import { updateRow } from "#platform/records/records.server.ts";
import { promotionMail } from "./account-mails.server.ts";
import { passwordLink } from "./admins.server.ts";
import { endFormerAccess } from "./former-access.server.ts";
import { linkMinutes } from "./links.server.ts";

/**
 * Someone who becomes an admin chooses a password with an emailed link. The one from before may be a stranger's, who
 * signed up with this address before its owner confirmed it (contracts: auth 1): it no longer works, nor does
 * anything that was set up with it. To be called in the transaction that gives the role.
 */
export async function replaceFormerPassword(deps: Deps, tx: Database, userId: string, by: string): Promise<void> {
	const changes = { password_hash: null, updated_at: deps.clock() };
	const user = await updateRow(tx, usersTable, eq(usersTable.id, userId), changes);
	if (!user) throw new Error("a role was given to an account that does not exist");
	await endFormerAccess(tx, userId, by);
	await mailPasswordLink(deps, tx, user, promotionMail);
}

/** Emails an account that has no password a link to choose one. */
export async function mailPasswordLink(
	deps: Deps,
	tx: Database,
	{ id, email }: Pick<User, "id" | "email">,
	compose: (link: string, minutes: number) => LetterContent,
): Promise<void> {
	const link = await passwordLink(deps, tx, id);
	await queueAccountMail(deps, tx, email, compose(link, linkMinutes(deps)));
}
