import { expect, test } from "vitest";
import { arrangeRows } from "./arranged-rows.ts";
import { neighborsOf } from "./list-place.ts";

const rows = [5, 4, 3, 2, 1];
const isListed = (row: number) => row !== 4;

test("keeps the newest first, or turns the order around", () => {
	expect(arrangeRows(rows, { isListed, oldestFirst: false })).toEqual([5, 3, 2, 1]);
	expect(arrangeRows(rows, { isListed, oldestFirst: true })).toEqual([1, 2, 3, 5]);
	expect(rows).toEqual([5, 4, 3, 2, 1]);
});

test("puts what is snoozed behind the others, in the same order", () => {
	const isSnoozed = (row: number) => row < 3;
	expect(arrangeRows(rows, { isListed, oldestFirst: true, isSnoozed })).toEqual([3, 5, 1, 2]);
	expect(arrangeRows(rows, { isListed, oldestFirst: false, isSnoozed })).toEqual([5, 3, 2, 1]);
});

test("a row that has left the list is followed by the one that took its place", () => {
	expect(neighborsOf(rows, { index: 1, left: false })).toEqual({ previous: 5, next: 3 });
	expect(neighborsOf(rows, { index: 1, left: true })).toEqual({ previous: 5, next: 4 });
	expect(neighborsOf(rows, { index: 0, left: false })).toEqual({ previous: undefined, next: 4 });
	expect(neighborsOf(rows, { index: 5, left: true })).toEqual({ previous: 1, next: undefined });
});
