import { expect, test } from "vitest";
import { htmlText, readMinutes } from "./html-text.ts";

test("keeps words apart that stand in two paragraphs, and together that a mark divides", () => {
	expect(htmlText("<h2>One</h2><p>two<br>th<strong>re</strong>e</p>")).toBe("One two three");
});

test("reads entities as the characters they stand for, once", () => {
	expect(htmlText("<p>Q&amp;A &lt;b&gt; &quot;x&quot;&nbsp;&#39;y&#39; &amp;lt;</p>")).toBe("Q&A <b> \"x\" 'y' &lt;");
});

test.each([
	[0, 1],
	[1, 1],
	[200, 1],
	[201, 2],
	[1000, 5],
])("takes %i words for %i minutes", (words, minutes) => {
	expect(readMinutes(Array.from({ length: words }, () => "word").join(" "))).toBe(minutes);
});
