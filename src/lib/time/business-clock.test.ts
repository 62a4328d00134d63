import fc from "fast-check";
import { expect, test } from "vitest";
import { type BusinessHours, businessClock, isOpen } from "./business-hours.ts";

const hours: BusinessHours["hours"] = [
	{ weekdays: [1, 2, 3, 4, 5], open: 8, close: 17 },
	{ weekdays: [6], open: 10, close: 15 },
	{ weekdays: [0], open: null, close: null },
];
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const zone = fc.constantFrom("America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "UTC");
const start = fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
const offsets = fc.array(fc.integer({ min: 0, max: 84 * dayMs }), { minLength: 3, maxLength: 3 });

test("runs forwards, never faster than time, and in just those moments in which the firm is open", () => {
	fc.assert(
		fc.property(start, zone, offsets, (from, timeZone, steps) => {
			const firm = { timeZone, hours };
			const clock = businessClock(firm, from, new Date(from.getTime() + 84 * dayMs));
			const [a = 0, b = 0, c = 0] = steps.toSorted((x, y) => x - y);
			const at = (offset: number) => new Date(from.getTime() + offset);
			const between = (x: number, y: number) => clock(at(y)) - clock(at(x));
			expect(between(a, b)).toBeGreaterThanOrEqual(0);
			expect(between(a, b)).toBeLessThanOrEqual(b - a);
			expect(between(a, b) + between(b, c)).toBe(between(a, c));
			for (const moment of [a, b, c]) expect(between(moment, moment + 1)).toBe(isOpen(firm, at(moment)) ? 1 : 0);
		}),
		{ numRuns: 40 },
	);
});

test("every week has its 50 hours, those in which the clocks change included", () => {
	fc.assert(
		fc.property(zone, fc.integer({ min: 0, max: 150 }), (timeZone, week) => {
			const from = new Date(Date.UTC(2024, 0, 1) + week * 7 * dayMs);
			// Eight days, of which whole weeks on the wall are measured noon to noon on Sundays, when the firm is closed.
			const firm = { timeZone, hours };
			const clock = businessClock(firm, from, new Date(from.getTime() + 15 * dayMs));
			const sunday = new Date(from.getTime() + 6 * dayMs + 12 * hourMs);
			const nextSunday = new Date(sunday.getTime() + 7 * dayMs);
			expect((clock(nextSunday) - clock(sunday)) / hourMs).toBe(50);
		}),
	);
});

test("stands still while the firm is closed, and runs from the first moment on", () => {
	const firm = { timeZone: "America/New_York", hours };
	const friday = new Date("2026-11-20T21:30:00Z");
	const clock = businessClock(firm, friday, new Date("2026-11-23T18:00:00Z"));
	expect(clock(friday)).toBe(0);
	expect(clock(new Date("2026-11-20T21:40:00Z"))).toBe(10 * 60_000);
	// Half an hour on Friday, five hours on Saturday, and Monday from 8 AM.
	expect(clock(new Date("2026-11-22T12:00:00Z"))).toBe(5.5 * hourMs);
	expect(clock(new Date("2026-11-23T13:05:00Z"))).toBe(5.5 * hourMs + 5 * 60_000);
	expect(clock(new Date("2026-01-01T00:00:00Z"))).toBe(0);
});
