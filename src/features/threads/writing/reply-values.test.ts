import { expect, test } from "vitest";
import type { ThreadTable } from "#features/threads/threads.schema.ts";
import { caretOf, firstBlank, hasEmptyItem, inserting, otherStatus, proposedStatus } from "./reply-values.ts";

test.each([
	["new", "in_progress"],
	["pending", "reviewing"],
	["in_progress", ""],
	["resolved", ""],
	["closed", ""],
	["interviewed", ""],
])("a reply to what is %s proposes '%s'", (status, proposed) => {
	expect(proposedStatus({ account: "ada", table: "contact_inquiries", status })).toBe(proposed);
});

test("settles a request by the key for the other status, or begins it; never decides about a candidate", () => {
	const other = (table: ThreadTable, status: string, chosen: string) =>
		otherStatus({ account: "ada", table, status }, chosen);
	expect(other("contact_inquiries", "new", "in_progress")).toBe("resolved");
	expect(other("bookings", "new", "resolved")).toBe("in_progress");
	expect(other("contact_inquiries", "in_progress", "")).toBe("resolved");
	expect(other("contact_inquiries", "resolved", "")).toBe("");
	expect(other("job_applications", "pending", "reviewing")).toBe("reviewing");
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

test.each([
	["a field without a value", "We called on {date}.\n\n- ", { start: 13, end: 19 }],
	["the first empty item of a list", "Which one?\n\n- \n- ", { start: 14, end: 14 }],
	["nothing in a text without blanks", "- Monday\n- Tuesday", undefined],
])("a canned reply leaves %s to the writer", (_what, text, blank) => {
	expect(firstBlank(text)).toEqual(blank);
});

test.each([
	["- Monday\n- \n\nBest regards", true],
	["- Monday\n-", true],
	["- Monday\n\n-- \nAda", false],
])("an empty item of a list is noticed before the reply is sent: %j", (text, isEmpty) => {
	expect(hasEmptyItem(text)).toBe(isEmpty);
});

test.each([
	["", "Best, Ada", 0],
	["\n\nBest, Ada", "Best, Ada", 0],
	["Yes.\n\nBest, Ada", "Best, Ada", 4],
	["Yes.\n\nBye", "Best, Ada", 9],
	["Yes.", "", 4],
])("writing %j goes on after what stands above the signature", (text, signature, caret) => {
	expect(caretOf(text, signature)).toBe(caret);
});
