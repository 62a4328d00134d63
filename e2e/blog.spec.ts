import { expectListed, savePost } from "./blog-posts.ts";
import { expect, test } from "./fixtures.ts";

let count = 0;
/** Titles that no other test has. */
const buildTitle = (words: string) => `${words} ${process.pid} ${++count}`;

// proves S2-blog-01, S2-blog-08
test("an empty blog says so", async ({ playwright, ownSite }) => {
	test.setTimeout(60_000);
	const site = await ownSite();
	const request = await playwright.request.newContext({ baseURL: site.url });
	const html = await (await request.get("/blog")).text();
	expect(html).toContain("Insights &amp; Expertise");
	expect(html).toContain("No Blog Posts Yet");
	expect(await (await request.get("/blog/rss.xml")).text()).not.toContain("<item>");
});

// proves S2-routes-05, S2-blog-02, S2-blog-05, S2-blog-06, S2-blog-07, S2-article-01, S2-article-05
// proves S9-readtime-01
test("a published post has its card, and its card leads to it", async ({ page, request, site }) => {
	const title = buildTitle("Count calls");
	const content = `<p>${"word ".repeat(450)}</p>`;
	await savePost(site, request, { title, content, excerpt: "Six numbers.", publish: true });
	await expectListed(request, title);
	await page.goto("/blog");
	const card = page.getByRole("article").filter({ hasText: title });
	await expect(card.getByText("General", { exact: true })).toBeVisible();
	await expect(card.getByText("Six numbers.")).toBeVisible();
	await expect(card.getByText("3 min read")).toBeVisible();
	await expect(card.getByRole("time")).toHaveText(/^[A-Z][a-z]{2} \d{2}, \d{4}$/);
	await card.getByRole("link", { name: "Read More" }).click();
	await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
	await expect(page).toHaveTitle(`${title} | Pilcrow Communications`);
	for (const [name, path] of [
		["Get in Touch", "/contact"],
		["Book a Consultation", "/book-call"],
	] as const) {
		await expect(page.getByRole("main").getByRole("link", { name })).toHaveAttribute("href", path);
	}
	await page.getByRole("link", { name: "Back to Blog" }).click();
	await expect(page).toHaveURL("/blog");
});

test("twelve posts are on a page, older ones behind real links, and nothing behind the last", async ({
	request,
	site,
}) => {
	const titles = Array.from({ length: 13 }, (_, index) => buildTitle(`One of many ${index}`));
	for (const title of titles) await savePost(site, request, { title, content: "<p>Here.</p>", publish: true });
	await expectListed(request, titles.at(-1) ?? "");
	const found: string[] = [];
	let path: string | undefined = "/blog";
	for (let number = 1; path; number++) {
		const html: string = await (await request.get(path)).text();
		const cards = [...html.matchAll(/Read More<[^>]*> about ([^<]+)</g)].map(([, title = ""]) => title);
		expect(cards.length).toBeLessThanOrEqual(12);
		found.push(...cards);
		expect(html).toContain(`<title>${number === 1 ? "Blog" : `Blog, Page ${number}`} | Pilcrow Communications</title>`);
		expect(html).toContain(`<link rel="canonical" href="${site.url}${path}"/>`);
		path = /<a [^>]*rel="next"[^>]*>/.exec(html)?.[0].match(/href="([^"]+)"/)?.[1];
		if (path) expect([path, cards.length]).toEqual([`/blog?page=${number + 1}`, 12]);
		else expect((await request.get(`/blog?page=${number + 1}`)).status()).toBe(404);
	}
	expect(found.filter((title) => titles.includes(title))).toEqual(titles.toReversed());
	expect(found).toEqual([...new Set(found)]);
	expect(await (await request.get("/blog?page=2&utm_source=mail")).text()).toBe(
		await (await request.get("/blog?page=2")).text(),
	);
	expect((await request.get("/blog.data?page=2")).status()).toBe(200);
});

