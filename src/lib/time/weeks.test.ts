import fc from "fast-check";
import { expect, test } from "vitest";
import { lastWeeks, weekOf } from "./weeks.ts";

const iso = (dates: Date[]) => dates.map((date) => date.toISOString());

test("weeks begin with Monday 0:00 where the firm is, over the change of its clocks", () => {
	expect(iso(lastWeeks(new Date("2026-11-08T12:00:00Z"), "America/New_York", 3))).toEqual([
		"2026-10-19T04:00:00.000Z",
		"2026-10-26T04:00:00.000Z",
		// The clocks went back on Sunday, November 1: seven days and an hour.
		"2026-11-02T05:00:00.000Z",
	]);
});

test("Sunday night still belongs to the week, Monday's first moment no more", () => {
	const [, monday] = lastWeeks(new Date("2026-11-16T05:00:00Z"), "America/New_York", 2);
	expect(monday?.toISOString()).toBe("2026-11-16T05:00:00.000Z");
	const [, before] = lastWeeks(new Date("2026-11-16T04:59:59.999Z"), "America/New_York", 2);
	expect(before?.toISOString()).toBe("2026-11-09T05:00:00.000Z");
});

test("the present moment is in the last of twelve weeks, in every time zone", () => {
	const moment = fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
	const zone = fc.constantFrom("America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "UTC");
	fc.assert(
		fc.property(moment, zone, (now, timeZone) => {
			const weeks = lastWeeks(now, timeZone);
			expect(weeks).toHaveLength(12);
			expect(weekOf(weeks, now)).toBe(11);
			for (const [index, week] of weeks.entries()) {
				expect(weekOf(weeks, week)).toBe(index);
				expect(weekOf(weeks, new Date(week.getTime() - 1))).toBe(index - 1);
			}
		}),
	);
});
