import { expect, test } from "vitest";
import { preview, searchedLength, toOneLine } from "./text.ts";

// proves S2-contacts-07
test("a text of exactly the limit stands whole", () => {
	expect(preview("x".repeat(120), 120)).toBe("x".repeat(120));
});

// proves S2-contacts-07
test("a longer text is cut at the limit and ends with an ellipsis", () => {
	expect(preview("x".repeat(121), 120)).toBe(`${"x".repeat(120)}...`);
});

test("an emoji at the cut is left out rather than halved", () => {
	expect(preview("abc😀def", 4)).toBe("abc...");
});

test("on one line, what breaks lines becomes a space, and what directs text is left out", () => {
	expect(toOneLine("Ann\r\n\u202eYoung\u202c \u2066A\u2069")).toBe("Ann Young A");
});

test.each([
	["ab", 2],
	[" a ", 1],
	["\uFFFD\uFFFD", 0],
	["\uD800a", 1],
])("of %j, %d signs can be looked for", (text, length) => {
	expect(searchedLength(text)).toBe(length);
});
