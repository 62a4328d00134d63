import { and, eq, gt, sql } from "drizzle-orm";
import { bookingFromCallForm, type CallForm } from "#features/bookings/bookings.schema.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { type Checked, clientKey } from "#features/quarantine/submission.server.ts";
import { mailboxOf } from "#lib/fields.ts";
import type { BookedCall } from "#lib/submission.ts";
import { formatFirmTime } from "#lib/time/firm-moment.ts";
import { dayOfWall, timeOfWall, wallAt } from "#lib/time/zone-clock.ts";
import type { Database } from "#platform/database/database.server.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import { limitsOfCaller, type RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { site } from "#site.config.ts";
import { getCallHours } from "./call-hours.server.ts";
import { callReservationsTable } from "./call-reservations.table.ts";
import { timeTaken } from "./call-slots.server.ts";
import { momentFor } from "./guest-moment.ts";
import { beginCalls, countSpamHolds, findGuestTime, insertReservation } from "./reservations.server.ts";
import { slotId } from "./slot-id.ts";

/** How long a time is kept for a guest who is to confirm it by email. */
export const confirmWithinMs = 30 * 60_000;
/** How long a time is kept for a form that looks like spam, and for how many at once. */
const spamHoldMs = 4 * 60 * 60_000;
const mostSpamHolds = 3;

/** A form with a time. */
export type TimedForm = CallForm & { slot: number };

export const isTimed = (form: CallForm): form is TimedForm => form.slot !== null;

/** Whether a wish can be booked by all rules, looked at without a lock. */
async function isFree({ db, clock }: Pick<Deps, "db" | "clock">, start: number): Promise<boolean> {
	return (await findGuestTime({ tx: db, hours: await getCallHours(db), now: clock() }, start)) !== undefined;
}

/**
 * Whether this form, to the letter, has booked its time already, or keeps it: sent again, it changes nothing. Another form of the same
 * mailbox is refused like anyone's, so that no one learns who has booked.
 * @returns until when its time waits for the guest's confirmation, if it does; undefined if it wasn't sent before
 */
export async function findSentBefore(
	db: Database,
	form: TimedForm,
	now: Date,
): Promise<{ until: Date | null } | undefined> {
	const booking = bookingFromCallForm(form);
	const start = new Date(form.slot);
	const { booking_id, expires_at, kind, quarantine_id, starts } = callReservationsTable;
	const holdsTime = and(
		eq(starts, start),
		sql`${kind} <> 'block'`,
		sql`(${expires_at} is null or ${expires_at} > ${now})`,
	);
	const rows = await db
		.select({ booking: bookingsTable, until: expires_at })
		.from(callReservationsTable)
		.innerJoin(bookingsTable, eq(bookingsTable.id, booking_id))
		.where(holdsTime);
	const mailbox = mailboxOf(form.email);
	const same = rows.find(
		({ booking: row }) =>
			mailboxOf(row.email) === mailbox &&
			row.chosen_by === "guest" &&
			row.name === booking.name &&
			row.phone === booking.phone &&
			row.service_type === booking.service_type &&
			row.message === booking.message,
	);
	if (same) return { until: same.until };
	const held = await db
		.select({ fields: quarantineTable.fields })
		.from(callReservationsTable)
		.innerJoin(quarantineTable, eq(quarantineTable.id, quarantine_id))
		.where(and(holdsTime, gt(expires_at, now)));
	const contents = ({ time_zone: _, email, ...rest }: CallForm) =>
		JSON.stringify([mailboxOf(email), ...Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))]);
	return held.some(({ fields }) => contents(fields as CallForm) === contents(form)) ? { until: null } : undefined;
}

/**
 * Looks at a wish before anything is stored.
 * @returns what `findSentBefore` does: then the form is only to be answered
 * @throws {HttpError} 409 with the nearest free times
 */
async function checkWish(deps: Pick<Deps, "db" | "clock" | "metrics">, form: TimedForm) {
	if (await isFree(deps, form.slot)) return undefined;
	const before = await findSentBefore(deps.db, form, deps.clock());
	if (before) return before;
	deps.metrics.callBookings.inc({ result: "taken" });
	throw await timeTaken(deps, form.slot);
}

