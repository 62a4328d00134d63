import { expect, test } from "vitest";
import { layOutWeek } from "./week-layout.ts";

const zone = "America/New_York";
/** A wall time of New York in winter. */
const at = (day: number, time: string) => `2026-12-0${day}T${time}:00-05:00`;
const entry = (name: string, start: string, end: string) => ({ name, start, end });
const day = (date: number, ...intervals: [string, string][]) => ({
	date: `2026-12-0${date}`,
	intervals: intervals.map(([from, to]) => [at(date, from), at(date, to)]),
});

test("a call stands at its own minutes, and the grid shows the hours from the first to the last that matter", () => {
	const call = entry("Early", at(1, "07:15"), at(1, "08:00"));
	const { first, last, days } = layOutWeek({ time_zone: zone, hours: [day(1, ["09:00", "18:30"])], entries: [call] });
	expect({ first, last }).toEqual({ first: 7, last: 19 });
	expect(days[0]).toMatchObject({
		open: [{ from: 540, to: 1110 }],
		timed: [{ entry: call, from: 435, to: 480, column: 0, columns: 1 }],
	});
});

test("what overlaps stands beside each other, and what only touches does not", () => {
	const entries = [
		entry("a", at(1, "09:00"), at(1, "10:00")),
		entry("b", at(1, "09:30"), at(1, "10:30")),
		entry("c", at(1, "10:00"), at(1, "11:00")),
		entry("d", at(1, "11:00"), at(1, "12:00")),
	];
	const { days } = layOutWeek({ time_zone: zone, hours: [day(1)], entries });
	expect(days[0]?.timed.map((each) => [each.entry.name, each.column, each.columns])).toEqual([
		["a", 0, 2],
		["b", 1, 2],
		["c", 0, 2],
		["d", 0, 1],
	]);
});

test("a block of several days is cut at midnight, fills the days between, and does not stretch the grid", () => {
	const block = entry("Fair", at(1, "14:00"), at(3, "10:00"));
	const hours = [day(1), day(2), day(3), day(4)];
	const { first, last, days } = layOutWeek({ time_zone: zone, hours, entries: [block] });
	expect({ first, last }).toEqual({ first: 9, last: 17 });
	expect(days.map(({ allDay, timed }) => [allDay.length, timed.map(({ from, to }) => [from, to])])).toEqual([
		[0, [[840, 1440]]],
		[1, []],
		[0, [[0, 600]]],
		[0, []],
	]);
});

test("on the day when clocks change, a call stands where the wall says", () => {
	const call = entry("Late", "2026-11-01T10:00:00-05:00", "2026-11-01T10:45:00-05:00");
	const { days } = layOutWeek({ time_zone: zone, hours: [{ date: "2026-11-01", intervals: [] }], entries: [call] });
	expect(days[0]?.timed).toMatchObject([{ from: 600, to: 645 }]);
});
