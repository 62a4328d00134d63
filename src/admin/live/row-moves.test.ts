import { expect, test } from "vitest";
import { isUnsureClick, noteMoves } from "./row-moves.ts";

const listed = (chosen: string, ...ids: string[]) => ({ chosen, rows: ids.map((id) => ({ id, updated_at: "" })) });
const click = () => ({ detail: 1, timeStamp: performance.now() });

test("a click is unsure once on a row that came to another's place under the same filter, also by the clock", () => {
	noteMoves(listed("scheduled", "a", "b", "c"), listed("scheduled", "b", "c"));
	expect(isUnsureClick("b", click())).toBe(true);
	expect(isUnsureClick("b", click())).toBe(false);
	expect(isUnsureClick("c", { ...click(), detail: 0 })).toBe(false);
	expect(isUnsureClick("c", click())).toBe(true);
});

test("a click is sure on a row that stayed in its place, or that the person's own choice has moved", () => {
	noteMoves(listed("scheduled", "a", "b", "c"), listed("scheduled", "a", "b"));
	noteMoves(listed("", "a", "b", "c"), listed("scheduled", "b", "c"));
	noteMoves({ chosen: "", rows: undefined }, listed("", "a", "b", "c"));
	for (const id of ["a", "b", "c"]) expect(isUnsureClick(id, click())).toBe(false);
});
