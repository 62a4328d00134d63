import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, expect, test } from "vitest";
import { createApp } from "#app.server.ts";
import { handle, loader } from "#features/bookings/page/book-call-page.tsx";
import { createPageCache } from "#platform/pages/page-cache.server.ts";
import { developmentPages } from "#platform/pages/public-pages.server.ts";
import routeConfig from "#routes.ts";
import { servicePaths } from "#site/services/services.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { addressOf, type Endpoint, endpoints, insertKnownRows } from "#tests/endpoints.ts";
import { onePixel } from "#tests/factories/pictures.ts";
import { buildPages, type TestPage } from "#tests/page-build.ts";

const site = startTestApp();
const clientFolder = mkdtempSync(join(tmpdir(), "client-"));
afterAll(() => rmSync(clientFolder, { recursive: true }));

/** Written down a second time: a route whose responses anyone may keep has to be meant. */
const publicRoutes = [
	"/",
	...servicePaths,
	"/contact",
	"/book-call",
	"/privacy",
	"/careers",
	"/careers/apply/:jobId",
	"/blog",
	"/blog/:slug",
	"/blog/:slug/og.png",
	"/blog/rss.xml",
	"/share.png",
	"/showcase.json",
	"/sitemap.xml",
	"/robots.txt",
	"/.well-known/security.txt",
];

/** The endpoints whose responses may be kept by someone: files whose name never gets another content. */
const keptEndpoints: Partial<Record<Endpoint, string>> = {
	"GET /storage/v1/object/public/blog-images/:name": "public, max-age=31536000, immutable",
	"GET /storage/v1/object/public/profile-pictures/:name": "private, max-age=86400",
};

type Leaf = { path: string; file: string };

const leavesOf = (entries: readonly RouteConfigEntry[], above = ""): Leaf[] =>
	entries.flatMap(({ path = "", index, file, children }) => {
		const full = [above, path.replace(/^\//, "")].filter(Boolean).join("/");
		return [...(path || index ? [{ path: full, file }] : []), ...leavesOf(children ?? [], full)];
	});

/** Each with what its file says about it, and a loader that wants its response to be kept by everyone. */
const pagesOf = (leaves: Leaf[]): Promise<TestPage[]> =>
	Promise.all(
		leaves.map(async ({ path, file }) => {
			const { handle } = await import(join(import.meta.dirname, "../../src", file));
			const headers = { "cache-control": "public, s-maxage=60", "cdn-cache-control": "max-age=60", expires: "0" };
			return { path, module: { handle, loader: () => new Response("Hello", { headers }) } };
		}),
	);

// A2
test("only the responses of routes that say so are kept and may be kept, whatever their loaders want", async () => {
	const leaves = leavesOf(routeConfig).filter(({ path, file }) => path !== "admin" || !file.includes("layout"));
	const pages = createPageCache();
	const build = buildPages(await pagesOf(leaves));
	const app = createApp(site.deps, build, { clientFolder, publicPages: developmentPages, pages });
	const kept: string[] = [];
	for (const { path } of leaves.filter(({ path }) => path !== "*")) {
		const address = `http://site.test/${path.replaceAll(/:\w+|\*/g, "x")}`;
		for (const _visit of ["first", "second"]) {
			const { headers } = await app.request(address);
			const [caching, cdn, robots] = ["cache-control", "cdn-cache-control", "x-robots-tag"].map((name) =>
				headers.get(name),
			);
			if (caching?.startsWith("public")) kept.push(`/${path}`);
			else
				expect([path, caching, cdn, headers.get("expires"), robots]).toEqual([path, "no-store", null, null, "noindex"]);
		}
	}
	expect([...new Set(kept)].sort()).toEqual([...publicRoutes].sort());
	expect(kept).toHaveLength(2 * publicRoutes.length);
});

// A2
test("no endpoint's response may be kept, but the pictures'", async () => {
	const app = createApp(site.deps, buildPages([]), {
		clientFolder,
		publicPages: developmentPages,
		pages: createPageCache(),
	});
	for (const bucket of ["blog-images", "profile-pictures"] as const)
		await site.deps.storage.put(bucket, "00000000-0000-4000-8000-000000000000.png", new Blob([onePixel]));
	const rows = await insertKnownRows(site.deps);
	const { headers } = await signInAs(site.deps, { role: "admin" });
	for (const endpoint of endpoints) {
		const { method, path } = addressOf(endpoint, rows);
		if (method !== "GET" || path === "/api/live") continue;
		const answer = await app.request(`http://site.test${path}`, { headers });
		expect([endpoint, answer.headers.get("cache-control")]).toEqual([endpoint, keptEndpoints[endpoint] ?? "no-store"]);
		await answer.body?.cancel();
	}
});

test("hours that staff change are on the kept page of the calls at once", async () => {
	const { authorization } = await signInAs(site.deps, { role: "admin" });
	// Its times without their form, which is the matter of browser tests.
	const build = buildPages([{ path: "book-call", module: { handle, loader, default: () => null } }]);
	const app = createApp(site.deps, build, { clientFolder, publicPages: developmentPages, pages: createPageCache() });
	const page = async () => (await app.request("http://site.test/book-call")).text();
	const before = await page();
	expect(await page()).toBe(before);
	const hours = await site.api.request("/api/bookings/hours", { headers: { authorization } });
	const answer = await site.api.request("/api/bookings/hours", {
		method: "PUT",
		headers: { authorization, "content-type": "application/json" },
		body: JSON.stringify({ ...(await hours.json()), time_zone: undefined, offered: false }),
	});
	expect(answer.status).toBe(200);
	await expect.poll(page).not.toBe(before);
});
