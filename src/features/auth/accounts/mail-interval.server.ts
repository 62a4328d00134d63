import { subDays } from "date-fns/subDays";
import { subHours } from "date-fns/subHours";
import { and, eq, gt, isNotNull, lte, sql } from "drizzle-orm";
import { mailThrottleTable, usersTable } from "#features/auth/auth.table.ts";
import { mailsExhausted, mailTooSoon } from "#features/auth/auth-errors.server.ts";
import { keyedHash } from "#features/auth/sessions/auth-keys.server.ts";
import { mailboxOf } from "#lib/fields.ts";
import type { Deps } from "#platform/process/deps.server.ts";

export type MailedKind = "confirmation" | "recovery" | "invitation";

const longestIntervalSeconds = 60 * 60;
/** To one address, of one kind, within any 24 hours. */
const mailsPerDay = 10;
/** Of one kind: far more than a firm has people, far less than would bring its mail server into disrepute. */
export const mailedAccountsPerHour = 1_000;

/**
 * Claims the right to email this address now. Kept for every address that is asked for, with or without an account, so
 * that asking twice reveals nothing; per kind, so that no one uses up the recoveries of an address by signing it up
 * (contracts: auth 9.2; decision 033).
 * @throws {AuthError} 429 within the interval, which doubles with each email of the last day, and beyond the ceilings
 */
export async function claimMailInterval(
	deps: Pick<Deps, "db" | "settings" | "clock">,
	kind: MailedKind,
	email: string,
): Promise<void> {
	// Invitations have a ceiling for each admin.
	if (kind !== "invitation" && !(await hasRoomForMails(deps, kind))) throw mailsExhausted(10 * 60);
	const { db, settings, clock } = deps;
	// Anyone may sign up as many addresses of one mailbox as they like; recoveries go to accounts that exist.
	const recipient = kind === "confirmation" ? mailboxOf(email) : email;
	const key = keyedHash(settings, "mail throttle", `${kind} ${recipient}`).toString("base64url");
	const now = clock();
	const yesterday = subDays(now, 1);
	await db.transaction(async (tx) => {
		// Without a change where there is a row: it is read and locked in one.
		const [row] = await tx
			.insert(mailThrottleTable)
			.values({ key, sent_at: new Date(0) })
			.onConflictDoUpdate({ target: mailThrottleTable.key, set: { key } })
			.returning();
		if (!row) throw new Error("the insert returned no row");
		const recent = [...row.earlier, row.sent_at].filter((time) => time > yesterday);
		requirePatience(recent, now, settings.auth.mailInterval);
		await tx.update(mailThrottleTable).set({ sent_at: now, earlier: recent }).where(eq(mailThrottleTable.key, key));
	});
	await db.delete(mailThrottleTable).where(lte(mailThrottleTable.sent_at, yesterday));
}

/** @param recent when emails were asked for within the last day, oldest first */
function requirePatience(recent: Date[], now: Date, firstInterval: number): void {
	const [oldest, latest] = [recent[0], recent.at(-1)];
	// No first interval is no interval at all, for tests.
	if (!oldest || !latest || firstInterval === 0) return;
	const secondsSince = (time: Date) => (now.getTime() - time.getTime()) / 1000;
	if (recent.length >= mailsPerDay) throw mailsExhausted(Math.ceil(24 * 60 * 60 - secondsSince(oldest)));
	const interval = Math.max(firstInterval, Math.min(firstInterval * 2 ** (recent.length - 1), longestIntervalSeconds));
	const wait = Math.ceil(interval - secondsSince(latest));
	if (wait > 0) throw mailTooSoon(wait);
}

/**
 * Counts accounts that got an email, not requests, so that requests for invented addresses block no one's recovery. Nor
 * do the accounts that strangers make: recoveries of unconfirmed ones count as confirmations (accounts.server.ts).
 */
export async function hasRoomForMails(
	{ db, clock }: Pick<Deps, "db" | "clock">,
	kind: Exclude<MailedKind, "invitation">,
): Promise<boolean> {
	const { confirmation_sent_at, confirmed_at, recovery_sent_at } = usersTable;
	const hourAgo = subHours(clock(), 1);
	const mailed = db
		.select({ one: sql`1` })
		.from(usersTable)
		.where(
			kind === "recovery"
				? and(gt(recovery_sent_at, hourAgo), isNotNull(confirmed_at))
				: gt(confirmation_sent_at, hourAgo),
		)
		.limit(mailedAccountsPerHour)
		.as("mailed");
	return (await db.$count(mailed)) < mailedAccountsPerHour;
}
