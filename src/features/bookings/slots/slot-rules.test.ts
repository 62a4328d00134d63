import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { dayMs, dayOfWall, readWall, wallOfDay } from "#lib/time/zone-clock.ts";
import { type CallHours, type Interval, minutesOf } from "./call-hours.schema.ts";
import { parseSlotId, slotId } from "./slot-id.ts";
import { freeLane, nearestTo, startsByHours, startsByRules, withoutTaken } from "./slot-rules.ts";

const zones = [
	"America/New_York",
	"Europe/Berlin",
	"Australia/Lord_Howe",
	"America/Santiago",
	"Africa/Cairo",
	"Pacific/Apia",
];
const machineZones = ["UTC", "America/New_York", "Pacific/Auckland"];

const machineZone = process.env.TZ;
afterEach(() => {
	if (machineZone === undefined) delete process.env.TZ;
	else process.env.TZ = machineZone;
});

const hoursOf = (changes: Partial<CallHours> = {}): CallHours => ({
	offered: true,
	weekly: Array.from({ length: 7 }, (): Interval[] => [["09:00", "17:00"]]),
	dates: [],
	length_minutes: 45,
	grid_minutes: 30,
	buffer_before_minutes: 0,
	buffer_after_minutes: 15,
	notice_minutes: 120,
	change_notice_minutes: 60,
	horizon_days: 60,
	calls_at_once: 1,
	confirm_by_mail: false,
	...changes,
});

const stepMs = 5 * 60_000;

/** The slow calculation: looks at the wall of a zone every five minutes around a day, and shares no code with the rules. */
function wallsAround(timeZone: string, date: string): { moment: number; wall: string }[] {
	const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
	const noon = Date.parse(`${date}T12:00:00Z`);
	const walls = [];
	for (let moment = noon - 30 * 3_600_000; moment <= noon + 42 * 3_600_000; moment += stepMs) {
		walls.push({ moment, wall: format.format(moment) });
	}
	return walls;
}

