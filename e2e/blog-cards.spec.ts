import sharp from "sharp";
import { expectListed, savePost } from "./blog-posts.ts";
import { expect, test } from "./fixtures.ts";
import { signInOverHttp } from "./staff.ts";

// proves S2-blog-01, S2-blog-04, S2-blog-05, S2-blog-07, S2-article-02
test("a card shows picture, first tag, title, excerpt, date and link, and the article shows them again", async ({
	page,
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

	await page.goto("/blog");
	await expect(page.getByRole("heading", { level: 1, name: "Insights & Expertise" })).toBeVisible();
	const card = page.getByRole("article").filter({ hasText: title });
	await expect(card.getByText("Writing", { exact: true })).toBeVisible();
	await expect(card.getByText("Press", { exact: true })).toHaveCount(0);
	await expect(card.getByText("What it says.")).toBeVisible();
	await expect(card.getByRole("link", { name: `Read More about ${title}` })).toHaveAttribute("href", `/blog/${slug}`);
	await expect(card.locator("img")).toHaveAttribute("src", url);
	const plainCard = page.getByRole("article").filter({ hasText: `Plain card ${process.pid}` });
	// The default picture, and in it the drawing of this post.
	await expect(plainCard.locator("img")).toHaveAttribute("src", /^\/assets\/.*\.svg#[a-f][1-8]$/);
	await plainCard.scrollIntoViewIfNeeded();
	await expect(plainCard.locator("img")).not.toHaveJSProperty("naturalWidth", 0);

	await page.goto(`/blog/${slug}`);
	const article = page.getByRole("article");
	await expect(article.getByText("Writing", { exact: true })).toBeVisible();
	await expect(article.getByRole("heading", { level: 1, name: title })).toBeVisible();
	await expect(article.getByRole("time")).toHaveText(/^[A-Z][a-z]+ \d\d, \d{4}$/);
	await expect(article.getByText("1 min read")).toBeVisible();
	await expect(article.locator("img").first()).toHaveAttribute("src", url);
	await page.goto(`/blog/${plain.slug}`);
	await expect(article.getByRole("heading", { level: 1 })).toBeVisible();
	await expect(article.locator("img")).toHaveCount(0);
});

// proves D-blog-07
test("an article without tags shows 'General'", async ({ page, request, site }) => {
	const { slug } = await savePost(site, request, { title: `Untagged ${process.pid}`, publish: true });
	await page.goto(`/blog/${slug}`);
	await expect(page.getByRole("article").getByText("General", { exact: true })).toBeVisible();
});
