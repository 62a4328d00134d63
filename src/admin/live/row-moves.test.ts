import { expect, test } from "vitest";
import { noteMoves, noteTurn, unsureClick } from "./row-moves.ts";

const listed = (chosen: string, ...ids: string[]) => ({ chosen, rows: ids.map((id) => ({ id, updated_at: "" })) });
const click = () => ({ detail: 1, timeStamp: performance.now() });

test("a click is unsure once on a row that came to another's place under the same filter, also by the clock", () => {
	noteMoves(listed("scheduled", "a", "b", "c"), listed("scheduled", "b", "c"));
	expect(unsureClick("b", click())).toBe("place");
	expect(unsureClick("b", click())).toBeUndefined();
	expect(unsureClick("c", { ...click(), detail: 0 })).toBeUndefined();
	expect(unsureClick("c", click())).toBe("place");
});

test("a click is sure on a row that stayed in its place, or that the person's own choice has moved", () => {
	noteMoves(listed("scheduled", "a", "b", "c"), listed("scheduled", "a", "b"));
	noteMoves(listed("", "a", "b", "c"), listed("scheduled", "b", "c"));
	noteMoves({ chosen: "", rows: undefined }, listed("", "a", "b", "c"));
	for (const id of ["a", "b", "c"]) expect(unsureClick(id, click())).toBeUndefined();
});

test("a click and a key are unsure once on a row that someone else has just changed", () => {
	for (const detail of [1, 0]) {
		noteTurn("a");
		expect(unsureClick("a", { ...click(), detail })).toBe("turn");
		expect(unsureClick("a", { ...click(), detail })).toBeUndefined();
	}
});
