import { chromium } from "@playwright/test";
import { launch } from "puppeteer-core";
import { z } from "zod";
import { publicPaths } from "#site/crawlers/public-paths.ts";
import { launchOptions } from "../playwright.config.ts";
import { savePost } from "./blog-posts.ts";
import { expect, test } from "./fixtures.ts";
import { createJobAsStaff } from "./jobs-api.ts";

// Navigation between public pages is the browser's, which needs nothing from us but that nothing is in its way.

const keepingSchema = z.object({ notRestoredExplanations: z.array(z.object({ reason: z.string() })) });

/** Why the browser of the tests keeps no page at all. Whatever else speaks against a page stands beside these. */
const ownReasons = [
	"BackForwardCacheDisabled",
	"BackForwardCacheDisabledByCommandLine",
	"BackForwardCacheDisabledForDelegate",
	"BrowsingInstanceNotSwapped",
];

test.describe("a page that was left", () => {
	test.use({ expectedErrors: /404/ });

	test("may be kept by the browser and shown again as it was, unless it was not found", { tag: "@long" }, async ({
		page,
		site,
		request,
	}) => {
		const job = await createJobAsStaff(site, { title: "Writer of pages kept" });
		const { slug } = await savePost(site, request, { title: "What is kept", publish: true });
		const session = await page.context().newCDPSession(page);
		await session.send("Page.enable");
		const missing = "/no/such/page";
		const paths = [...publicPaths, `/blog/${slug}`, `/careers/apply/${job.slug}`, missing];
		for (const path of [...paths, "/auth"]) await page.goto(path);
		for (const path of paths.toReversed()) {
			const refused = new Promise((resolve) => session.once("Page.backForwardCacheNotUsed", resolve));
			await page.goBack();
			await expect(page).toHaveURL(path);
			const reasons = keepingSchema.parse(await refused).notRestoredExplanations.map(({ reason }) => reason);
			expect(
				reasons.filter((reason) => !ownReasons.includes(reason)),
				path,
			).toEqual(path === missing ? ["HTTPStatusNotOK"] : []);
		}
	});
});

test("a page is rendered when the pointer approaches its link, and counts as viewed when it is shown", async ({
	site,
}) => {
	const { args, executablePath = chromium.executablePath() } = launchOptions;
	// Pages are not rendered ahead while Playwright is attached.
	const browser = await launch({
		executablePath,
		args,
		headless: "shell",
		defaultViewport: { width: 1280, height: 800 },
	});
	const page = await browser.newPage();
	const viewed: string[] = [];
	page.on("console", async (message) => {
		const [said, facts] = await Promise.all(message.args().map((each) => each.jsonValue()));
		if (said === "page_view") viewed.push(z.object({ path: z.string() }).parse(facts).path);
	});
	/** When the blog was shown, in milliseconds since its rendering began; 0 while it is not, or if it began with that. */
	const activation = () =>
		page
			.evaluate(() => {
				const [navigation] = performance.getEntriesByType("navigation");
				const start = navigation && "activationStart" in navigation ? Number(navigation.activationStart) : 0;
				return location.pathname === "/blog" ? start : 0;
			})
			// The page that was rendered ahead is taking this one's place.
			.catch(() => 0);

	await page.goto(`${site.url}/contact`);
	await expect.poll(() => viewed).toEqual(["/contact"]);
	const rendered = page.waitForResponse(`${site.url}/blog`);
	await page.hover('nav[aria-label="Main"] a[href="/blog"]');
	await rendered;
	expect(viewed).toEqual(["/contact"]);
	await page.click('nav[aria-label="Main"] a[href="/blog"]');
	await expect.poll(() => viewed).toEqual(["/contact", "/blog"]);
	await expect.poll(activation).toBeGreaterThan(0);
	await browser.close();
});
