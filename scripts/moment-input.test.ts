import { expect, test } from "vitest";
import { parseMoment } from "./moment-input.ts";

const inNewYork = (text: string) => {
	const parsed = parseMoment("America/New_York", text);
	return parsed instanceof Date ? parsed.toISOString() : parsed.problem;
};

test("a moment is read by the firm's clocks, in winter and in summer", () => {
	expect(inNewYork("2026-11-22 14:05")).toBe("2026-11-22T19:05:00.000Z");
	expect(inNewYork("2026-07-22T14:05:30")).toBe("2026-07-22T18:05:30.000Z");
	expect(parseMoment("Asia/Kolkata", "2026-11-22 00:10")).toEqual(new Date("2026-11-21T18:40:00Z"));
	expect(parseMoment("UTC", "2026-11-22 00:10")).toEqual(new Date("2026-11-22T00:10:00Z"));
});

test("with an offset, the firm's clocks do not count", () => {
	expect(inNewYork("2026-11-22T14:05:00Z")).toBe("2026-11-22T14:05:00.000Z");
	expect(inNewYork("2026-11-22T14:05:00.250+01:00")).toBe("2026-11-22T13:05:00.250Z");
});

test("an hour that occurs twice is refused, and the message shows both ways to write it", () => {
	expect(inNewYork("2026-11-01 01:30")).toBe(
		"01:30 came twice on 2026-11-01 in America/New_York, because clocks were set back. Write 2026-11-01T01:30:00-04:00 (the first) or 2026-11-01T01:30:00-05:00.",
	);
	expect(inNewYork("2026-11-01T01:30:00-04:00")).toBe("2026-11-01T05:30:00.000Z");
	expect(inNewYork("2026-11-01 00:59")).toBe("2026-11-01T04:59:00.000Z");
	expect(inNewYork("2026-11-01 02:00")).toBe("2026-11-01T07:00:00.000Z");
});

test("an hour that the clocks leave out is no moment", () => {
	expect(inNewYork("2026-03-08 02:30")).toBe(
		"There was no 02:30 on 2026-03-08 in America/New_York, because clocks moved forward past it.",
	);
	expect(inNewYork("2026-03-08 03:00")).toBe("2026-03-08T07:00:00.000Z");
});

test.each([
	"yesterday",
	"14:05",
	"2026-11-22",
	"2026-02-30 10:00",
	"2026-11-22 24:00",
	"2026-11-22 14:5",
	"22/11/2026 14:05",
])("%s is no moment, and the answer says how to write one", (text) =>
	expect(inNewYork(text)).toMatch(/isn't a valid time\. Write it as "2026-11-22 14:05"/),
);
