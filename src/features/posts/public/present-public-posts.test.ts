import { expect, test } from "vitest";
import { boldFirstSentence } from "./present-public-posts.server.ts";

test.each([
	["<p>Nobody reads the second line. They do.</p>", "<p><b>Nobody reads the second line.</b> They do.</p>"],
	['<p dir="auto">Is this the first sentence?</p>', '<p dir="auto"><b>Is this the first sentence?</b></p>'],
	[
		"<p>Dr. Smith wrote the first of them. Then more.</p>",
		"<p><b>Dr. Smith wrote the first of them.</b> Then more.</p>",
	],
	["<p>It costs $1.50 for each copy. No more.</p>", "<p><b>It costs $1.50 for each copy.</b> No more.</p>"],
])("an article opens with a bold sentence, whole at every width: %s", (html, opened) => {
	expect(boldFirstSentence(html)).toBe(opened);
});

test.each([
	"<p>Half of it is <em>set</em> in italics. Yes.</p>",
	"<h2>A heading that comes first.</h2><p>Text.</p>",
	"<p>Short.</p>",
])("what has no whole first sentence without markup stays as it is: %s", (html) =>
	expect(boldFirstSentence(html)).toBe(html),
);
