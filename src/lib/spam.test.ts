import fc from "fast-check";
import { expect, test } from "vitest";
import { isSuspect, type SentForm, sameText, suspicions } from "./spam.ts";

const honest: SentForm = {
	trap: "",
	seconds: 40,
	lines: ["Ada Byron", "Opening night", "(555) 010-0142"],
	text: "We open a bakery in May and would like to have pictures. Our site is https://marchettibakes.example",
	repeated: false,
};
const held = (overrides: Partial<SentForm>) => isSuspect(suspicions({ ...honest, ...overrides }));

test("lets an ordinary message through", () => {
	expect(suspicions(honest)).toEqual([]);
});

test.each<[string, Partial<SentForm>]>([
	["the field that nobody sees is filled in", { trap: "https://x.example" }],
	["a name is a link", { lines: ["Cheap pills https://x.example"] }],
	["a subject names a site", { lines: ["www.x.example"] }],
	["a text has the markup of forums", { text: "[url=https://x.example]here[/url]" }],
	["a text has a link as HTML", { text: '<a href="https://x.example">here</a>' }],
	["a text is full of links", { text: "https://x.example ".repeat(8) }],
	["a longer text comes again and again", { repeated: true }],
])("holds back when %s", (_what, overrides) => {
	expect(held(overrides)).toBe(true);
});

test.each<[string, Partial<SentForm>]>([
	["sent at once", { seconds: 0 }],
	["sent without scripts", { seconds: undefined }],
	["a letter with four portfolios", { text: "https://a.example ".repeat(4) }],
	["a short text that many send", { text: "Please call me back.", repeated: true }],
	["a sentence with a bracket, a dot and a less-than sign", { text: "Costs [net] < 5.000, e.g. a.b.c" }],
])("lets through what is %s", (_what, overrides) => {
	expect(held(overrides)).toBe(false);
});

test("takes what comes within three seconds for hasty, and nothing later", () => {
	expect(suspicions({ ...honest, seconds: 2.9 })).toEqual(["hasty"]);
	expect(suspicions({ ...honest, seconds: 3 })).toEqual([]);
});

test("never holds back for haste or a missing sign alone, not even with some links", () => {
	const plain = fc.string({ unit: "grapheme" }).filter((text) => !/:\/\/|www\.|\[|</i.test(text));
	const seconds = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }), { nil: undefined });
	const links = fc.integer({ min: 0, max: 7 });
	fc.assert(
		fc.property(plain, seconds, links, (text, waited, count) => {
			const form = { ...honest, lines: [text], text: `${text} ${"https://a.example ".repeat(count)}`, seconds: waited };
			return !isSuspect(suspicions(form));
		}),
	);
});

test("takes texts that differ in case, blanks and numbers for the same", () => {
	expect(sameText("Win  1000 today\n")).toBe(sameText("win 2500 TODAY"));
	expect(sameText("Win today")).not.toBe(sameText("Win tomorrow"));
});
