import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { publicPaths } from "./public-paths.ts";
import { type SiteServer, startSite } from "./site-server.ts";

// What a public page may weigh, from the build's own output. React and the router alone are 108 kB (docs/performance.md),
// and the router's list of routes, which grows with each screen of the back office, is 5.6 kB.
const scriptBudget = 137_500;
/** Ten packets, which a server may send before it hears from the browser; headers included (RFC 6928). */
const firstFlight = 10 * 1460;
const fontBudget = 27_000;
/** Page, fonts and the largest picture: what stands between a visitor and the first finished screen. */
const firstScreenBudget = 60_000;

// One site for all.
test.describe.configure({ mode: "default" });

/** As it begins: what other tests publish has a weight of its own. */
let starter: SiteServer;
test.beforeAll(async () => {
	starter = await startSite({ SEED: "starter" });
});
test.afterAll(() => starter.stop());

for (const path of publicPaths) {
	test(`${path} keeps to its weight`, async ({ request }) => {
		const { html, bytes } = await fetchPage(request, path);
		const scripts = new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([file]) => file));
		const fonts = [...html.matchAll(/<link rel="preload" as="font"[^>]* href="([^"]+)"/g)].map(([, file = ""]) => file);
		const scriptBytes = sum([...scripts].map((file) => gzipSync(readFileSync(built(file)), { level: 9 }).length));
		const fontBytes = sum(fonts.map((file) => statSync(built(file)).size));
		expect(scripts.size).toBeGreaterThan(5);
		expect(fonts).toHaveLength(2);
		expect(scriptBytes).toBeLessThan(scriptBudget);
		// Compressed as small as it gets a moment after the first request.
		await expect.poll(async () => (await fetchPage(request, path)).bytes).toBeLessThan(firstFlight);
		expect(fontBytes).toBeLessThan(fontBudget);
		expect(bytes + fontBytes + largestPicture(html)).toBeLessThan(firstScreenBudget);
	});

	test(`${path} needs nothing but itself for its first paint`, async ({ request }) => {
		const { html } = await fetchPage(request, path);
		const head = html.replaceAll(/<noscript>.*?<\/noscript>/gs, "");
		expect(head).not.toMatch(/<link[^>]*rel="stylesheet"/);
		expect(head).not.toMatch(/<script[^>]* src=/);
		expect(head).not.toMatch(/<link[^>]*rel="modulepreload"/);
	});
}

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

async function fetchPage(request: APIRequestContext, path: string) {
	const html = await (await request.get(starter.url + path)).text();
	const compressed = await request.head(starter.url + path, { headers: { "accept-encoding": "br" } });
	const headers = sum(compressed.headersArray().map(({ name, value }) => name.length + value.length + ": \r\n".length));
	return { html, bytes: headers + Number(compressed.headers()["content-length"]) };
}

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
