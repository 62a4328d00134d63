/**
 * The wall clock of a time zone, computed from the offsets that Intl knows, so that nothing depends on the zone of the
 * machine. A wall time is written in milliseconds since 1970 as if the wall were in UTC; a day is `YYYY-MM-DD`.
 */
export type ZoneClock = {
	/** The moments at which the wall reads this: none in a gap, two in an overlap. Earliest first. */
	momentsAt(wall: number): number[];
	/**
	 * The first moment of a day at which the wall reads this or later: where an interval of hours begins or ends. After the
	 * last minute of a day that is cut short, the first moment of what follows.
	 */
	edgeOf(day: number, minutes: number): number;
	/** As RFC 5545, 3.3.5 reads a local time: in a gap with the offset before it, in an overlap the first. */
	read(wall: number): number;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** No zone is further from UTC than this. */
const widestOffset = 27 * hourMs;

/** The shortest time that a zone keeps one offset; a shorter one would be overlooked. */
const stepMs = 6 * hourMs;

/** A time, from its first moment on, in which what is added to UTC stays the same. */
export type Stretch = { from: number; to: number; offset: number };

/** The clock of a zone for wall times between these two, which are walls too. Making one costs four looks at Intl a day. */
export function zoneClock(timeZone: string, fromWall: number, toWall: number): ZoneClock {
	return clockOf(knownStretches(timeZone, fromWall - widestOffset, toWall + widestOffset));
}

/** The clock of a zone that is known by its stretches, in the order of time and without a gap between them. */
export function clockOf(stretches: readonly Stretch[]): ZoneClock {
	const momentsAt = (wall: number) =>
		stretches.flatMap(({ from, to, offset }) => {
			const moment = wall - offset;
			return moment >= from && moment < to ? [moment] : [];
		});
	return {
		momentsAt,
		edgeOf: (day, minutes) => {
			const wall = day + minutes * minuteMs;
			const first = (from: number, until: number) => {
				for (const stretch of stretches) {
					const moment = Math.max(stretch.from, from - stretch.offset);
					if (moment < stretch.to && moment + stretch.offset < until) return moment;
				}
				return undefined;
			};
			return (
				(minutes < 24 * 60 ? first(wall, day + dayMs) : undefined) ??
				first(day + dayMs, Number.POSITIVE_INFINITY) ??
				Number.POSITIVE_INFINITY
			);
		},
		read: (wall) => {
			const [moment] = momentsAt(wall);
			if (moment !== undefined) return moment;
			const before = stretches.findLast(({ to, offset }) => to + offset <= wall);
			return wall - (before?.offset ?? stretches[0]?.offset ?? 0);
		},
	};
}

const known = new Map<string, Stretch[]>();
const mostKnown = 100;

/** Of the last ranges that were asked for: the same one is, for every visitor of a day. */
function knownStretches(timeZone: string, from: number, to: number): Stretch[] {
	const key = `${timeZone} ${from} ${to}`;
	const stretches = known.get(key) ?? stretchesOf(timeZone, from, to);
	if (known.size >= mostKnown) known.clear();
	known.set(key, stretches);
	return stretches;
}

/** Times with one offset, without a gap between them. */
function stretchesOf(timeZone: string, from: number, to: number): Stretch[] {
	const stretches: Stretch[] = [];
	let current: Stretch = {
		from: Number.NEGATIVE_INFINITY,
		to: Number.POSITIVE_INFINITY,
		offset: offsetAt(timeZone, from),
	};
	for (let at = from; at < to; at += stepMs) {
		const offset = offsetAt(timeZone, at + stepMs);
		if (offset === current.offset) continue;
		const change = changeBetween(timeZone, at, at + stepMs, current.offset);
		stretches.push({ ...current, to: change });
		current = { from: change, to: Number.POSITIVE_INFINITY, offset };
	}
	return [...stretches, current];
}

/** The first second with another offset than the one before. */
function changeBetween(timeZone: string, from: number, to: number, offset: number): number {
	let [low, high] = [Math.floor(from / 1000), Math.floor(to / 1000)];
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (offsetAt(timeZone, middle * 1000) === offset) low = middle;
		else high = middle;
	}
	return high * 1000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
	const made =
		formatters.get(timeZone) ??
		new Intl.DateTimeFormat("en-US", {
			timeZone,
			hourCycle: "h23",
			era: "short",
			year: "numeric",
			month: "numeric",
			day: "numeric",
			hour: "numeric",
			minute: "numeric",
			second: "numeric",
		});
	formatters.set(timeZone, made);
	return made;
}

/** What is added to UTC at a moment, in milliseconds. */
function offsetAt(timeZone: string, moment: number): number {
	const second = Math.floor(moment / 1000) * 1000;
	const parts: Record<string, string> = {};
	for (const { type, value } of formatterOf(timeZone).formatToParts(second)) parts[type] = value;
	const year = parts.era === "BC" ? 1 - Number(parts.year) : Number(parts.year);
	const day = wallOf(year, Number(parts.month), Number(parts.day));
	const time = (Number(parts.hour) * 60 + Number(parts.minute)) * 60 + Number(parts.second);
	return day + time * 1000 - second;
}

/** Date.UTC, which takes the years up to 99 for those of the 20th century. */
function wallOf(year: number, month: number, day: number): number {
	const date = new Date(0);
	date.setUTCFullYear(year, month - 1, day);
	return date.getTime();
}

/** The midnight of a day on the wall. */
export function wallOfDay(day: string): number {
	const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
	return wallOf(year, month, date);
}

/** `YYYY-MM-DD` of a wall time; after 9999 with as many digits as the year has. */
export function dayOfWall(wall: number): string {
	const date = new Date(wall);
	const two = (value: number) => String(value).padStart(2, "0");
	return `${String(date.getUTCFullYear()).padStart(4, "0")}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

/** `HH:MM:SS` of a wall time, as PostgreSQL writes it. */
export const timeOfWall = (wall: number) => new Date(wall).toISOString().slice(-13, -5);

/** What a zone's wall reads at a moment. */
export const wallAt = (timeZone: string, moment: Date) => moment.getTime() + offsetAt(timeZone, moment.getTime());

/** The day of a zone at a moment. */
export const dayAt = (timeZone: string, moment: Date) => dayOfWall(wallAt(timeZone, moment));

/** The moment that someone means who writes a day and a time of the zone (RFC 5545, 3.3.5). */
export function readWall(timeZone: string, day: string, time: string): Date {
	const [hour = 0, minute = 0, second = 0] = time.split(":").map(Number);
	const wall = wallOfDay(day) + ((hour * 60 + minute) * 60 + second) * 1000;
	return new Date(zoneClock(timeZone, wall, wall).read(wall));
}

/** The first moment of a day, which need not be at midnight. */
export function startOfDay(timeZone: string, day: string): Date {
	const wall = wallOfDay(day);
	return new Date(zoneClock(timeZone, wall, wall + dayMs).edgeOf(wall, 0));
}
