import sharp from "sharp";
import { expectListed, savePost } from "./blog-posts.ts";
import { expect, test } from "./fixtures.ts";
import { attributeOf, partOf, partsOf, readPage, targetsOf, textOf, textsOf } from "./markup.ts";
import { signInOverHttp } from "./staff.ts";

// proves S2-blog-01, S2-blog-04, S2-blog-05, S2-blog-07, S2-article-02
test("a card shows picture, first tag, title, excerpt, date and link, and the article shows them again", async ({
	request,
	site,
}) => {
	const buffer = await sharp({ create: { width: 1200, height: 675, channels: 3, background: "#f04e23" } })
		.png()
		.toBuffer();
	const upload = await request.post("/api/posts/images", {
		headers: { authorization: `Bearer ${await signInOverHttp(site)}` },
		multipart: { image: { name: "cup.png", mimeType: "image/png", buffer } },
	});
	const { url } = await upload.json();
	const title = `Pictured card ${process.pid}`;
	const { slug } = await savePost(site, request, {
		title,
		content: "<p>Short.</p>",
		excerpt: "What it says.",
		tags: ["Writing", "Press"],
		featured_image: url,
		publish: true,
	});
	const plain = await savePost(site, request, { title: `Plain card ${process.pid}`, publish: true });
	await expectListed(request, `Plain card ${process.pid}`);

	const list = await readPage(request, "/blog");
	expect(textsOf(list, "h1")).toEqual([expect.stringContaining("Insights & Expertise")]);
	const cardOf = (name: string) => partOf(list, "article", (part) => textOf(part).includes(name));
	const card = cardOf(title);
	expect(textOf(card)).toContain("Writing");
	expect(textOf(card)).not.toContain("Press");
	expect(textOf(card)).toContain("What it says.");
	expect(targetsOf(card, `Read More about ${title}`)).toEqual([`/blog/${slug}`]);
	expect(attributeOf(partOf(card, "img"), "src")).toBe(url);
	// The default picture, and in it the drawing of this post.
	const drawn = attributeOf(partOf(cardOf(`Plain card ${process.pid}`), "img"), "src") ?? "";
	expect(drawn).toMatch(/^\/assets\/.*\.svg#[a-f][1-8]$/);
	const [file = "", drawing = ""] = drawn.split("#");
	expect(await (await request.get(file)).text()).toContain(`id="${drawing}"`);

	const article = partOf(await readPage(request, `/blog/${slug}`), "article");
	expect(textOf(article)).toContain("Writing");
	expect(textsOf(article, "h1")).toEqual([title]);
	expect(textsOf(article, "time")).toEqual([expect.stringMatching(/^[A-Z][a-z]+ \d\d, \d{4}$/)]);
	expect(textOf(article)).toContain("1 min read");
	expect(attributeOf(partsOf(article, "img")[0], "src")).toBe(url);
	const plainArticle = partOf(await readPage(request, `/blog/${plain.slug}`), "article");
	expect(partsOf(plainArticle, "img")).toEqual([]);
});

// proves D-blog-07
test("an article without tags shows 'General'", async ({ request, site }) => {
	const { slug } = await savePost(site, request, { title: `Untagged ${process.pid}`, publish: true });
	expect(textOf(partOf(await readPage(request, `/blog/${slug}`), "article"))).toContain("General");
});
