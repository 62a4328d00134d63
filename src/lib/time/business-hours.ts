import { TZDate } from "@date-fns/tz";

/** When a firm is open (site.config.ts): hours on a 24-hour clock in its time zone, Sunday is 0, `open: null` is closed. */
export type BusinessHours = {
	timeZone: string;
	hours: readonly { weekdays: readonly number[]; open: number | null; close: number | null }[];
};

/** Milliseconds since the epoch; `to` is the first moment after it. */
type Opening = { from: number; to: number };

/** Opening begins with its first minute and ends before its last: a firm that closes at 5 PM is closed at 5:00:00 PM. */
export function isOpen(firm: BusinessHours, at: Date): boolean {
	return openingsFrom(firm, at, 1).some(({ from, to }) => from <= at.getTime() && at.getTime() < to);
}

/** When the firm opens next after `at`, also while it is open; `undefined` for one that never does. */
export function nextOpening(firm: BusinessHours, at: Date): Date | undefined {
	const today = new TZDate(at, firm.timeZone);
	for (let ahead = 0; ahead <= daysPerWeek; ahead++) {
		const next = openingsOfDay(firm, today, ahead).find(({ from }) => from > at.getTime());
		if (next) return new Date(next.from);
	}
	return undefined;
}

const dayMs = 24 * 60 * 60_000;
const daysPerWeek = 7;

/** What is open on the day of `at`, by the firm's calendar, and on those that follow; earliest first. */
function openingsFrom(firm: BusinessHours, at: Date, days: number): Opening[] {
	const today = new TZDate(at, firm.timeZone);
	return Array.from({ length: days }, (_, ahead) => openingsOfDay(firm, today, ahead)).flat();
}

/** @param ahead days after `today`, which is in the firm's time zone */
function openingsOfDay({ timeZone, hours }: BusinessHours, today: TZDate, ahead: number): Opening[] {
	// By the clock on the wall, so that a day of 23 or 25 hours opens at its hour too.
	const atHour = (hour: number) =>
		new TZDate(
			today.getFullYear(),
			today.getMonth(),
			today.getDate() + ahead,
			Math.floor(hour),
			(hour % 1) * 60,
			timeZone,
		);
	const weekday = atHour(12).getDay();
	return hours
		.flatMap(({ weekdays, open, close }) =>
			open === null || close === null || !weekdays.includes(weekday)
				? []
				: [{ from: atHour(open).getTime(), to: atHour(close).getTime() }],
		)
		.sort((a, b) => a.from - b.from);
}

/**
 * The clock on the firm's wall that runs while it is open and stands still otherwise: milliseconds of opening hours from
 * `start` to a moment. For many durations over the same weeks, whose days are walked once.
 */
export function businessClock(firm: BusinessHours, start: Date, end: Date): (moment: Date) => number {
	// One more than have passed: the two moments may lie on both sides of a midnight.
	const days = Math.max(0, Math.ceil((end.getTime() - start.getTime()) / dayMs)) + 1;
	let total = 0;
	const openings = openingsFrom(firm, start, days).map(({ from, to }) => {
		const opening = { from: Math.max(from, start.getTime()), to: Math.max(to, start.getTime()), before: total };
		total += opening.to - opening.from;
		return opening;
	});
	return (moment) => {
		const at = moment.getTime();
		const last = openings[latestBegun(openings, at)];
		return last ? last.before + Math.min(at, last.to) - last.from : 0;
	};
}

/** Binary search for the last opening that has begun; -1 for none. */
function latestBegun(openings: readonly Opening[], at: number): number {
	let [low, high] = [-1, openings.length - 1];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if ((openings[middle]?.from ?? Number.POSITIVE_INFINITY) <= at) low = middle;
		else high = middle - 1;
	}
	return low;
}
