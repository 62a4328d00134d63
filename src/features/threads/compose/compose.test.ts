import { expect, test } from "vitest";
import { cannedFields, type FieldValues, fillFields, literalsOf, unfilledField, unknownField } from "./fields.ts";
import { cleanFileName, endingOf } from "./file-name.ts";
import { marksToHtml } from "./marks.ts";
import { quoteHtml, quoteOf } from "./quote.ts";
import { anchorOf, referencesOf } from "./references.ts";
import { replySubject } from "./subject.ts";
import { newThreadToken } from "./thread-address.server.ts";

const values: FieldValues = {
	...(Object.fromEntries(cannedFields.map((field) => [field, null])) as FieldValues),
	name: "Ada Byron",
	first_name: "Ada",
};

test.each([
	["Re: Opening night", "Opening night"],
	["RE: AW: re[2]: Opening night", "Opening night"],
	["Antw：Opening night", "Opening night"],
	["回复：返信: Opening night", "Opening night"],
	["R: Opening night", "Opening night"],
	["Regarding: Opening night", "Regarding: Opening night"],
	["Fwd: Re: Opening night", "Fwd: Re: Opening night"],
	["Opening\r\nBcc: all@example.com", "Opening Bcc: all@example.com"],
])("the answer to '%s' is about '%s'", (received, about) => {
	expect(replySubject({ received })).toBe(`Re: ${about}`);
});

test("without a received mail, the record says what a reply is about", () => {
	expect(replySubject({ table: "contact_inquiries", subject: "Opening night" })).toBe("Re: Opening night");
	expect(replySubject({ table: "contact_inquiries", subject: null })).toBe("Re: Your inquiry");
	expect(replySubject({ table: "bookings", service: "Photography" })).toBe("Re: Photography");
	expect(replySubject({ table: "job_applications" })).toBe("Re: Your application");
});

test.each([
	["Hello **Ada**, *really*", "<p>Hello <strong>Ada</strong>, <em>really</em></p>"],
	["**bold *and* italic**", "<p><strong>bold <em>and</em> italic</strong></p>"],
	["2 * 3 * 4 and ** no **", "<p>2 * 3 * 4 and ** no **</p>"],
	["one\ntwo\n\nthree", "<p>one<br>two</p><p>three</p>"],
	["Please bring:\n- a\n- b\nThanks", "<p>Please bring:</p><ul><li>a</li><li>b</li></ul><p>Thanks</p>"],
	["1. first\n2. second", "<ol><li>first</li><li>second</li></ol>"],
	["3. third\n4. fourth", '<ol start="3"><li>third</li><li>fourth</li></ol>'],
	[
		"See https://a.example/x?y=1&z=2.",
		'<p>See <a href="https://a.example/x?y=1&amp;z=2">https://a.example/x?y=1&amp;z=2</a>.</p>',
	],
	["mailto:ada@example.com", '<p><a href="mailto:ada@example.com">mailto:ada@example.com</a></p>'],
	["javascript:alert(1)", "<p>javascript:alert(1)</p>"],
	["<b onclick=x>&amp;</b>", "<p>&lt;b onclick=x&gt;&amp;amp;&lt;/b&gt;</p>"],
	[
		'https://a.example/"onmouseover="x',
		'<p><a href="https://a.example/">https://a.example/</a>&quot;onmouseover=&quot;x</p>',
	],
])("'%s' becomes HTML", (text, html) => {
	expect(marksToHtml(text)).toBe(html);
});

test("the marks of a line that is all asterisks are read in a moment", () => {
	const started = process.cpuUsage();
	marksToHtml("*a ".repeat(7000));
	marksToHtml("*".repeat(20_000));
	expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
});

test("values are inserted as text, in one pass, and a field without a value stays", () => {
	const hostile = { ...values, name: "**{email}** $& $1", email: "ada@example.com" };
	const text = fillFields("Dear {name}, on {date}: {Not} { a field}", hostile);
	expect(text).toBe("Dear **{email}** $& $1, on {date}: {Not} { a field}");
	const literals = literalsOf(hostile);
	expect(unfilledField(text, literals)).toBe("{date}");
	expect(unfilledField(text.replace("{date}", "Monday"), literals)).toBeUndefined();
	expect(marksToHtml("Dear **{email}** $& $1, **hello**", literals)).toBe(
		"<p>Dear **{email}** $&amp; $1, <strong>hello</strong></p>",
	);
});

test("a canned reply may not name an unknown field; what is no lower-case word in braces is text", () => {
	expect(unknownField("Hi {first_name}, {nickname}")).toBe("{nickname}");
	expect(unknownField("if (a) { return } {Name} {1}")).toBeUndefined();
});

const firm = { timeZone: "America/New_York", locale: "en-US" };

test("the quote has who and when above the answered text, and no more than 5,000 characters of it", () => {
	const quoted = { at: new Date("2026-03-04T15:00:00Z"), name: "Ada <Byron>", text: "Hello\n\nthere" };
	expect(quoteOf(firm, quoted)).toBe(
		"On Wednesday, March 4, 2026, at 10:00 AM EST, Ada <Byron> wrote:\n> Hello\n>\n> there",
	);
	expect(quoteHtml(firm, quoted)).toContain("Ada &lt;Byron&gt; wrote:</p><blockquote");
	const long = quoteOf(firm, { ...quoted, text: "x".repeat(6000) });
	expect(long.split("\n> ")[1]).toHaveLength(5000);
	expect(long.endsWith("…")).toBe(true);
});

const anchor = anchorOf("t", "firm.example");

test("References begin with the thread's anchor and end with the answered mail, each once", () => {
	expect(referencesOf(anchor, undefined)).toEqual([anchor]);
	expect(referencesOf(anchor, { references: ["<a@x>", anchor, "<a@x>"], id: "<b@x>" })).toEqual([
		anchor,
		"<a@x>",
		"<b@x>",
	]);
	expect(referencesOf(anchor, { references: ["<b@x>", "<a@x>"], id: "<b@x>" })).toEqual([anchor, "<a@x>", "<b@x>"]);
});

test("References take only ids that cannot break a header", () => {
	const references = ["<no at>", "<a@x>\r\nBcc: <y@z>", `<${"a".repeat(250)}@x>`, "plain@x", "<a@x>"];
	expect(referencesOf(anchor, { references, id: "nothing" })).toEqual([anchor, "<a@x>"]);
});

test("of more than 20 References the anchor, the first, and the last 18 stay", () => {
	const references = Array.from({ length: 30 }, (_, i) => `<${i}@x>`);
	const kept = referencesOf(anchor, { references, id: "<last@x>" });
	expect(kept).toHaveLength(20);
	expect(kept.slice(0, 3)).toEqual([anchor, "<0@x>", "<13@x>"]);
	expect(kept.at(-1)).toBe("<last@x>");
});

test("a file's name has no folder, nothing hidden, and an end", () => {
	expect(cleanFileName("C:\\temp\\../offer.pdf")).toBe("offer.pdf");
	expect(cleanFileName("of\u202efer\r\n.pdf")).toBe("offer.pdf");
	expect(cleanFileName(`${"a".repeat(300)}.pdf`)).toHaveLength(200);
	expect(cleanFileName("/")).toBe("attachment");
	expect(endingOf("offer.PDF.Exe ")).toBe("exe");
	expect(endingOf("offer")).toBe("");
});

test("tokens are 26 letters and digits that no program mistakes for each other", () => {
	const tokens = Array.from({ length: 1000 }, newThreadToken);
	for (const token of tokens) expect(token).toMatch(/^[a-z2-7]{26}$/);
	expect(new Set(tokens).size).toBe(1000);
});
