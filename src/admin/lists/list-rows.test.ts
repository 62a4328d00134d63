import { describe, expect, test } from "vitest";
import { changedSince, keepOrder, latestUpdate, mergeRows } from "./list-rows.ts";

const row = (id: string, minute: number, updated = minute) => ({
	id,
	created_at: `2026-11-20T10:${String(minute).padStart(2, "0")}:00.000Z`,
	updated_at: `2026-11-20T10:${String(updated).padStart(2, "0")}:00.000Z`,
});
const merge = (known: ReturnType<typeof row>[], arrived: ReturnType<typeof row>[]) =>
	mergeRows(known, arrived, (each) => each.created_at);

describe("merging rows", () => {
	test("puts a new row on top and an older page below", () => {
		const ids = merge([row("b", 2), row("a", 1)], [row("c", 3), row("z", 0)]).map((each) => each.id);
		expect(ids).toEqual(["c", "b", "a", "z"]);
	});
	// proves S4-live-03
	test("replaces a row by its newer version and keeps its place", () => {
		const merged = merge([row("b", 2), row("a", 1)], [row("a", 1, 5)]);
		expect(merged).toEqual([row("b", 2), row("a", 1, 5)]);
	});
	test("ignores an older version that arrives late", () => {
		expect(merge([row("a", 1, 5)], [row("a", 1, 4)])).toEqual([row("a", 1, 5)]);
	});
	test("orders rows of the same moment by id, as the server's pages do", () => {
		expect(merge([row("a", 1)], [row("b", 1), row("a", 1)]).map((each) => each.id)).toEqual(["b", "a"]);
	});
	test("keeps the identity of rows that did not change", () => {
		const kept = row("a", 1);
		expect(merge([kept], [row("b", 2)])[1]).toBe(kept);
	});
});

test("a change leaves its row where it was first shown, and a new row waits until it is asked for", () => {
	const firstKeys = new Map<string, string>();
	const idsOf = (rows: ReturnType<typeof row>[], newest = row("b", 2).updated_at) =>
		keepOrder(rows, (each) => each.updated_at, firstKeys, newest).map(({ id }) => id);
	expect(idsOf([row("b", 2), row("a", 1)])).toEqual(["b", "a"]);
	expect(idsOf([row("a", 1, 5), row("b", 2)])).toEqual(["b", "a"]);
	// An older page that comes later is none of them.
	expect(idsOf([row("c", 6), row("a", 1, 5), row("b", 2), row("z", 0)])).toEqual(["b", "a", "z"]);
	expect(idsOf([row("c", 6), row("a", 1, 5), row("b", 2)], row("c", 6).updated_at)).toEqual(["c", "b", "a"]);
});

test("catching up starts a minute before the latest known change, wherever in the list it is", () => {
	const latest = latestUpdate([row("b", 2), row("a", 1, 30), row("c", 0)]);
	expect(latest && changedSince(latest)).toBe("2026-11-20T10:29:00.000Z");
	expect(latestUpdate([])).toBeUndefined();
});
