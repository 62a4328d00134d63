import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fontFamilies } from "#lib/text/rich-text.ts";
import { startTestApp } from "#tests/app.ts";
import { insertPost } from "#tests/factories/posts.ts";
import { xssPayloads } from "#tests/xss-payloads.ts";
import { sanitizeContent } from "./post-content.server.ts";
import { postsTable } from "./posts.table.ts";
import { presentArticle } from "./public/present-public-posts.server.ts";

const app = startTestApp();

/** Tags and attributes of the allow-list, in the spelling of the sanitiser. */
const harmlessTag =
	/^<(?:\/(?:p|h[1-6]|blockquote|pre|ul|ol|li|a|strong|em|u|s|code|sub|sup|span|iframe)|(?:p|h[1-6]|blockquote|pre|ul|ol|li|a|strong|em|u|s|code|sub|sup|span|br|hr|img|iframe)(?: (?:style|dir|href|src|alt|width|height|title|allow|loading|start|class)(?:="[^"<>]*")?)*(?: \/)?)>$/;
const codeAddress = /(?:href|src)="\s*(?!https?:|mailto:|tel:|\/(?!\/))[^"#]*:/i;

function dangersIn(html: string): string[] {
	return (html.match(/<[^>]*>?/g) ?? []).filter((tag) => !harmlessTag.test(tag) || codeAddress.test(tag));
}

test("the corpus is large enough to mean something", () => {
	expect(xssPayloads.length).toBeGreaterThan(200);
	expect(dangersIn("<p onclick=x>")).toHaveLength(1);
	expect(dangersIn('<a href="javascript:alert(1)">')).toHaveLength(1);
});

test.each(xssPayloads)("leaves nothing that could run of %j", (payload) => {
	const clean = sanitizeContent(payload);
	expect(dangersIn(clean)).toEqual([]);
	// A browser reads what was written; so does the next save.
	expect(dangersIn(sanitizeContent(clean))).toEqual([]);
});

// proves S2-article-04, D-blog-04
test("cleans before display what came into the database by another way", async () => {
	const post = await insertPost(app.deps);
	const content = '<p>Kept</p><img src=x onerror="alert(1)"><script>alert(1)</script>';
	await app.deps.db.update(postsTable).set({ content }).where(eq(postsTable.id, post.id));
	expect((await presentArticle(app.deps.db, { ...post, content })).html).toBe("<p>Kept</p>");
});

test("embeds films of the known hosts only", () => {
	for (const src of ["https://films.example/embed/1", "https://player.vimeo.com.films.example/video/1", "/video/1"]) {
		expect(sanitizeContent(`<iframe src="${src}"></iframe>`), src).toBe("");
	}
});

test("stores a browser's colors in the toolbar's notation", () => {
	expect(sanitizeContent('<p><span style="color: rgb(31, 91, 72);">a</span></p>')).toBe(
		'<p><span style="color:#1f5b48">a</span></p>',
	);
});

test.each(fontFamilies)("keeps $label, whose name a browser may put in quotes", ({ value }) => {
	const quoted = value.replace(/[A-Z]\w+ \w+/, "&quot;$&&quot;");
	expect(sanitizeContent(`<p><span style="font-family: ${quoted};">a</span></p>`)).toBe(
		`<p><span style="font-family:${value}">a</span></p>`,
	);
});

test("lets the editor's whole vocabulary through unchanged", () => {
	const document = [
		'<h1>a</h1><h6 style="text-align:center" dir="rtl">b</h6>',
		'<p style="text-align:justify;margin-inline-start:16em"><strong>b</strong><em>i</em><u>u</u><s>s</s><sub>1</sub><sup>2</sup></p>',
		'<p><span style="color:#b5300f;background-color:#bfe3ee;font-family:Courier New, monospace;font-size:2.25rem">x</span></p>',
		"<blockquote><p>q</p></blockquote><pre><code>x &lt; y</code></pre>",
		'<ul><li><p>a</p></li></ul><ol start="3"><li><p>b</p></li></ol>',
		'<p><a href="https://a.example/?b=c&amp;d">l</a><br /></p><hr />',
		'<img src="/storage/v1/object/public/blog-images/1-a.jpg" alt="A &quot;red&quot; cup" />',
		'<iframe src="https://player.vimeo.com/video/76979871" title="Film" allow="fullscreen; picture-in-picture; encrypted-media" loading="lazy"></iframe>',
	].join("");
	expect(sanitizeContent(document)).toBe(document);
});
