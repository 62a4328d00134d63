import { expect, test } from "vitest";
import { withoutLinks } from "#lib/text/plain-words.ts";
import { xssPayloads } from "#tests/xss-payloads.ts";
import { composeLetter, type Letter } from "./letter.server.tsx";

const letter = (words: string): Letter => ({
	subject: `New message from ${words}`,
	heading: "New contact inquiry",
	preview: words,
	paragraphs: [`${words} has written to us.`, "Second paragraph."],
	facts: [{ label: "Name", value: words }],
	quote: { label: "Message", text: words },
	action: { label: "Open", link: "https://site.test/admin/contacts?id=1&x=2" },
	closing: `Answer to ${words}.`,
	reason: "Because.",
});

const angleBrackets = (html: string) => html.split("<").length;

test.each(xssPayloads.map((payload) => [payload]))("shows %s as text and nothing else", (payload) => {
	const oneLine = payload.replace(/[\r\n]+/g, " ");
	const { html } = composeLetter(letter(oneLine));
	expect(angleBrackets(html)).toBe(angleBrackets(composeLetter(letter("Ada")).html));
});

test("says the same as text and as HTML", () => {
	const { text, html, link } = composeLetter(letter("Ada & <Co>"));
	for (const part of ["Name: Ada & <Co>", "> Ada & <Co>", "https://site.test/admin/contacts?id=1&x=2", "Because."]) {
		expect(text).toContain(part);
	}
	expect(html).toContain("Ada &amp; &lt;Co&gt;");
	expect(html).toContain('href="https://site.test/admin/contacts?id=1&amp;x=2"');
	expect(link).toBe("https://site.test/admin/contacts?id=1&x=2");
});

test("loads nothing from other servers, and declares support for the dark theme", () => {
	const { html } = composeLetter(letter("Ada"));
	expect(html).not.toMatch(/<img|<link|url\(|@import|\bsrc=/);
	expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
	expect(html).toContain("prefers-color-scheme: dark");
});

test("lets nobody begin a line or a header of their own", () => {
	const { text, subject } = composeLetter(letter("Ada\r\nBcc: all@example.com"));
	expect(subject).toBe("New message from Ada Bcc: all@example.com");
	expect(text.split("\n").filter((line) => /^(?!> )Bcc/.test(line))).toEqual([]);
});

test.each([
	"https://evil.example/login?x=1",
	"www.evil.example",
	"evil.example",
	"mailto:thief@evil.example",
	"HTTP://EVIL.EXAMPLE",
	"evil。example and evil.example.",
])("leaves no address in %s that a mail program would make a link of", (words) => {
	const dead = withoutLinks(words);
	expect(dead.replaceAll("\u200B", "")).toBe(words);
	expect(dead).not.toMatch(/\w[.:/@]+\w/);
});

test("leaves ordinary sentences as they are", () => {
	expect(withoutLinks("Hello. We open at 9: come in.\nBye.")).toBe("Hello. We open at 9: come in.\nBye.");
});
