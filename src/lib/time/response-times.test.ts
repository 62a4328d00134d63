import { expect, test } from "vitest";
import { type Response, responseTimes } from "./response-times.ts";

const weeks = [new Date("2026-11-02"), new Date("2026-11-09")];
const answered = (taken: number, at = weeks[0]): Response => ({
	at: at ?? new Date(),
	taken,
	waited: taken,
	promised: 5,
});
const waiting = (waited: number, at = weeks[0]): Response => ({
	at: at ?? new Date(),
	taken: undefined,
	waited,
	promised: 5,
});
const times = (...responses: Response[]) => responseTimes(responses, weeks);

test("nothing is said of nothing", () => {
	expect(times()).toEqual({ median: null, kept: null, weeks: [null, null] });
});

test("the median is the middle one, or lies between the two in the middle", () => {
	expect(times(answered(9), answered(1), answered(4)).median).toBe(4);
	expect(times(answered(9), answered(1), answered(4), answered(6)).median).toBe(5);
});

test("an answer at the last moment keeps the promise", () => {
	expect(times(answered(5), answered(5.1)).kept).toBe(1 / 2);
});

test("a request that has waited too long counts as not answered in time; one that still has time does not count", () => {
	expect(times(answered(1), waiting(6)).kept).toBe(1 / 2);
	expect(times(answered(1), waiting(5)).kept).toBe(1);
	expect(times(waiting(1))).toMatchObject({ median: null, kept: null });
});

test("what was promised nothing counts for the median alone, and each other by its own promise", () => {
	const at = new Date();
	expect(times({ at, taken: 9, waited: 9, promised: null })).toMatchObject({ median: 9, kept: null });
	expect(times(answered(6), { at, taken: 6, waited: 6, promised: 10 }).kept).toBe(1 / 2);
});

test("each week has its own share", () => {
	expect(times(answered(9), answered(1, weeks[1]), answered(2, weeks[1])).weeks).toEqual([0, 1]);
});
