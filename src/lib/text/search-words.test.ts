import { expect, test } from "vitest";
import { foldText, hasSearchWords, searchPattern } from "./search-words.ts";

// F29: what someone types, and what a text says.
const alike = [
	["cafe", "Un Café"],
	["café", "Cafe\u0301"],
	["cafe\u0301", "café"],
	["cooperation", "co\u00ADope\u00ADration"],
	["co\u00ADop", "coop"],
	["campaign", "cam\u200Bpaign"],
	["cam\u2060paign", "campaign"],
	["lodz", "Łódź"],
	["ŁÓDŹ", "lodz"],
	["uber", "Über"],
	["ёж", "ЕЖ"],
	["한국", "한국".normalize("NFD")],
	["प्रेस", "प्रेस विज्ञप्ति"],
	["c++ [x]", "C++ [X]"],
	["somebody else", "Somebody Else"],
	["a.b*c", "a.b*c"],
	["50%_\\d", "50%_\\d"],
] as const;

test.each(alike)("%j finds %j, also by the expression for the database", (asked, text) => {
	expect(hasSearchWords(text, asked)).toBe(true);
	const found = new RegExp(searchPattern(asked), "iu");
	expect(found.test(text)).toBe(true);
});

test.each([
	["cafes", "café"],
	["a.b", "axb"],
	["50%", "505"],
	["\uFFFD", "text"],
])("%j does not find %j", (asked, text) => {
	expect(hasSearchWords(text, asked)).toBe(false);
	expect(new RegExp(searchPattern(asked), "iu").test(text)).toBe(false);
});

test("what no one sees is nothing to look for", () => {
	expect([foldText("\u00AD\u200B"), searchPattern("\u200B")]).toEqual(["", ""]);
});
