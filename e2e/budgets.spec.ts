import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext, Page, Request } from "@playwright/test";
import { publicPaths } from "#site/crawlers/public-paths.ts";
import { savePost } from "./blog-posts.ts";
import { expect, test } from "./fixtures.ts";
import { createJobAsStaff } from "./jobs-api.ts";
import { type SiteServer, startSite } from "./site-server.ts";

// What a public page may weigh (docs/performance.md), counted in what goes over the wire, headers included.

/** Until the visitor touches something. */
const scriptAtRest = 5_000;
/** With every island of the page awake. React with its DOM client alone is 68 kB. */
const scriptAwake = 95_000;
/** Brotli. */
const documentBudget = 12 * 1024;
/** More, for the times of calls in a document. */
const timesBudget = 6 * 1024;
/** Ten packets, which a server may send before it hears from the browser (RFC 6928). */
const firstFlight = 10 * 1460;
const fontBudget = 27_000;
/** Those that the document of a screen names; without the group `desk` of `vite.config.ts` there are a hundred. */
const deskFiles = 45;
/** Page, fonts and the largest picture: what stands between a visitor and the first finished screen. */
const firstScreenBudget = 60_000;

/** Each is a page of its own that says so. */
const deadLinks = ["/call", "/call/confirm", "/invoice", "/blog", "/blog/preview", "/careers/apply"].map(
	(path) => `${path}/unknown`,
);

// One site for all.
test.describe.configure({ mode: "default" });

/** As it begins: what other tests publish has a weight of its own. */
let starter: SiteServer;
let paths: string[];
test.beforeAll(async ({ playwright }) => {
	starter = await startSite({ SEED: "starter" });
	const job = await createJobAsStaff(starter, { title: "Writer of weights" });
	// From the second on, careers begins with a list of titles.
	await createJobAsStaff(starter, { title: "Editor of weights" });
	const request = await playwright.request.newContext({ baseURL: starter.url });
	const { slug } = await savePost(starter, request, { title: "What it weighs", publish: true });
	await request.dispose();
	paths = [...publicPaths, `/blog/${slug}`, `/careers/apply/${job.slug}`];
});
test.afterAll(() => starter.stop());

test("every document, with its fonts and its largest picture, keeps to its weight", async ({ request }) => {
	for (const path of paths) {
		const { html } = await fetchPage(request, path);
		const fonts = [...html.matchAll(/<link rel="preload" as="font"[^>]* href="([^"]+)"/g)].map(([, file = ""]) => file);
		const fontBytes = sum(fonts.map((file) => statSync(built(file)).size));
		expect(fonts, path).toHaveLength(2);
		expect(fontBytes, path).toBeLessThan(fontBudget);
		const budget = path === "/book-call" ? documentBudget + timesBudget : documentBudget;
		// Compressed as small as it gets a moment after the first request.
		await expect.poll(async () => (await fetchPage(request, path)).bytes, path).toBeLessThan(budget);
		await expect.poll(async () => (await fetchPage(request, path)).withHeaders, path).toBeLessThan(firstFlight);
		const { bytes, withHeaders } = await fetchPage(request, path);
		expect(withHeaders + fontBytes + largestPicture(html), path).toBeLessThan(firstScreenBudget);
		expect(bytes, path).toBeGreaterThan(3_000);
	}
});

test("a screen of the back office comes in few files", async ({ request }) => {
	const { html } = await fetchPage(request, "/admin/bookings");
	const files = html.match(/rel="modulepreload"/g) ?? [];
	expect(files.length).toBeGreaterThan(10);
	expect(files.length).toBeLessThan(deskFiles);
});

test("every page needs nothing but itself for its first paint, and has all rules and variables of the stylesheet that it names", async ({
	request,
}) => {
	const css = readFileSync(built(`assets/${assets().find((file) => /^app-[\w-]+\.css$/.test(file))}`), "utf8");
	for (const path of [...paths, ...deadLinks]) {
		const { html } = await fetchPage(request, path);
		const shown = html
			.replaceAll(/<noscript>.*?<\/noscript>/gs, "")
			.replaceAll("&amp;", "&")
			.replaceAll("&gt;", ">");
		expect(shown, path).not.toMatch(/<link[^>]*rel="stylesheet"|<script[^>]* src=|rel="modulepreload"/);
		const [, rules = ""] = /<style>(.*?)<\/style>/s.exec(shown) ?? [];
		const classes = [...shown.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(/\s+/));
		// No public page is dark.
		const names = [...new Set(classes)].filter((name) => name && !name.startsWith("dark:"));
		expect(names.length, path).toBeGreaterThan(50);
		const isIn = (sheet: string) => (name: string) => {
			const written = name.replaceAll(/[^\w-]/g, (character) => `\\\\\\${character}`);
			return new RegExp(`\\.${written}(?![\\w\\\\-])`).test(sheet);
		};
		expect(
			names.filter(isIn(css)).filter((name) => !isIn(rules)(name)),
			path,
		).toEqual([]);
		const variables = [...shown.matchAll(/\sstyle="[^"]*?var\((--[\w-]+)/g)].map(([, name = ""]) => name);
		expect(
			variables.filter((name) => !rules.includes(`${name}:`)),
			path,
		).toEqual([]);
	}
});

