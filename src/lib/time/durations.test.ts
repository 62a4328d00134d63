import { expect, test } from "vitest";
import { formatDuration } from "./durations.ts";

const minute = 60_000;

test.each([
	[0, "under 1 min"],
	[minute - 1, "under 1 min"],
	[minute, "1 min"],
	[59.9 * minute, "59 min"],
	[60 * minute, "1 h"],
	[200 * minute, "3 h 20 min"],
	[24 * 60 * minute, "1 d"],
	[53 * 60 * minute + minute, "2 d 5 h"],
	[24 * 60 * minute + 5 * minute, "1 d"],
])("%i ms reads %j", (ms, text) => {
	expect(formatDuration(ms)).toBe(text);
});
