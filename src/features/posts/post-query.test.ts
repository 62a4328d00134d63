import { expect, test } from "vitest";
import { unsavedChanges } from "./post-query.ts";

const save = (author_id: string | null) => ({ autosave: false, author_id });
const autosave = (author_id: string | null) => ({ autosave: true, author_id });

test("what was autosaved after the last save is unsaved, whatever became of the post's status since", () => {
	expect(unsavedChanges([autosave("dana"), save("eve")])).toEqual(autosave("dana"));
	expect(unsavedChanges([save("eve"), autosave("dana")])).toBeUndefined();
	expect(unsavedChanges(undefined)).toBeUndefined();
});

test("what a save has overtaken counts for whom it matters to, until its author has saved", () => {
	const byDana = (id: string | null) => id === "dana";
	expect(unsavedChanges([save("eve"), autosave("dana"), save("dana")], byDana)).toEqual(autosave("dana"));
	expect(unsavedChanges([save("eve"), autosave("dana"), save("dana")], () => true)).toEqual(autosave("dana"));
	expect(unsavedChanges([save("eve"), save("dana"), autosave("dana")], byDana)).toBeUndefined();
	expect(unsavedChanges([save("eve"), autosave("finn"), autosave("dana")], byDana)).toEqual(autosave("dana"));
});