test("a page at rest carries next to no script, and with all its islands awake keeps to its weight", async ({
	page,
}) => {
	const devTools = await page.context().newCDPSession(page);
	await devTools.send("Network.enable");
	// Each page as someone sees it who comes from elsewhere.
	await devTools.send("Network.setCacheDisabled", { cacheDisabled: true });
	for (const path of paths) {
		const script = countScript(page);
		await page.goto(starter.url + path, { waitUntil: "networkidle" });
		// The home page's showcase is in view on a wide screen.
		if (path !== "/") expect(await script.bytes(), path).toBeLessThan(scriptAtRest);
		expect(script.files(), path).toBeGreaterThan(0);
		const islands = page.locator("[data-island]");
		for (const island of await islands.all()) await island.dispatchEvent("pointerover");
		await page.waitForFunction(() =>
			[...document.querySelectorAll("[data-island]")].every((island) =>
				Object.keys(island).some((key) => key.startsWith("__reactContainer")),
			),
		);
		// What the islands fetch once React has hydrated them.
		await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
		await expect.poll(script.pending).toBe(0);
		const awake = await script.bytes();
		expect(awake, path).toBeLessThan(scriptAwake);
		if ((await islands.count()) > 0) expect(awake, path).toBeGreaterThan(scriptAtRest);
		script.stop();
	}
});

test.describe("on a phone", () => {
	test.use({ viewport: { width: 412, height: 823 } });

	test("the home page carries next to no script until its showcase is in view", async ({ page }) => {
		const script = countScript(page);
		await page.goto(`${starter.url}/`, { waitUntil: "networkidle" });
		expect(await script.bytes()).toBeLessThan(scriptAtRest);
		await page.getByRole("group", { name: "Our seven services" }).scrollIntoViewIfNeeded();
		await expect.poll(script.files).toBeGreaterThan(4);
	});

	test.describe("in another time zone", () => {
		test.use({ timezoneId: "America/Los_Angeles" });

		test("the page of calls carries next to no script until its times come near", async ({ page }) => {
			const script = countScript(page);
			await page.goto(`${starter.url}/book-call`, { waitUntil: "networkidle" });
			expect(await script.bytes()).toBeLessThan(scriptAtRest);
			await page.evaluate(() => scrollBy(0, 300));
			await expect(page.getByText("Times are shown in your time zone (Los Angeles).")).toBeAttached();
		});
	});
});

test("the server renders with React's production build, which takes a third of the time", () => {
	const files = readdirSync("build/server", { recursive: true, encoding: "utf8" }).filter((file) =>
		file.endsWith(".js"),
	);
	const undecided = files.filter((file) =>
		readFileSync(join("build/server", file), "utf8").includes("process.env.NODE_ENV"),
	);
	expect(files.length).toBeGreaterThan(1);
	expect(undecided).toEqual([]);
});

/** Whatever script the page fetches from now on, as it goes over the wire. */
function countScript(page: Page) {
	const fetched: Promise<number>[] = [];
	let asked = 0;
	const noteAsked = (request: Request) => {
		if (request.resourceType() === "script") asked += 1;
	};
	const note = (request: Request) => {
		if (request.resourceType() !== "script") return;
		const size = request.sizes().then((sizes) => sizes.responseHeadersSize + sizes.responseBodySize);
		// What comes after the test has ended is nobody's.
		size.catch(() => {});
		fetched.push(size);
	};
	page.on("request", noteAsked);
	page.on("requestfinished", note);
	return {
		files: () => fetched.length,
		pending: () => asked - fetched.length,
		bytes: async () => sum(await Promise.all(fetched)),
		stop: () => page.off("request", noteAsked).off("requestfinished", note),
	};
}

async function fetchPage(request: APIRequestContext, path: string) {
	const html = await (await request.get(starter.url + path)).text();
	const compressed = await request.head(starter.url + path, { headers: { "accept-encoding": "br" } });
	const headers = sum(compressed.headersArray().map(({ name, value }) => name.length + value.length + ": \r\n".length));
	const bytes = Number(compressed.headers()["content-length"]);
	return { html, bytes, withHeaders: headers + bytes };
}

const assets = () => readdirSync("build/client/assets");

/** Of the picture that is fetched first, the AVIF that a phone takes, whose parts of pictures come first; 0 for a page of words. */
function largestPicture(html: string): number {
	const end = html.indexOf('fetchPriority="high"');
	if (end < 0) return 0;
	const picture = html.slice(html.lastIndexOf("<picture", end), end);
	const [, file = ""] = /([^\s",]+\.avif) (?:600|800)w/.exec(picture) ?? [];
	return statSync(built(file)).size;
}

const built = (address: string) => join("build/client", address);
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
