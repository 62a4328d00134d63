import { subDays } from "date-fns/subDays";
import { and, eq, gt, gte, inArray, lt, or } from "drizzle-orm";
import { noteAccountEvent } from "#features/activity/account-trail.server.ts";
import { additionUndoneMail } from "#features/auth/accounts/account-mails.server.ts";
import { mailPasswordLink } from "#features/auth/accounts/promotion.server.ts";
import { tellOwner } from "#features/auth/accounts/tell-owner.server.ts";
import { undoDays, undoPath } from "#features/auth/auth.schema.ts";
import { oneTimeTokensTable, type Session, type User, usersTable } from "#features/auth/auth.table.ts";
import type { Occasion } from "#features/auth/factors/factor-mails.server.ts";
import {
	factorAdditionsTable,
	factorsTable,
	knownDevicesTable,
	passkeysTable,
	recoveryCodeSetsTable,
} from "#features/auth/factors/factors.table.ts";
import { endEverySession } from "#features/auth/sessions/session-life.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { LetterContent } from "#platform/mail/letter.server.tsx";
import type { Deps } from "#platform/process/deps.server.ts";
import { newToken, tokenHash } from "#platform/process/tokens.server.ts";

const { added_at, session_id, token_hash, user_id } = factorAdditionsTable;

/** Emails the owner of an account what was added to it, with a link that undoes this (contracts: second-factor 8). */
export async function tellOfAddition(
	deps: Pick<Deps, "clock" | "jobs" | "settings">,
	tx: Database,
	{ user, session, factorId }: { user: User; session: Session; factorId: string },
	compose: (occasion: Occasion, link: string) => LetterContent,
	client: Client,
): Promise<void> {
	const token = newToken();
	await tx.insert(factorAdditionsTable).values({
		token_hash: tokenHash(token),
		user_id: user.id,
		factor_id: factorId,
		session_id: session.id,
		added_at: deps.clock(),
	});
	const link = `${deps.settings.siteUrl}${undoPath}#${new URLSearchParams({ undo: token })}`;
	await tellOwner(deps, tx, user, (occasion) => compose(occasion, link), client);
}

const linkOver = () =>
	new HttpError(
		410,
		"undo_over",
		"This link has already been used, or it has expired. To choose a new password, use “Forgot password?” on the sign-in page.",
	);

/**
 * Undoes an addition that was not the owner's: removes it, with what the same session or a later one added, and all
 * that its adder may hold besides: sessions, links, known devices, the password. The owner gets a link for a new one.
 * @throws {HttpError} 410 unless the link is unused and not expired
 */
export function undoAddition(deps: Deps, token: string, client: Client): Promise<void> {
	const hash = tokenHash(token);
	return deps.db.transaction(async (tx) => {
		const now = deps.clock();
		// The user's row first, as everywhere: another order of locks would deadlock.
		const [found] = await tx
			.select({ user: usersTable, addition: factorAdditionsTable })
			.from(usersTable)
			.innerJoin(factorAdditionsTable, eq(user_id, usersTable.id))
			.where(and(eq(token_hash, hash), gt(added_at, subDays(now, undoDays))))
			.for("no key update", { of: usersTable });
		if (!found) throw linkOver();
		const { user, addition } = found;
		const alike = or(gte(added_at, addition.added_at), eq(session_id, addition.session_id));
		const undone = await tx
			.delete(factorAdditionsTable)
			.where(and(eq(user_id, user.id), alike))
			.returning();
		if (!undone.some((one) => one.token_hash === hash)) throw linkOver();
		const ids = undone.map((one) => one.factor_id);
		for (const table of [factorsTable, passkeysTable]) {
			const isUndone = or(inArray(table.id, ids), eq(table.status, "unverified"));
			await tx.delete(table).where(and(eq(table.user_id, user.id), isUndone));
		}
		await tx
			.delete(recoveryCodeSetsTable)
			.where(and(eq(recoveryCodeSetsTable.user_id, user.id), inArray(recoveryCodeSetsTable.id, ids)));
		await endEverySession(tx, user.id);
		for (const table of [oneTimeTokensTable, knownDevicesTable]) {
			await tx.delete(table).where(eq(table.user_id, user.id));
		}
		await tx.update(usersTable).set({ password_hash: null, updated_at: now }).where(eq(usersTable.id, user.id));
		await mailPasswordLink(deps, tx, user, additionUndoneMail);
		await noteAccountEvent(deps, tx, { event: "addition_undone", account: user.id, by: user.id, client });
	});
}

export async function deleteOldAdditions({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
	await db.delete(factorAdditionsTable).where(lt(added_at, subDays(clock(), undoDays)));
}