function slowStarts(walls: { moment: number; wall: string }[], date: string, hours: CallHours): number[] {
	const edge = (time: string) =>
		walls.find(({ wall }) =>
			wall.startsWith(date) && time !== "24:00" ? wall >= `${date} ${time}` : wall > `${date} 99`,
		)?.moment ?? Number.NaN;
	const text = (minute: number) =>
		`${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
	const starts: number[] = [];
	for (const [open, close] of hours.weekly[new Date(`${date}T12:00:00Z`).getUTCDay()] ?? []) {
		for (let minute = minutesOf(open); minute < minutesOf(close); minute += hours.grid_minutes) {
			const start = walls.find(({ wall }) => wall === `${date} ${text(minute)}`)?.moment;
			if (start !== undefined && start + hours.length_minutes * 60_000 <= edge(close)) starts.push(start);
		}
	}
	return [...new Set(starts)].sort((a, b) => a - b);
}

/** Every day of 2020 to 2035 on which the clocks of a zone change, and the days beside it. */
function transitionDays(timeZone: string): string[] {
	const format = new Intl.DateTimeFormat("sv-SE", { timeZone, timeStyle: "short" });
	const days: string[] = [];
	let before = "";
	for (let noon = Date.UTC(2020, 0, 1, 12); noon < Date.UTC(2036, 0, 1); noon += dayMs) {
		const wall = format.format(noon);
		if (before && wall !== before) {
			for (const beside of [-2, -1, 0, 1]) days.push(new Date(noon + beside * dayMs).toISOString().slice(0, 10));
		}
		before = wall;
	}
	return [...new Set(days)];
}

const allDay = hoursOf({
	weekly: Array.from({ length: 7 }, (): Interval[] => [
		["00:00", "01:45"],
		["02:10", "03:05"],
		["09:00", "24:00"],
	]),
	length_minutes: 30,
	grid_minutes: 15,
});

test.each(zones)(
	"on every day around a change of clocks in %s, the hours give the starts of the slow calculation",
	(timeZone) => {
		const days = transitionDays(timeZone);
		const slow = days.map((date) => slowStarts(wallsAround(timeZone, date), date, allDay).map(slotId));
		for (const machine of machineZones) {
			process.env.TZ = machine;
			const fast = days.map((date) =>
				startsByHours({ timeZone, hours: allDay }, wallOfDay(date), 1).flatMap(({ starts }) => starts.map(slotId)),
			);
			expect(fast).toEqual(slow);
		}
		// Apia has kept one offset since 2021, Berlin has changed twice a year.
		expect(days.length).toBeGreaterThan(timeZone === "Pacific/Apia" ? 10 : 50);
	},
);

const times = fc
	.uniqueArray(fc.integer({ min: 0, max: 288 }), { minLength: 2, maxLength: 6 })
	.map((steps) => steps.sort((a, b) => a - b).map((step) => step * 5))
	.map((minutes) =>
		minutes.map((each) => `${String(Math.floor(each / 60)).padStart(2, "0")}:${String(each % 60).padStart(2, "0")}`),
	)
	.map((texts) => {
		const hours: Interval[] = [];
		for (let place = 0; place + 1 < texts.length; place += 2) hours.push([texts[place] ?? "", texts[place + 1] ?? ""]);
		return hours;
	});

test("on any day of 2020 to 2035, any hours, lengths, and grids give the starts of the slow calculation", () => {
	const any = fc.record({
		timeZone: fc.constantFrom(...zones),
		day: fc.integer({ min: 0, max: 5843 }),
		week: fc.array(times, { minLength: 7, maxLength: 7 }),
		length: fc.integer({ min: 2, max: 48 }),
		grid: fc.integer({ min: 1, max: 48 }),
		machine: fc.constantFrom(...machineZones),
	});
	fc.assert(
		fc.property(any, ({ timeZone, day, week, length, grid, machine }) => {
			const date = dayOfWall(Date.UTC(2020, 0, 1) + day * dayMs);
			const hours = hoursOf({ weekly: week, length_minutes: length * 5, grid_minutes: grid * 5 });
			const slow = slowStarts(wallsAround(timeZone, date), date, hours);
			process.env.TZ = machine;
			const fast = startsByHours({ timeZone, hours }, wallOfDay(date), 1).flatMap(({ starts }) => starts);
			expect(fast).toEqual(slow);
		}),
		{ numRuns: 150 },
	);
});

test("a special date replaces the hours of its weekday, and none of them close the day", () => {
	const hours = hoursOf({
		dates: [
			{ date: "2026-11-26", hours: [], note: "Thanksgiving" },
			{ date: "2026-11-27", hours: [["10:00", "11:00"]], note: null },
		],
	});
	const days = startsByHours({ timeZone: "America/New_York", hours }, wallOfDay("2026-11-26"), 2);
	expect(days.map(({ date, starts }) => [date, starts.map(slotId)])).toEqual([
		["2026-11-27", ["2026-11-27T15:00:00Z"]],
	]);
});

test("the notice and the last day are exact to the minute", () => {
	const rules = { timeZone: "America/New_York", hours: hoursOf({ horizon_days: 1 }) };
	const range = { first: wallOfDay("2026-11-20"), last: wallOfDay("2026-12-20") };
	const firstAt = (now: string) => startsByRules(rules, new Date(now), range)[0]?.starts.map(slotId)[0];
	expect(firstAt("2026-11-24T13:00:00Z")).toBe("2026-11-24T15:00:00Z");
	expect(firstAt("2026-11-24T13:00:01Z")).toBe("2026-11-24T15:30:00Z");
	const lastDayAt = (now: string) => startsByRules(rules, new Date(now), range).at(-1)?.date;
	expect(lastDayAt("2026-11-25T04:59:59Z")).toBe("2026-11-25");
	expect(lastDayAt("2026-11-25T05:00:00Z")).toBe("2026-11-26");
});

test("a start is free while some lane is, and fewer lanes than there are hold something at its time", () => {
	const minute = 60_000;
	const span = { from: 60 * minute, to: 120 * minute };
	const at = (lane: number, from: number, to: number) => ({ lane, from: from * minute, to: to * minute });
	expect(freeLane([at(1, 0, 60), at(1, 120, 180)], span, 1)).toBe(1);
	expect(freeLane([at(1, 0, 61)], span, 1)).toBeUndefined();
	expect(freeLane([at(1, 0, 61)], span, 2)).toBe(2);
	expect(freeLane([at(2, 0, 61)], span, 2)).toBe(1);
	// Staff have booked one too many: lane 1 is free, and yet no one has time.
	expect(freeLane([at(2, 0, 61), at(3, 90, 200)], span, 2)).toBeUndefined();
	const days = [{ date: "1970-01-01", starts: [0, 30, 60, 120].map((each) => each * minute) }];
	expect(withoutTaken(days, [at(1, 60, 120)], hoursOf())).toEqual([{ date: "1970-01-01", starts: [0, 120 * minute] }]);
	const early = hoursOf({ buffer_before_minutes: 5 });
	expect(withoutTaken(days, [at(1, 60, 120)], early)).toEqual([{ date: "1970-01-01", starts: [0] }]);
});

test("the nearest times are the earlier where two are equally near, in the order of time", () => {
	expect(nearestTo([{ date: "", starts: [10, 20, 40, 50, 90] }], 30, 3)).toEqual([10, 20, 40]);
});

test.each([
	"2026-02-30T10:00:00Z",
	"0000-01-01T00:00:00Z",
	"2026-11-24T24:00:00Z",
	"2026-11-24T10:00:01Z",
	"2026-11-24T10:00:00.000Z",
	"2026-11-24T10:00Z",
	" 2026-11-24T10:00:00Z",
	"+12026-11-24T10:00:00Z",
])("'%s' is no slot", (text) => {
	expect(parseSlotId(text)).toBeUndefined();
});

test("the first and the last minute of four digits of year are well-formed slots", () => {
	for (const text of ["0001-01-01T00:00:00Z", "9999-12-31T23:59:00Z"]) {
		expect(slotId(parseSlotId(text) ?? 0)).toBe(text);
	}
});

test("what staff type in a gap is read with the offset before it, in an overlap as the first", () => {
	expect(readWall("America/New_York", "2026-03-08", "02:30").toISOString()).toBe("2026-03-08T07:30:00.000Z");
	expect(readWall("America/New_York", "2026-11-01", "01:30:00").toISOString()).toBe("2026-11-01T05:30:00.000Z");
});
