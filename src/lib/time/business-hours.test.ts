import { describe, expect, test } from "vitest";
import { type BusinessHours, businessClock, isOpen, nextOpening } from "./business-hours.ts";

const firm: BusinessHours = {
	timeZone: "America/New_York",
	hours: [
		{ weekdays: [1, 2, 3, 4, 5], open: 8, close: 17 },
		{ weekdays: [6], open: 10, close: 15 },
		{ weekdays: [0], open: null, close: null },
	],
};
const never: BusinessHours = { timeZone: "UTC", hours: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], open: null, close: null }] };

// 2026-11-20 is a Friday; New York is five hours behind until 8 March 2026 and from 1 November 2026.
test.each([
	["2026-11-20T12:59:59Z", false],
	["2026-11-20T13:00:00Z", true],
	["2026-11-20T21:59:59Z", true],
	["2026-11-20T22:00:00Z", false],
	["2026-11-21T14:59:59Z", false],
	["2026-11-21T15:00:00Z", true],
	["2026-11-22T17:00:00Z", false],
	// Friday noon in London, and still before eight in New York; Saturday there, and Friday evening here.
	["2026-07-17T11:59:00Z", false],
	["2026-07-17T12:00:00Z", true],
	["2026-07-18T01:00:00Z", false],
])("at %s the firm is open: %s", (at, open) => {
	expect(isOpen(firm, new Date(at))).toBe(open);
});

describe("the next opening", () => {
	const openingAfter = (at: string) => nextOpening(firm, new Date(at))?.toISOString();
	// proves D-time-02
	test("is later the same day, the next day, or after the weekend", () => {
		expect(openingAfter("2026-11-20T06:00:00Z")).toBe("2026-11-20T13:00:00.000Z");
		expect(openingAfter("2026-11-20T23:00:00Z")).toBe("2026-11-21T15:00:00.000Z");
		expect(openingAfter("2026-11-21T21:00:00Z")).toBe("2026-11-23T13:00:00.000Z");
	});
	// proves D-time-02
	test("keeps the hour on the wall when the clocks change in between", () => {
		expect(openingAfter("2026-03-07T21:00:00Z")).toBe("2026-03-09T12:00:00.000Z");
		expect(openingAfter("2026-10-31T20:00:00Z")).toBe("2026-11-02T13:00:00.000Z");
	});
	test("is tomorrow's while the firm is open, and a week away for one that opens once a week", () => {
		expect(openingAfter("2026-11-19T15:00:00Z")).toBe("2026-11-20T13:00:00.000Z");
		const mondays = { timeZone: "UTC", hours: [{ weekdays: [1], open: 9, close: 10 }] };
		expect(nextOpening(mondays, new Date("2026-11-23T09:00:00Z"))?.toISOString()).toBe("2026-11-30T09:00:00.000Z");
	});
	test("does not exist for a firm that never opens", () => {
		expect(nextOpening(never, new Date("2026-11-20T12:00:00Z"))).toBeUndefined();
	});
});

describe("open minutes between two moments", () => {
	const between = (from: string, to: string) => {
		const clock = businessClock(firm, new Date(from), new Date(to));
		return Math.floor(clock(new Date(to)) / 60_000);
	};
	test("are those of the clock inside of opening hours, in whole minutes", () => {
		expect(between("2026-11-20T14:00:00Z", "2026-11-20T14:30:59Z")).toBe(30);
	});
	test("leave out nights, weekends and what lies before the first opening", () => {
		expect(between("2026-11-20T21:30:00Z", "2026-11-21T15:10:00Z")).toBe(40);
		expect(between("2026-11-21T19:50:00Z", "2026-11-23T13:05:00Z")).toBe(15);
		expect(between("2026-11-22T01:00:00Z", "2026-11-22T23:00:00Z")).toBe(0);
	});
	test("are 50 hours in any week, also in one with a change of clocks", () => {
		expect(between("2026-11-15T03:33:00Z", "2026-11-22T03:33:00Z")).toBe(50 * 60);
		expect(between("2026-03-05T03:33:00Z", "2026-03-12T02:33:00Z")).toBe(50 * 60);
		expect(between("2026-10-29T03:33:00Z", "2026-11-05T04:33:00Z")).toBe(50 * 60);
	});
	test("are none when the second moment is not the later one", () => {
		expect(between("2026-11-20T15:00:00Z", "2026-11-20T14:00:00Z")).toBe(0);
	});
});

test("half hours count, and a firm may close at midnight", () => {
	const late = { timeZone: "Europe/Berlin", hours: [{ weekdays: [5], open: 18.5, close: 24 }] };
	expect(nextOpening(late, new Date("2026-11-20T12:00:00Z"))?.toISOString()).toBe("2026-11-20T17:30:00.000Z");
	expect(isOpen(late, new Date("2026-11-20T22:59:59Z"))).toBe(true);
	expect(isOpen(late, new Date("2026-11-20T23:00:00Z"))).toBe(false);
});
