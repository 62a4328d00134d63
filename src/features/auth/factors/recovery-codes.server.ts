import { randomBytes, timingSafeEqual } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { noteAccountEvent, noteFailure } from "#features/activity/account-trail.server.ts";
import { tellOwner } from "#features/auth/accounts/tell-owner.server.ts";
import type { Session, User } from "#features/auth/auth.table.ts";
import type { Bearer } from "#features/auth/sessions/bearer.server.ts";
import { withoutSeparators } from "#lib/text/text.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { lockAccount } from "./assurance.server.ts";
import {
	noRecoveryCodes,
	recoveryCodesExist,
	recoveryCodesLocked,
	stepNeededForCodes,
	wrongRecoveryCode,
} from "./factor-errors.server.ts";
import { codesMadeMail, codesReplacedMail, codeUsedMail } from "./factor-mails.server.ts";
import { type RecoveryCodeSet, recoveryCodeSetsTable, recoveryCodesTable } from "./factors.table.ts";
import { raiseSession } from "./raising.server.ts";
import { tellOfAddition } from "./removal/additions.server.ts";

const codesInSet = 10;
const codeLength = 16;
const saltBytes = 16;
/** Crockford's: without i, l, o and u, which are misread. 32 letters, so that each is five bits of a random byte. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Wrong codes in a row within this time lock the set for as long. */
const maxFailures = 5;
const lockMs = 15 * 60_000;

const noFailures = { failures: 0, last_failed_at: null, locked_until: null };

/** Someone in a session, and the known device or session that counts for itself, so that no stranger locks it out. */
type Guesser = { session: Session; own: string | undefined };

const createCode = () => Array.from(randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length]).join("");

/** As it is compared: whatever case and grouping someone types, and letters for the digits they are taken for. */
const canonicalCode = (typed: string) =>
	withoutSeparators(typed).toLowerCase().replaceAll("o", "0").replaceAll(/[il]/g, "1");

const setOf = async (db: Database, userId: string): Promise<RecoveryCodeSet | undefined> =>
	(await db.select().from(recoveryCodeSetsTable).where(eq(recoveryCodeSetsTable.user_id, userId)))[0];

const unusedOf = (setId: string) => and(eq(recoveryCodesTable.set_id, setId), isNull(recoveryCodesTable.used_at));

export async function getCodesStatus(db: Database, userId: string) {
	const set = await setOf(db, userId);
	if (!set) throw noRecoveryCodes();
	const remaining = await db.$count(recoveryCodesTable, unusedOf(set.id));
	return { id: set.id, type: "recovery_code" as const, total: codesInSet, remaining };
}

/**
 * Makes the codes of an account, which are seen this once.
 * @param wish `again`: in place of those that it has, under their id and name
 */
export async function makeCodes(deps: Deps, caller: Bearer, wish: { name: string } | "again", client: Client) {
	if (caller.level === "aal1") throw stepNeededForCodes();
	const salt = randomBytes(saltBytes);
	const codes = Array.from({ length: codesInSet }, createCode);
	const hashes = await Promise.all(codes.map((code) => deps.passwords.derive(code, salt)));
	return deps.db.transaction(async (tx) => {
		const { user, session, hasFactor } = await lockAccount(tx, caller.session);
		if (!hasFactor) throw stepNeededForCodes();
		const now = deps.clock();
		const existing = await setOf(tx, user.id);
		if (wish === "again" && !existing) throw noRecoveryCodes();
		if (wish !== "again" && existing) throw recoveryCodesExist();
		const fresh = { salt: salt.toString("base64url"), ...noFailures, own_failures: {}, updated_at: now };
		const name = wish === "again" ? "" : wish.name || "Recovery codes";
		const [set] = await tx
			.insert(recoveryCodeSetsTable)
			.values({ user_id: user.id, name, ...fresh, created_at: now })
			.onConflictDoUpdate({ target: recoveryCodeSetsTable.user_id, set: fresh })
			.returning();
		if (!set) throw new Error("the insert returned no row");
		await tx.delete(recoveryCodesTable).where(eq(recoveryCodesTable.set_id, set.id));
		await tx
			.insert(recoveryCodesTable)
			.values(hashes.map((hash) => ({ set_id: set.id, hash: hash.toString("base64url") })));
		const mail = wish === "again" ? codesReplacedMail : codesMadeMail;
		await tellOfAddition(deps, tx, { user, session, factorId: set.id }, mail, client);
		const logged = { sessionId: session.id };
		await noteAccountEvent(deps, tx, { event: "codes_made", account: user.id, by: user.id, client, logged });
		return { id: set.id, type: "recovery_code" as const, friendly_name: set.name, total: codesInSet, codes };
	});
}

export async function deleteCodes(deps: Deps, caller: Bearer, client: Client): Promise<{ id: string }> {
	if (caller.level === "aal1") throw stepNeededForCodes();
	return deps.db.transaction(async (tx) => {
		const { user } = await lockAccount(tx, caller.session);
		const [deleted] = await tx
			.delete(recoveryCodeSetsTable)
			.where(eq(recoveryCodeSetsTable.user_id, user.id))
			.returning({ id: recoveryCodeSetsTable.id });
		if (!deleted) throw noRecoveryCodes();
		const logged = { sessionId: caller.session.id };
		await noteAccountEvent(deps, tx, { event: "codes_removed", account: user.id, by: user.id, client, logged });
		return deleted;
	});
}

type Outcome = { raised: Session } | { failure: "wrong" | "just locked" } | { lockedUntil: Date };

