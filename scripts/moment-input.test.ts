import { expect, test } from "vitest";
import { parseMoment } from "./moment-input.ts";

test.each([
	["2026-11-22 14:05", "2026-11-22T19:05:00.000Z"],
	["2026-07-22T14:05:30", "2026-07-22T18:05:30.000Z"],
	["2026-11-22T14:05:00Z", "2026-11-22T14:05:00.000Z"],
	["2026-11-22T14:05:00.250+01:00", "2026-11-22T13:05:00.250Z"],
	// The clocks are set back: the first of the two, unless the offset says which.
	["2026-11-01 01:30", "2026-11-01T05:30:00.000Z"],
	["2026-11-01T01:30:00-05:00", "2026-11-01T06:30:00.000Z"],
])("%s is read by the firm's clocks, or by its offset", (text, moment) => {
	expect(parseMoment("America/New_York", text)?.toISOString()).toBe(moment);
});

test.each([
	"yesterday",
	"14:05",
	"2026-11-22",
	"2026-02-30 10:00",
	"2026-11-22 24:00",
	"2026-11-22 14:5",
	"22/11/2026 14:05",
])("%s is no moment", (text) => expect(parseMoment("America/New_York", text)).toBeUndefined());
