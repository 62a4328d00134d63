import { expect, test } from "vitest";
import { coveredLetters } from "../../../scripts/covered-letters.ts";
import { covered } from "./covered-letters.ts";
import { missingCharacters } from "./missing-characters.server.ts";

test.each([
	["Bengali", "লিপি", ["ল", "\u09bf", "প"]],
	["a Bengali mark alone", "\u09be", ["\u09be"]],
	["Tamil", "மொ", ["ம", "\u0bca"]],
	["Georgian", "ქართული", ["ქ", "ა", "რ", "თ", "უ", "ლ", "ი"]],
	["Armenian", "Հայ", ["Հ", "ա", "յ"]],
	["Khmer beside others", "Zoë ភ 北京", ["ភ"]],
	["a control character", "a\u0001", ["\u0001"]],
	["hieroglyphs", "𓀀𓀀", ["𓀀"]],
])("%s: what no font has is named once", (_, text, characters) => {
	expect(missingCharacters(text, 12)).toEqual(characters);
});

test.each([
	["accents, composed or not", "é e\u0301 ỹ y\u0303 Ω Ж й и\u0306 ά ₹ → ✓ x\u0301"],
	["emoji of several characters", "👩‍👩‍👧 ❤️ 🇺🇸 👍🏽 1️⃣ 🏴\u{e0067}\u{e0062}\u{e007f}"],
	["what has no shape", "a\u200bb\u200e\u200f\u2066x\u2069\u00ad\ufeff\u00a0\u202f\u2003\u0085\tx\r\ny"],
	["the scripts that the fonts have", "شركة שָׁלוֹם हिन्दी क़ ไทย 北京 東京 カナ が か\u3099 서울 ᄀ\u1161"],
	["half of a character", "\ud83d a"],
	["nothing", ""],
])("%s: none is missing", (_, text) => {
	expect(missingCharacters(text, 12)).toEqual([]);
});

test("a whole alphabet is named up to the limit", () => {
	const alphabet = String.fromCodePoint(...Array.from({ length: 33 }, (_, index) => 0x10d0 + index));
	expect(missingCharacters(alphabet, 3)).toEqual(["ა", "ბ", "გ"]);
});

test("the list is what the fonts have", () => {
	expect(coveredLetters()).toBe(covered);
});