// proves S2-article-07
test("the head of a post says in the server's HTML what networks and search engines read", async ({
	request,
	site,
}) => {
	const title = buildTitle("Sharing & caring");
	const post = await savePost(site, request, {
		title,
		content: "<p>Body.</p>",
		tags: ["Writing", "Press"],
		meta_title: `${title} for search`,
		meta_description: 'A "quoted" description',
		publish: true,
	});
	const html = await (await request.get(`/blog/${post.slug}`)).text();
	const url = `${site.url}/blog/${post.slug}`;
	const escaped = `${title} for search`.replace("&", "&amp;");
	expect(html).toContain(`<title>${escaped} | Pilcrow Communications</title>`);
	expect(html).toContain(`<link rel="canonical" href="${url}"`);
	for (const [name, content] of [
		["description", "A &quot;quoted&quot; description"],
		["twitter:card", "summary_large_image"],
		["twitter:title", escaped],
		["twitter:description", "A &quot;quoted&quot; description"],
		["twitter:image", `${url}/og.png`],
	]) {
		expect(html).toContain(`<meta name="${name}" content="${content}"`);
	}
	for (const [property, content] of [
		["og:type", "article"],
		["og:title", `${escaped} | Pilcrow Communications`],
		["og:description", "A &quot;quoted&quot; description"],
		["og:url", url],
		["og:image", `${url}/og.png`],
		["article:tag", "Writing"],
	]) {
		expect(html).toContain(`<meta property="${property}" content="${content}"`);
	}
	const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = ""]) =>
		JSON.parse(json),
	);
	expect(data).toContainEqual(
		expect.objectContaining({ "@type": "BlogPosting", headline: title, image: `${url}/og.png` }),
	);
	expect(data).toContainEqual(expect.objectContaining({ "@type": "BreadcrumbList" }));
	const picture = await request.get(`/blog/${post.slug}/og.png`);
	expect(picture.headers()["content-type"]).toBe("image/png");
	const png = await picture.body();
	expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
	const own = await savePost(
		site,
		request,
		{ title, slug: post.slug, content: "<p>Body.</p>", og_image: "https://cdn.example/own.png", status: "published" },
		post.id,
	);
	// The page in memory is outdated by the database's notice.
	await expect
		.poll(async () => (await request.get(`/blog/${own.slug}`)).text())
		.toContain('<meta property="og:image" content="https://cdn.example/own.png"');
});

// proves S4-posts-10, S6-roles-02, S7-posts-06
test("drafts, archived and future posts are reachable nowhere", async ({ request, site }) => {
	const later = new Date(Date.now() + 3_600_000).toISOString();
	const hidden = [
		await savePost(site, request, { title: buildTitle("Hidden draft") }),
		await savePost(site, request, {
			title: buildTitle("Hidden archive"),
			status: "archived",
			published_at: "2026-01-01T00:00:00Z",
		}),
		await savePost(site, request, { title: buildTitle("Hidden future"), status: "published", published_at: later }),
	];
	const shown = await savePost(site, request, { title: buildTitle("Shown"), publish: true });
	for (const path of ["/blog", "/blog.data", "/blog/rss.xml", "/sitemap.xml"]) {
		const read = async () => (await request.get(path)).text();
		await expect.poll(read, path).toContain(shown.slug);
		const text = await read();
		for (const { slug } of hidden) expect(text).not.toContain(slug);
	}
	for (const { slug } of hidden) {
		for (const path of [`/blog/${slug}`, `/blog/${slug}.data`, `/blog/${slug}/og.png`]) {
			expect((await request.get(path)).status()).toBe(404);
		}
	}
	for (const path of ["/api/posts", `/api/posts/${hidden[0]?.id}`])
		expect((await request.get(path)).status()).toBe(401);
});

test("a scheduled post becomes public at its moment, also when the server was down then", { tag: "@long" }, async ({
	playwright,
	ownSite,
}) => {
	test.setTimeout(60_000);
	const site = await ownSite();
	const request = await playwright.request.newContext({ baseURL: site.url });
	const moment = Date.now() + 4000;
	const published_at = new Date(moment).toISOString();
	const { slug } = await savePost(site, request, { title: "On time", status: "published", published_at });
	expect(await (await request.get("/blog")).text()).toContain("No Blog Posts Yet");
	await expect
		.poll(async () => (await (await request.get("/blog")).text()).includes(slug), { timeout: 15_000, intervals: [200] })
		.toBe(true);
	expect(Date.now()).toBeGreaterThanOrEqual(moment);
	const soon = new Date(Date.now() + 1500).toISOString();
	const second = await savePost(site, request, { title: "While away", status: "published", published_at: soon });
	await site.kill();
	await expect.poll(() => Date.now() > Date.parse(soon)).toBe(true);
	await site.start();
	expect((await request.get(`/blog/${second.slug}`)).status()).toBe(200);
});

// proves D-blog-03
test("an old address leads to the present one for good", async ({ request, site }) => {
	const title = buildTitle("Renamed");
	const post = await savePost(site, request, { title, publish: true });
	const renamed = await savePost(site, request, { title, slug: `${post.slug}-new`, status: "published" }, post.id);
	const answer = await request.get(`/blog/${post.slug}`, { maxRedirects: 0 });
	expect(answer.status()).toBe(301);
	expect(answer.headers().location).toBe(`/blog/${renamed.slug}`);
	// The old address may come back, and a browser that kept this would go in a circle.
	expect(answer.headers()["cache-control"]).toContain("max-age=0");
});

test.describe("an unknown post", () => {
	test.use({ expectedErrors: /404/ });

	// proves S2-article-06, D-pages-03
	test("is the specified screen with status 404", async ({ page }) => {
		const answer = await page.goto("/blog/never-written");
		expect(answer?.status()).toBe(404);
		await expect(page.getByRole("heading", { name: "Blog Post Not Found" })).toBeVisible();
		await page.getByRole("link", { name: "Back to Blog" }).click();
		await expect(page).toHaveURL("/blog");
	});
});

