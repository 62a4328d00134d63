import { expect, test } from "vitest";
import { preview } from "./text.ts";

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
