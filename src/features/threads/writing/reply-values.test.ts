import { expect, test } from "vitest";
import { inserting, proposedStatus } from "./reply-values.ts";

test.each([
	["new", "in_progress"],
	["pending", "reviewing"],
	["in_progress", ""],
	["resolved", ""],
	["closed", ""],
	["interviewed", ""],
])("a reply to what is %s proposes '%s'", (status, proposed) => {
	expect(proposedStatus(status)).toBe(proposed);
});

test.each([
	["an empty text", "", 0, "Hello", 0],
	["the start", "\n\nBest regards", 0, "Hello\n\nBest regards", 0],
	["the end of a line, as a paragraph of its own", "Yes.\n\nBest regards", 4, "Yes.\n\nHello\n\nBest regards", 6],
	["the end of the text, as a paragraph of its own", "Yes.", 4, "Yes.\n\nHello", 6],
	["the middle of a line", "Yes.  Bye", 5, "Yes. Hello Bye", 5],
])("a canned reply is inserted at %s", (_where, text, caret, expected, from) => {
	expect(inserting(text, "Hello", caret, caret)).toEqual({ text: expected, from });
});

test("a canned reply takes the place of what is selected", () => {
	expect(inserting("Yes. No. Bye", "Hello", 5, 8)).toEqual({ text: "Yes. Hello Bye", from: 5 });
});
