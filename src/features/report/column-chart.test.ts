import { expect, test } from "vitest";
import { roundUp } from "./column-chart.tsx";

test("an axis ends at a round number that is not below the largest value", () => {
	expect([1, 3, 7, 11, 26, 99, 4200, 18_340.5].map(roundUp)).toEqual([2, 4, 8, 20, 40, 100, 5000, 20_000]);
});
