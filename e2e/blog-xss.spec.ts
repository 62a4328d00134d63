import { xssPayloads } from "#tests/xss-payloads.ts";
import { savePost } from "./blog-posts.ts";
import { expect, test } from "./fixtures.ts";
import { signInOverHttp } from "./staff.ts";

/** Posts that are saved, and looked at, at once. */
const atOnce = 4;

// proves S2-article-04
test("no payload runs after save and display, even without the content security policy", async ({
	browser,
	request,
	site,
}) => {
	test.setTimeout(300_000);
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
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
	const left = [...xssPayloads.entries()];
	await Promise.all(
		Array.from({ length: atOnce }, async () => {
			const page = await context.newPage();
			for (let next = left.pop(); next; next = left.pop()) {
				const [index, content] = next;
				const data = { title: `Payload ${process.pid} ${index}`, content: content.replaceAll("\0", ""), publish: true };
				const answer = await request.post("/api/posts", { headers, data });
				expect(answer.status(), content).toBe(201);
				await page.goto(`/blog/${(await answer.json()).slug}`, { waitUntil: "domcontentloaded" });
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
			}
			await page.close();
		}),
	);
	expect(executed).toEqual([]);
	await context.close();
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