const day = 24 * 60 * 60;
const networkLimit: RateLimit = { name: "calls-network", points: 5, seconds: day };
const mailboxLimit: RateLimit = { name: "calls-mailbox", points: 3, seconds: day };
/** Further calls of a network are confirmed by email: made-up addresses keep no time. */
const unconfirmedLimit: RateLimit = { name: "calls-unconfirmed", points: 1, seconds: day };

/** One text for both limits, which says nothing about anyone's calls. */
const limitText = `We cannot book another time online right now. Please send the form without a time, or call ${site.phone}.`;

/**
 * Counts a booking with a time, and returns whether the guest is to confirm it; `uncount` reverses that if the booking fails.
 * @throws {HttpError} 429
 */
async function countTimedBooking(
	{ rateLimits, metrics }: Pick<Deps, "rateLimits" | "metrics">,
	network: string,
	email: string,
) {
	const counted: { limit: RateLimit; key: string }[] = [];
	const uncount = async () => {
		for (const { limit, key } of counted) await rateLimits.uncount(limit, key).catch(() => undefined);
	};
	let isConfirmed = false;
	const refusing = [...limitsOfCaller(networkLimit, network), { limit: mailboxLimit, key: mailboxOf(email) }];
	for (const one of [...refusing, ...limitsOfCaller(unconfirmedLimit, network)]) {
		counted.push(one);
		const wait = await rateLimits.count(one.limit, one.key);
		if (wait && !refusing.includes(one)) isConfirmed = true;
		else if (wait) {
			await uncount();
			metrics.callBookings.inc({ result: "limited" });
			throw new HttpError(429, "too_many_calls", limitText, { retryAfter: wait });
		}
	}
	return { isConfirmed, uncount };
}

/** What the page says of a call that was booked, or is kept until the guest confirms it. */
function bookedCall({ slot, time_zone }: TimedForm, until: Date | null): BookedCall {
	const start = new Date(slot);
	const { when, ours } = momentFor(time_zone ?? null, start);
	const held = until && { held_until: formatFirmTime(site, until) };
	return { start: slotId(start), moment: when, ...(ours && { ours }), ...held };
}

/** What the firm's wall reads at a start, as the booking keeps it. */
export function readingOf(start: Date): { preferred_date: string; preferred_time: string } {
	const wall = wallAt(site.timeZone, start);
	return { preferred_date: dayOfWall(wall), preferred_time: timeOfWall(wall) };
}

/** What a booking stores of the time that it has. */
export const callAt = ({ starts, ends }: { starts: Date; ends: Date }) => ({
	call_start: starts,
	call_end: ends,
	...readingOf(starts),
});

type Checking = Pick<Deps, "db" | "clock" | "metrics" | "rateLimits">;

/**
 * Looks at a form before anything is stored: whether its time is free, and whether one more may be booked.
 * @throws {HttpError} 409, 429
 */
export async function checkTimedForm(deps: Checking, form: CallForm): Promise<Checked | undefined> {
	if (!isTimed(form)) return undefined;
	const before = await checkWish(deps, form);
	if (before) return { call: bookedCall(form, before.until), again: true };
	const { confirm_by_mail } = await getCallHours(deps.db);
	const { isConfirmed, uncount } = await countTimedBooking(deps, clientKey(), form.email);
	const until = confirm_by_mail || isConfirmed ? new Date(deps.clock().getTime() + confirmWithinMs) : null;
	return {
		call: bookedCall(form, until),
		again: false,
		undo: uncount,
		hold: (tx, heldId) => holdForReview(deps, tx, form, heldId),
	};
}

/** Keeps the time of a form on hold for a while, as long as few others are kept so. */
async function holdForReview(deps: Checking, tx: Database, form: TimedForm, heldId: string): Promise<void> {
	const calls = await beginCalls(tx, deps.clock());
	if ((await countSpamHolds(tx, calls.now)) >= mostSpamHolds) return;
	const time = await findGuestTime(calls, form.slot);
	if (!time) return;
	const until = new Date(calls.now.getTime() + spamHoldMs);
	await insertReservation(tx, time, { quarantine_id: heldId }, { until });
	deps.metrics.callBookings.inc({ result: "held" });
}
