import { expect, test } from "vitest";
import { formatFirmMoment, formatFirmMomentLong } from "./firm-moment.ts";

test("a moment reads as the firm's clocks say it, with the zone", () => {
	const newYork = { timeZone: "America/New_York", locale: "en-US" };
	expect(formatFirmMoment(newYork, new Date("2026-11-23T13:00:00Z"))).toBe("Monday, November 23, at 8:00 AM EST");
	expect(formatFirmMoment(newYork, new Date("2026-07-17T00:30:00Z"))).toBe("Thursday, July 16, at 8:30 PM EDT");
	expect(formatFirmMomentLong(newYork, new Date("2026-11-23T13:00:00Z"))).toBe(
		"Monday, November 23, 2026, at 8:00 AM EST",
	);
});
