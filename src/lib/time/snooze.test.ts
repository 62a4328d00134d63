import { expect, test } from "vitest";
import { isSnoozed, snoozeDays } from "./snooze.ts";

test("a row is snoozed until its day, and not on it", () => {
	expect(isSnoozed({ snoozed_until: "2026-12-03" }, "2026-12-02")).toBe(true);
	expect(isSnoozed({ snoozed_until: "2026-12-03" }, "2026-12-03")).toBe(false);
	expect(isSnoozed({ snoozed_until: null }, "2026-12-02")).toBe(false);
	expect(isSnoozed({}, "2026-12-02")).toBe(false);
});

test("offers tomorrow, a Monday that is not tomorrow, and the same day in two weeks", () => {
	const days = (today: string) => snoozeDays(today).map(({ day }) => day);
	// A Monday, a Saturday, and the Sunday before the clocks change.
	expect(days("2026-11-23")).toEqual(["2026-11-24", "2026-11-30", "2026-12-07"]);
	expect(days("2026-12-26")).toEqual(["2026-12-27", "2026-12-28", "2027-01-09"]);
	expect(days("2027-03-14")).toEqual(["2027-03-15", "2027-03-22", "2027-03-28"]);
});
