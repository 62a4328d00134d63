import { describe, expect, test } from "vitest";
import { formatDay, formatDayLong, formatMoment, formatTimeOfDay, relativeTime } from "./dates.ts";

describe("relative time", () => {
	const now = Date.parse("2026-11-20T12:00:00.000Z");
	const minute = 60_000;
	const hour = 60 * minute;
	// proves S9-dates-03
	test.each([
		[-5 * minute, "less than a minute ago"],
		[0, "less than a minute ago"],
		[minute - 1, "less than a minute ago"],
		[minute, "1 minute ago"],
		[59.9 * minute, "59 minutes ago"],
		[8 * hour - 1, "7 hours ago"],
		[23.9 * hour, "23 hours ago"],
		[24 * hour, "1 day ago"],
		[49 * hour, "2 days ago"],
	])("after %d ms reads '%s'", (elapsed, words) => {
		expect(relativeTime(new Date(now - elapsed).toISOString(), now)).toBe(words);
	});
});

// proves S9-dates-01
test("calendar days read the same in every time zone", () => {
	expect(formatDay("2026-11-04")).toBe("Nov 04, 2026");
	expect(formatDayLong("2026-11-24")).toBe("November 24, 2026");
});

test("times of day have twelve hours, without a leading zero", () => {
	expect(["00:05:00", "09:00:00", "12:00", "14:30:00"].map(formatTimeOfDay)).toEqual([
		"12:05 AM",
		"9:00 AM",
		"12:00 PM",
		"2:30 PM",
	]);
});

// proves S9-dates-02
test("moments carry date and time", () => {
	expect(formatMoment(new Date(2026, 10, 4, 12, 8).toISOString())).toBe("Nov 04, 2026 at 12:08 PM");
});
