import { dayAt, dayMs, dayOfWall, wallAt, wallOfDay, zoneClock } from "#lib/time/zone-clock.ts";
import { type CallHours, type Interval, minutesOf } from "./call-hours.schema.ts";

const minuteMs = 60_000;

/** The starts that a visitor may book on a day of the firm, in milliseconds, ascending. */
export type DaySlots = { date: string; starts: number[] };

type Rules = { timeZone: string; hours: CallHours };

/** Dates after this one have no address in four digits of year. */
const lastDay = wallOfDay("9999-12-31");

/** The hours of a day on the wall: those of a special date, otherwise those of its weekday. */
export function intervalsOf(hours: Pick<CallHours, "weekly" | "dates">, day: number): Interval[] {
	const date = dayOfWall(day);
	const special = hours.dates.find((each) => each.date === date);
	return special ? special.hours : (hours.weekly[new Date(day).getUTCDay()] ?? []);
}

/**
 * Rule 1 of the contract: the starts that the hours allow on `days` dates from `from` on, by the wall clock of the zone.
 * @param from the first date, as a wall time
 */
export function startsByHours({ timeZone, hours }: Rules, from: number, days: number): DaySlots[] {
	if (!hours.offered || days < 1) return [];
	const clock = zoneClock(timeZone, from, from + (days + 1) * dayMs);
	const length = hours.length_minutes * minuteMs;
	const found: DaySlots[] = [];
	for (let day = from; day < from + days * dayMs && day <= lastDay; day += dayMs) {
		const starts = intervalsOf(hours, day).flatMap(([open, close]) => {
			const end = clock.edgeOf(day, minutesOf(close));
			const inside: number[] = [];
			for (let minute = minutesOf(open); minute < minutesOf(close); minute += hours.grid_minutes) {
				const [start] = clock.momentsAt(day + minute * minuteMs);
				if (start !== undefined && start + length <= end) inside.push(start);
			}
			return inside;
		});
		if (starts.length > 0) found.push({ date: dayOfWall(day), starts: [...new Set(starts)].sort((a, b) => a - b) });
	}
	return found;
}

/** Whether a call lies within the hours of the day on which it begins. In milliseconds. */
export function isWithinHours({ timeZone, hours }: Rules, start: number, end: number): boolean {
	const day = wallOfDay(dayAt(timeZone, new Date(start)));
	const clock = zoneClock(timeZone, day, day + 2 * dayMs);
	const edge = (time: string) => clock.edgeOf(day, minutesOf(time));
	return intervalsOf(hours, day).some(([open, close]) => edge(open) <= start && end <= edge(close));
}

/** The dates on which calls can be booked at a moment: from today to the horizon, as walls. */
export function bookableDays({ timeZone, hours }: Rules, now: Date): { first: number; last: number } {
	const wall = wallAt(timeZone, now);
	const first = Math.floor(wall / dayMs) * dayMs;
	return { first, last: first + hours.horizon_days * dayMs };
}

/** Rules 1 and 2: also late enough for the notice, and within the horizon. `range` is of dates, as walls, both included. */
export function startsByRules(rules: Rules, now: Date, range: { first: number; last: number }): DaySlots[] {
	const bookable = bookableDays(rules, now);
	const first = Math.max(range.first, bookable.first);
	const last = Math.min(range.last, bookable.last);
	const earliest = now.getTime() + rules.hours.notice_minutes * minuteMs;
	return startsByHours(rules, first, (last - first) / dayMs + 1)
		.map(({ date, starts }) => ({ date, starts: starts.filter((start) => start >= earliest) }))
		.filter(({ starts }) => starts.length > 0);
}

/** Time in the database that nothing else in its lane may overlap. Half-open, in milliseconds. */
export type Busy = { lane: number; from: number; to: number };

/** What a call that starts then keeps free of others, buffers included. @param end that of the firm's usual length, if not given */
export function spanOf(hours: CallHours, start: number, end = start + hours.length_minutes * minuteMs) {
	return { from: start - hours.buffer_before_minutes * minuteMs, to: end + hours.buffer_after_minutes * minuteMs };
}

/**
 * Rule 3: the lowest lane of 1 to `lanes` that is free for a span, if those that overlap it lie in fewer lanes than there
 * are. Undefined when none is.
 */
export function freeLane(busy: readonly Busy[], span: { from: number; to: number }, lanes: number): number | undefined {
	const taken = takenLanes(busy, span);
	return taken.size < lanes ? firstGap(taken) : undefined;
}

/** For staff, who are not refused: the lowest lane that is free, the firm's own first. */
export const staffLane = (busy: readonly Busy[], span: { from: number; to: number }): number =>
	firstGap(takenLanes(busy, span));

const takenLanes = (busy: readonly Busy[], span: { from: number; to: number }) =>
	new Set(busy.filter(({ from, to }) => from < span.to && span.from < to).map(({ lane }) => lane));

function firstGap(taken: ReadonlySet<number>): number {
	let lane = 1;
	while (taken.has(lane)) lane += 1;
	return lane;
}

/** Takes from these starts what rule 3 forbids. Looks, for each start, only at what lies on the days around it. */
export function withoutTaken(days: readonly DaySlots[], busy: readonly Busy[], hours: CallHours): DaySlots[] {
	const byDay = new Map<number, Busy[]>();
	const [first, last] = [days[0]?.starts[0], days.at(-1)?.starts.at(-1)];
	if (first === undefined || last === undefined) return [];
	const [from, to] = [spanOf(hours, first).from, spanOf(hours, last).to];
	const dayOf = (moment: number) => Math.floor(moment / dayMs);
	for (const each of busy) {
		for (let day = dayOf(Math.max(each.from, from)); day <= dayOf(Math.min(each.to, to) - 1); day++) {
			const ofDay = byDay.get(day);
			if (ofDay) ofDay.push(each);
			else byDay.set(day, [each]);
		}
	}
	const isFree = (start: number) => {
		const span = spanOf(hours, start);
		const near: Busy[] = [];
		for (let day = dayOf(span.from); day <= dayOf(span.to - 1); day++) near.push(...(byDay.get(day) ?? []));
		return freeLane(near, span, hours.calls_at_once) !== undefined;
	};
	return days
		.map(({ date, starts }) => ({ date, starts: starts.filter(isFree) }))
		.filter(({ starts }) => starts.length > 0);
}

/** The starts nearest to a wish, of two equally near the earlier first, in the order of time. */
export function nearestTo(days: readonly DaySlots[], wish: number, most: number): number[] {
	return days
		.flatMap(({ starts }) => starts)
		.sort((a, b) => Math.abs(a - wish) - Math.abs(b - wish) || a - b)
		.slice(0, most)
		.sort((a, b) => a - b);
}
