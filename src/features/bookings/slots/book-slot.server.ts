import { and, eq, gt, isNull, ne, or } from "drizzle-orm";
import type { CallForm } from "#features/bookings/bookings.schema.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { clientKey, type Kept, type TimedSteps } from "#features/forms/submission.server.ts";
import { mailboxOf } from "#lib/fields.ts";
import { firm } from "#lib/firm.ts";
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
import { isOverlap, timeTaken } from "./call-slots.server.ts";
import { momentFor } from "./guest-moment.ts";
import { beginCalls, countSpamHolds, findGuestTime, insertReservation } from "./reservations.server.ts";
import { slotId } from "./slot-id.ts";

/** How long a time is kept for a guest who is to confirm it by email. */
const confirmWithinMs = 30 * 60_000;
/** How long a time is kept for a form that looks like spam, and for how many at once. */
const spamHoldMs = 4 * 60 * 60_000;
const mostSpamHolds = 3;

/** The time of a form is not, or no longer, free. Leaves a transaction, after which the free times are looked for. */
export class TimeTaken extends Error {}

/**
 * The booking of this form, as long as it has, or keeps, this very time. Another form of the same mailbox is refused like
 * anyone's, so that no one learns who has booked.
 */
async function findBooked(db: Database, key: string, start: Date, now: Date): Promise<Kept | undefined> {
	const { booking_id, expires_at, kind, starts } = callReservationsTable;
	const hasTime = and(eq(starts, start), ne(kind, "block"), or(isNull(expires_at), gt(expires_at, now)));
	const [booked] = await db
		.select({ until: expires_at })
		.from(bookingsTable)
		.innerJoin(callReservationsTable, eq(booking_id, bookingsTable.id))
		.where(and(eq(bookingsTable.form_key, key), hasTime));
	return booked;
}

type Checking = Pick<Deps, "db" | "clock" | "metrics" | "rateLimits">;

const day = 24 * 60 * 60;
const networkLimit: RateLimit = { name: "calls-network", points: 5, seconds: day };
const mailboxLimit: RateLimit = { name: "calls-mailbox", points: 3, seconds: day };
/** Further calls of a network are confirmed by email: made-up addresses keep no time. */
const unconfirmedLimit: RateLimit = { name: "calls-unconfirmed", points: 1, seconds: day };

/** One text for both limits, which says nothing about anyone's calls. */
const limitText = () =>
	`We cannot book another time online right now. Please send the form without a time, or call ${firm().phone}.`;

/**
 * Counts a booking with a time, and says whether the guest is to confirm it.
 * @throws {HttpError} 429
 */
async function countTimedBooking(deps: Checking, email: string): Promise<Kept> {
	const network = clientKey();
	for (const { limit, key } of [
		...limitsOfCaller(networkLimit, network),
		{ limit: mailboxLimit, key: mailboxOf(email) },
	]) {
		const wait = await deps.rateLimits.count(limit, key);
		if (!wait) continue;
		deps.metrics.callBookings.inc({ result: "limited" });
		throw new HttpError(429, "too_many_calls", limitText(), { retryAfter: wait });
	}
	let isConfirmed = (await getCallHours(deps.db)).confirm_by_mail;
	for (const { limit, key } of limitsOfCaller(unconfirmedLimit, network)) {
		if (await deps.rateLimits.count(limit, key)) isConfirmed = true;
	}
	return { until: isConfirmed ? new Date(deps.clock().getTime() + confirmWithinMs) : null };
}

/** What the page says of a call that was booked, or is kept until the guest confirms it. */
function bookedCall(start: Date, timeZone: string | null, until: Date | null): BookedCall {
	const { when, ours } = momentFor(timeZone, start);
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

/** What there is to a form that names a time. */
export function timedSteps(deps: Checking, { email, slot, time_zone }: CallForm): TimedSteps | undefined {
	if (slot === null) return undefined;
	const start = new Date(slot);
	return {
		findBooked: (db, key) => findBooked(db, key, start, deps.clock()),
		count: () => countTimedBooking(deps, email),
		hold: (tx, heldId) => holdForReview(deps, tx, slot, heldId),
		async refusalOf(error) {
			if (!(error instanceof TimeTaken) && !isOverlap(error)) return undefined;
			deps.metrics.callBookings.inc({ result: "taken" });
			return timeTaken(deps, slot);
		},
		describe: ({ until }) => bookedCall(start, time_zone, until),
	};
}

/** Keeps the time of a form on hold for a while, as long as few others are kept so. */
async function holdForReview(deps: Checking, tx: Database, slot: number, heldId: string): Promise<void> {
	const calls = await beginCalls(tx, deps.clock());
	const time = await findGuestTime(calls, slot);
	if (!time) throw new TimeTaken();
	if ((await countSpamHolds(tx, calls.now)) >= mostSpamHolds) return;
	await insertReservation(tx, time, { quarantine_id: heldId }, new Date(calls.now.getTime() + spamHoldMs));
	deps.metrics.callBookings.inc({ result: "held" });
}
