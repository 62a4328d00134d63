import type { APIRequestContext, Browser } from "@playwright/test";
import { xssPayloads } from "#tests/xss-payloads.ts";
import { savePost } from "./blog-posts.ts";
import { expect, test } from "./fixtures.ts";
import type { SiteServer } from "./site-server.ts";

/** Posts that are saved, or looked at, at once. */
const atOnce = 6;
/** Payloads that one article carries. */
const perArticle = 40;

const payloads = xssPayloads.map((payload) => payload.replaceAll("\0", ""));

/** Does the same with each, a few at a time; answers in their order. */
async function forEach<T, R>(items: T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
	const left = items.entries();
	const results: R[] = [];
	await Promise.all(
		Array.from({ length: atOnce }, async () => {
			for (const [index, item] of left) results[index] = await work(item, index);
		}),
	);
	return results;
}

/** Publishes articles of these contents and opens each in a browser that lets everything run. */
async function expectHarmless(
	contents: string[],
	{ browser, request, site }: { browser: Browser; request: APIRequestContext; site: SiteServer },
): Promise<void> {
	const context = await browser.newContext({ baseURL: site.url, bypassCSP: true });
	const executed: string[] = [];
	await context.exposeFunction("reportExecution", (payload: string) => executed.push(payload));
	await context.addInitScript(() => {
		for (const name of ["alert", "confirm", "prompt"] as const) {
			Object.defineProperty(window, name, { value: () => Reflect.get(window, "reportExecution")(location.href) });
		}
	});
	// Only the page itself: scripts of a payload's host must not run either, and nothing else is looked at here.
	await context.route(
		(url) => url.origin !== site.url,
		(route) => route.fulfill({ contentType: "text/javascript", body: "alert(1)" }),
	);
	// All of them first: a connection that lies idle for seconds may be closed just as a request takes it.
	const posts = await forEach(contents, (content, index) =>
		savePost(site, request, { title: `Payloads ${process.pid} ${contents.length} ${index}`, content, publish: true }),
	);
	await forEach(posts, async ({ slug }, index) => {
		const content = contents[index];
		const page = await context.newPage();
		await page.goto(`/blog/${slug}`);
		const dangers = await page
			.getByRole("article")
			.evaluate((article) =>
				[...article.querySelectorAll(".article-text *")].flatMap((element) => [
					...(/^(script|style|svg|math|object|embed|form|input|base|link|meta|template)$/i.test(element.tagName)
						? [element.outerHTML]
						: []),
					...[...element.attributes]
						.filter(({ name, value }) => /^on/i.test(name) || /^\s*(javascript|data|vbscript):/i.test(value))
						.map(({ name, value }) => `${name}=${value}`),
				]),
			);
		expect(dangers, content).toEqual([]);
		await page.close();
	});
	expect(executed).toEqual([]);
	await context.close();
}

// proves S2-article-04
test("no payload runs after save and display, even without the content security policy", async ({
	browser,
	request,
	site,
}) => {
	test.setTimeout(120_000);
	// Each by itself, since the broken markup of one could hide the next; what is left of them is displayed many to a page.
	const saved = await forEach(payloads, (content, index) =>
		savePost(site, request, { title: `Payload ${process.pid} ${index}`, content }),
	);
	const sections = saved.map(({ content }, index) => `<h2>${index}</h2>${content}`);
	const articles = Array.from({ length: Math.ceil(sections.length / perArticle) }, (_, number) =>
		sections.slice(number * perArticle, (number + 1) * perArticle).join(""),
	);
	await expectHarmless(articles, { browser, request, site });
});

test("no payload runs from an article of its own", { tag: "@long" }, async ({ browser, request, site }) => {
	test.setTimeout(600_000);
	// With a text of its own: of some payloads nothing is left, and a post on the site needs one.
	const articles = payloads.map((payload) => `<p>Payload</p>${payload}`);
	await expectHarmless(articles, { browser, request, site });
});

test("the check itself would notice a payload that runs", async ({ browser }) => {
	const context = await browser.newContext({ bypassCSP: true });
	const executed: string[] = [];
	await context.exposeFunction("reportExecution", () => executed.push("yes"));
	await context.addInitScript(() => {
		Object.defineProperty(window, "alert", { value: () => Reflect.get(window, "reportExecution")() });
	});
	const page = await context.newPage();
	await page.goto("data:text/html,<img src=x onerror=alert(1)>");
	await expect.poll(() => executed).toEqual(["yes"]);
	await context.close();
});

// proves D-blog-05
test("the policy of an article allows no inline script and only the players' hosts", async ({ request, site }) => {
	const { slug } = await savePost(site, request, { title: `Policy ${process.pid}`, publish: true });
	const policy = (await request.get(`/blog/${slug}`)).headers()["content-security-policy"] ?? "";
	expect(policy).toContain(
		"frame-src blob: https://www.youtube-nocookie.com https://www.youtube.com https://player.vimeo.com",
	);
	expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});