// proves S2-article-03, S8-toast-21, D-pages-15
test("share buttons carry the post's address", async ({ page, context, request, site }) => {
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	const { slug } = await savePost(site, request, { title: buildTitle("Pass it on"), publish: true });
	const url = `${site.url}/blog/${slug}`;
	await page.goto(`/blog/${slug}`);
	const share = page.getByRole("list", { name: "Share" });
	for (const [network, address, parameter] of [
		["Facebook", "https://www.facebook.com/sharer/sharer.php", "u"],
		["Twitter", "https://twitter.com/intent/tweet", "url"],
		["LinkedIn", "https://www.linkedin.com/sharing/share-offsite/", "url"],
	] as const) {
		const href = new URL((await share.getByRole("link", { name: network }).getAttribute("href")) ?? "");
		expect(href.origin + href.pathname).toBe(address);
		expect(href.searchParams.get(parameter)).toBe(url);
	}
	await share.getByRole("button", { name: "Copy link" }).click();
	await expect(page.getByText("Link Copied!", { exact: true })).toBeVisible();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
	await page.evaluate(() => navigator.clipboard.writeText(""));
	await context.route("https://www.instagram.com/**", (route) => route.fulfill({ body: "Instagram" }));
	const popup = page.waitForEvent("popup");
	await share.getByRole("button", { name: "Instagram" }).click();
	await expect(await popup).toHaveURL(/instagram\.com/);
	await page.bringToFront();
	await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url);
});

// proves S2-blog-03, S7-newsletter-01, D-pages-14
test("the newsletter box makes no call and claims nothing", async ({ page }) => {
	await page.goto("/blog", { waitUntil: "networkidle" });
	const calls: string[] = [];
	// The page's own files, as pictures that come into sight and the script of the box, are no calls.
	const files = ["image", "script", "stylesheet", "font"];
	page.on("request", (call) => files.includes(call.resourceType()) || calls.push(call.url()));
	await expect(page.getByText("this box saves nothing")).toBeVisible();
	await page.getByRole("textbox", { name: "Email address" }).fill("reader@example.com");
	await page.getByRole("button", { name: "Subscribe" }).click();
	await expect(page.getByText("we didn't save your address")).toBeVisible();
	await expect(page).toHaveURL("/blog");
	expect(calls).toEqual([]);
});

test("the blog leads to the search, and the search leads on", async ({ page }) => {
	await page.goto("/blog");
	await page.getByRole("link", { name: "Search This Site" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Search this site" })).toBeVisible();
	await page.getByRole("searchbox", { name: "Search this site" }).fill("no such word anywhere");
	await page.getByRole("button", { name: "Search" }).click();
	await expect(page.getByText("We didn't find anything.")).toBeVisible();
	await page.getByRole("main").getByRole("link", { name: "Get in Touch" }).click();
	await expect(page).toHaveURL("/contact");
});

test("the feed and the sitemap are well-formed, robots.txt points to it", async ({ page, request, site }) => {
	await savePost(site, request, { title: buildTitle("A & B <c>"), content: "<p>Q&amp;A</p>", publish: true });
	await page.goto("/");
	for (const [path, root] of [
		["/blog/rss.xml", "rss"],
		["/sitemap.xml", "urlset"],
	]) {
		// By a request: the page lets no string become a document.
		const parsed = await page.evaluate(
			(address) =>
				new Promise<string | undefined>((resolve) => {
					const reading = new XMLHttpRequest();
					reading.open("GET", address ?? "");
					reading.overrideMimeType("text/xml");
					reading.onload = () => resolve(reading.responseXML?.documentElement.nodeName);
					reading.send();
				}),
			path,
		);
		expect(parsed).toBe(root);
	}
	const robots = await (await request.get("/robots.txt")).text();
	expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`);
	expect(robots).toContain("Disallow: /admin");
});

// proves D-time-04
test("a date is the same before and after hydration, wherever the reader is", async ({ browser, request, site }) => {
	const title = buildTitle("Midnight");
	const { slug } = await savePost(site, request, { title, status: "published", published_at: "2026-03-01T03:30:00Z" });
	const context = await browser.newContext({ baseURL: site.url, timezoneId: "Pacific/Auckland", locale: "de-DE" });
	const page = await context.newPage();
	const complaints: string[] = [];
	page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
	await page.goto(`/blog/${slug}`, { waitUntil: "networkidle" });
	await expect(page.getByRole("time")).toHaveText("February 28, 2026");
	expect(complaints).toEqual([]);
	await context.close();
});

test.describe("when the blog cannot be fetched", () => {
	test.use({ expectedErrors: /./ });

	// proves S8-blog-01, S8-blog-02
	test("the list shows empty and the post's page says that it was not found", async ({ page, ownSite }) => {
		const broken = await ownSite();
		const database = await broken.openDatabase();
		await database.query("alter table blog_posts rename to blog_posts_elsewhere");
		await database.close();
		await page.goto(`${broken.url}/blog/any`);
		await expect(page.getByRole("heading", { name: "Blog Post Not Found" })).toBeVisible();
		await page.getByRole("main").getByRole("link", { name: "Back to Blog" }).click();
		await expect(page.getByRole("heading", { name: "No Blog Posts Yet" })).toBeVisible();
	});
});
