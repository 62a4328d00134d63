import { dayMs, wallAt, wallOfDay } from "#lib/time/zone-clock.ts";

type Timed = { start: string; end: string };
/** Minutes of a day on the wall, 0 to 1440. */
type Span = { from: number; to: number };
/** One of several columns that overlapping entries share, from 0. */
export type Placed<Entry> = Span & { entry: Entry; column: number; columns: number };
export type DayLayout<Entry> = { date: string; open: Span[]; allDay: Entry[]; timed: Placed<Entry>[] };

const minuteMs = 60_000;
const dayMinutes = dayMs / minuteMs;
const usualHours = { first: 9, last: 17 };

/** Where the wall of a zone stands at a moment, in minutes from a day's midnight: negative before that day. */
export const minutesSince = (timeZone: string, date: string, moment: Date) =>
	(wallAt(timeZone, moment) - wallOfDay(date)) / minuteMs;

/**
 * Places the entries of some days on a grid of hours.
 * @returns the first hour and the hour after the last, so that every opening, start, and end of these days is in sight
 */
export function layOutWeek<Entry extends Timed>(week: {
	time_zone: string;
	hours: { date: string; intervals: string[][] }[];
	entries: Entry[];
}): { first: number; last: number; days: DayLayout<Entry>[] } {
	const edges: number[] = [];
	const days = week.hours.map(({ date, intervals }) => {
		const spanOf = (start = "", end = ""): Span => {
			const [from, to] = [start, end].map((moment) => minutesSince(week.time_zone, date, new Date(moment)));
			return { from: Math.max(0, from ?? 0), to: Math.min(dayMinutes, to ?? 0) };
		};
		const entries = week.entries
			.map((entry) => ({ entry, ...spanOf(entry.start, entry.end) }))
			.filter(({ from, to }) => from < to);
		const isAllDay = ({ from, to }: Span) => from === 0 && to === dayMinutes;
		const open = intervals.map(([start, end]) => spanOf(start, end));
		const timed = entries.filter((entry) => !isAllDay(entry));
		// Midnight is where a block of several days is cut, and no reason to show the night.
		edges.push(...[...open, ...timed].flatMap(({ from, to }) => [from, to]).filter((edge) => edge % dayMinutes > 0));
		return { date, open, allDay: entries.filter(isAllDay).map(({ entry }) => entry), timed: sideBySide(timed) };
	});
	const first = Math.floor(Math.min(usualHours.first * 60, ...edges) / 60);
	const last = Math.ceil(Math.max(usualHours.last * 60, ...edges) / 60);
	return { first, last, days };
}

/** Entries that overlap stand beside each other, each in the first column that is free. */
function sideBySide<Entry>(entries: (Span & { entry: Entry })[]): Placed<Entry>[] {
	const placed: Placed<Entry>[] = [];
	let group: Placed<Entry>[] = [];
	for (const entry of entries.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
		if (group.every(({ to }) => to <= entry.from)) group = [];
		const taken = group.filter(({ to }) => to > entry.from).map(({ column }) => column);
		const column = Array.from({ length: taken.length + 1 }, (_, index) => index).find((each) => !taken.includes(each));
		const next = { ...entry, column: column ?? 0, columns: 1 };
		group.push(next);
		placed.push(next);
		const columns = Math.max(...group.map((each) => each.column)) + 1;
		for (const each of group) each.columns = columns;
	}
	return placed;
}
