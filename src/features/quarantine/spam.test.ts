import fc from "fast-check";
import { expect, test } from "vitest";
import { isSuspect, type SentForm, sameText, suspicions } from "./spam.ts";

const honest: SentForm = {
	trap: "",
	seconds: 40,
	names: ["Ada", "Byron"],
	phone: "(555) 010-0142",
	subject: "Opening night",
	text: "We open a bakery in May and would like to have pictures.",
	repeated: false,
};
const many = "The coverage: https://a.example/article ".repeat(8);
const pitch = "We offer backlinks.";
const held = (overrides: Partial<SentForm>) => isSuspect(suspicions({ ...honest, ...overrides }));

test("lets an ordinary message through", () => {
	expect(suspicions(honest)).toEqual([]);
});

test.each<[string, Partial<SentForm>]>([
	["the field that nobody sees is filled in", { trap: "https://x.example" }],
	["a name is a link", { names: ["Cheap pills", "https://x.example"] }],
	["a phone number is a link", { phone: "www.x.example" }],
	["a text has the markup of forums", { text: "[url=https://x.example]here[/url]" }],
	["a text is full of links, and no browser has shown the form", { text: many, seconds: undefined }],
	["a pitch has a link, and no browser has shown the form", { text: `${pitch} https://x.example`, seconds: undefined }],
	["a pitch has a link, and was sent at once", { text: `${pitch} https://x.example`, seconds: 1 }],
	["a pitch leaves nothing out", { text: `${pitch} Limited time offer. Would you be interested? To opt out, reply.` }],
	["a name is a row of random letters, and no browser has shown the form", { names: ["XqVbNmKp"], seconds: undefined }],
	["a longer text comes again and again", { repeated: true }],
])("holds back when %s", (_what, overrides) => {
	expect(held(overrides)).toBe(true);
});

test.each<[string, Partial<SentForm>]>([
	["sent at once", { seconds: 0 }],
	["sent without scripts", { seconds: undefined }],
	["a letter with four portfolios", { text: many.slice(0, 70) }],
	["a letter full of links", { text: many }],
	["an address of a site in the subject", { subject: "www.x.example" }],
	["a link in the subject, sent at once", { subject: "Rebrand of https://x.example", seconds: 0 }],
	["a link in the subject, sent without scripts", { subject: "https://x.example", seconds: undefined }],
	["a snippet of HTML that somebody asks about", { text: 'Our newsletter shows <a href="https://x.example">this</a>' }],
	["a pitch's words in an honest inquiry", { text: pitch }],
	["a name with capitals inside", { names: ["LaToya", "McKenzie"], seconds: undefined }],
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
	const odd = [/:\/\/|www\.|\[|<|[a-z][A-Z]/i, /\p{Ll}\p{Lu}/u];
	const plain = fc.string({ unit: "grapheme" }).filter((text) => !odd.some((pattern) => pattern.test(text)));
	const seconds = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }), { nil: undefined });
	const links = fc.integer({ min: 0, max: 7 });
	fc.assert(
		fc.property(plain, seconds, links, (text, waited, count) => {
			const form = {
				...honest,
				names: [text.slice(0, 20)],
				text: `${honest.text} ${text} ${"https://a.example ".repeat(count)}`,
				seconds: waited,
			};
			return !isSuspect(suspicions(form));
		}),
	);
});

test("takes texts that differ in case, blanks and numbers for the same", () => {
	expect(sameText("Win  1000 today\n")).toBe(sameText("win 2500 TODAY"));
	expect(sameText("Win today")).not.toBe(sameText("Win tomorrow"));
});