/**
 * Takes the second step with a recovery code. What is written about a wrong one is committed before it throws: the lock has
 * to hold although the request fails. The same work is done where there are no codes at all.
 * @param onLocked called when this very failure has locked the codes
 * @throws {AuthError} 422 or 429
 */
export async function verifyCode(
	deps: Deps,
	guesser: Guesser,
	typed: string,
	client: Client,
	onLocked: () => Promise<void>,
): Promise<Session> {
	const { session } = guesser;
	const known = await setOf(deps.db, session.user_id);
	const salt = known ? Buffer.from(known.salt, "base64url") : randomBytes(saltBytes);
	const hash = await deps.passwords.derive(canonicalCode(typed), salt);
	const outcome = await deps.db.transaction((tx) => tryCode(deps, tx, guesser, { hash, salt }, client));
	if ("raised" in outcome) return outcome.raised;
	if ("lockedUntil" in outcome) {
		throw recoveryCodesLocked(Math.ceil((outcome.lockedUntil.getTime() - deps.clock().getTime()) / 1000));
	}
	const ids = { userId: session.user_id, sessionId: session.id };
	await noteFailure(deps, {
		event: "second_factor_failed",
		account: session.user_id,
		by: null,
		client,
		details: { method: { new: "mfa/recovery_code" } },
		logged: { sessionId: session.id, reason: "recovery code" },
	});
	if (outcome.failure === "just locked") {
		deps.logger.warn({ event: "auth.second_factor_locked", ...ids }, "recovery codes are locked");
		await onLocked();
	}
	throw wrongRecoveryCode();
}

async function tryCode(
	deps: Deps,
	tx: Database,
	{ session, own }: Guesser,
	{ hash, salt }: { hash: Buffer; salt: Buffer },
	client: Client,
): Promise<Outcome> {
	const now = deps.clock();
	const account = await lockAccount(tx, session);
	const set = await setOf(tx, session.user_id);
	if (!set) return { failure: "wrong" };
	const { locked_until } = failuresOf(set, own);
	if (locked_until && new Date(locked_until) > now) return { lockedUntil: new Date(locked_until) };
	const found = await matchingHash(tx, set, salt, hash);
	const [used] = found
		? await tx
				.update(recoveryCodesTable)
				.set({ used_at: now })
				.where(and(unusedOf(set.id), eq(recoveryCodesTable.hash, found)))
				.returning()
		: [];
	if (!used) return noteWrongCode(tx, set, own, now);
	await storeFailures(tx, set, own, noFailures, now);
	await tellOfUse(deps, tx, account, set, client);
	return {
		raised: await raiseSession(deps, tx, account.session, { method: "mfa/recovery_code", factorId: set.id }, client),
	};
}

/** Compared with all hashes of the set, used ones included, each in constant time and to the last. */
async function matchingHash(
	tx: Database,
	set: RecoveryCodeSet,
	salt: Buffer,
	hash: Buffer,
): Promise<string | undefined> {
	// New codes were made while this one was being hashed.
	if (set.salt !== salt.toString("base64url")) return undefined;
	const rows = await tx.select().from(recoveryCodesTable).where(eq(recoveryCodesTable.set_id, set.id));
	const matches = rows.map((row) => timingSafeEqual(Buffer.from(row.hash, "base64url"), hash));
	return rows[matches.indexOf(true)]?.hash;
}

async function noteWrongCode(tx: Database, set: RecoveryCodeSet, own: string | undefined, now: Date): Promise<Outcome> {
	const before = failuresOf(set, own);
	const failures = (isRecent(before, now) ? before.failures : 0) + 1;
	const locks = failures >= maxFailures;
	const locked_until = locks ? new Date(now.getTime() + lockMs) : null;
	await storeFailures(tx, set, own, { failures: locks ? 0 : failures, last_failed_at: now, locked_until }, now);
	return { failure: locks ? "just locked" : "wrong" };
}

const failuresOf = (set: RecoveryCodeSet, own: string | undefined) =>
	own ? (set.own_failures[own] ?? noFailures) : set;

/** A lock ends no later than what led to it is forgotten. */
const isRecent = ({ last_failed_at }: { last_failed_at: Date | string | null }, now: Date) =>
	last_failed_at !== null && now.getTime() - new Date(last_failed_at).getTime() < lockMs;

type Failures = Pick<RecoveryCodeSet, "failures" | "last_failed_at" | "locked_until">;

async function storeFailures(
	tx: Database,
	set: RecoveryCodeSet,
	own: string | undefined,
	{ failures, last_failed_at, locked_until }: Failures,
	now: Date,
): Promise<void> {
	const others = Object.entries(set.own_failures).filter(([key, past]) => key !== own && isRecent(past, now));
	const stored = {
		failures,
		last_failed_at: last_failed_at?.toISOString() ?? null,
		locked_until: locked_until?.toISOString() ?? null,
	};
	await tx
		.update(recoveryCodeSetsTable)
		.set(
			own
				? { own_failures: { ...Object.fromEntries(others), [own]: stored } }
				: { failures, last_failed_at, locked_until },
		)
		.where(eq(recoveryCodeSetsTable.id, set.id));
}

async function tellOfUse(
	deps: Deps,
	tx: Database,
	{ user, session }: { user: User; session: Session },
	set: RecoveryCodeSet,
	client: Client,
): Promise<void> {
	const remaining = await tx.$count(recoveryCodesTable, unusedOf(set.id));
	await tellOwner(deps, tx, user, codeUsedMail(remaining), client);
	const used = { event: "auth.code_used", userId: user.id, sessionId: session.id, remaining };
	deps.logger.info(used, "a recovery code was used");
}
