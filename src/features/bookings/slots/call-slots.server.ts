import { firm } from "#lib/firm.ts";
import { dayMs, dayOfWall, timeOfWall, wallAt, wallOfDay } from "#lib/time/zone-clock.ts";
import type { Database } from "#platform/database/database.server.ts";
import { hasCause } from "#platform/database/failures.server.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { site } from "#site.config.ts";
import type { CallHours } from "./call-hours.schema.ts";
import { getCallHours } from "./call-hours.server.ts";
import { type Calls, listBusy } from "./reservations.server.ts";
import { slotId } from "./slot-id.ts";
import { bookableDays, type DaySlots, nearestTo, spanOf, startsByRules, withoutTaken } from "./slot-rules.ts";

/** Free starts by day, as the public pages and `GET /api/call-slots` give them. */
export type CallSlots = {
	time_zone: string;
	length_minutes: number;
	from: string;
	to: string;
	last_date: string;
	days: { date: string; slots: string[] }[];
};

export const defaultDays = 31;

type Looking = Pick<Deps, "db" | "clock" | "metrics">;

/**
 * The slots of `days` dates from one on, today by default.
 * @param except a booking that may move: its own time counts as free
 */
export async function listCallSlots(
	{ db, clock, metrics }: Looking,
	{ from, days = defaultDays, except }: { from?: string | undefined; days?: number; except?: string } = {},
): Promise<CallSlots> {
	const stop = metrics.callSlots.startTimer();
	const now = clock();
	const hours = await getCallHours(db);
	const bookable = bookableDays({ timeZone: site.timeZone, hours }, now);
	const first = from === undefined ? bookable.first : wallOfDay(from);
	const last = first + (days - 1) * dayMs;
	const free = await listFree(db, hours, now, { first, last }, except);
	stop();
	return {
		time_zone: site.timeZone,
		length_minutes: hours.length_minutes,
		from: dayOfWall(first),
		to: dayOfWall(last),
		last_date: dayOfWall(bookable.last),
		days: free.map(({ date, starts }) => ({ date, slots: starts.map(slotId) })),
	};
}

async function listFree(
	db: Database,
	hours: CallHours,
	now: Date,
	range: { first: number; last: number },
	except?: string,
): Promise<DaySlots[]> {
	const offered = startsByRules({ timeZone: site.timeZone, hours }, now, range);
	const [first, last] = [offered[0]?.starts[0], offered.at(-1)?.starts.at(-1)];
	if (first === undefined || last === undefined) return [];
	const busy = await listBusy(db, now, { from: spanOf(hours, first).from, to: spanOf(hours, last).to }, except);
	return withoutTaken(offered, busy, hours);
}

/**
 * The free times of a day that staff may choose, by the firm's clocks: at any notice, and also while none are offered online.
 * @param except the booking that moves
 */
export async function listFreeTimes({ tx, hours, now }: Calls, day: string, except: string): Promise<string[]> {
	const [first, last] = [wallOfDay(day), wallOfDay(day)];
	const lenient = { ...hours, offered: true, notice_minutes: 0, horizon_days: Number.POSITIVE_INFINITY };
	const free = await listFree(tx, lenient, now, { first, last }, except);
	const starts = free.flatMap((each) => each.starts);
	return starts.map((start) => timeOfWall(wallAt(site.timeZone, new Date(start))).slice(0, 5));
}

const mostNearest = 6;

const takenText = "That time has just been taken. These are the nearest free times:";
const noneLeftText = () =>
	`That time has just been taken, and no other time is free right now. Please send the form without a time, or call ${firm().phone}.`;

/** The refusal of a time that cannot be booked, for whatever reason, with the free times nearest to it. */
export async function timeTaken(
	{ db, clock }: Pick<Deps, "db" | "clock">,
	wish: number,
	except?: string,
): Promise<HttpError> {
	const now = clock();
	const hours = await getCallHours(db);
	const free = await listFree(db, hours, now, bookableDays({ timeZone: site.timeZone, hours }, now), except);
	const nearest = nearestTo(free, wish, mostNearest).map(slotId);
	return new HttpError(409, "time_taken", nearest.length > 0 ? takenText : noneLeftText(), { nearest });
}

/** How the database refuses two reservations in one lane. */
const exclusionViolation = new Set(["23P01"]);

/** Whether the database has refused a reservation that overlaps another. */
export const isOverlap = (error: unknown) => hasCause(error, exclusionViolation);
