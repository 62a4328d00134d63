import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createPageCache } from "./page-cache.server.ts";

const home = { address: "/", pattern: "/" };
const page = (text: string) => Promise.resolve(new Response(text, { headers: { "content-type": "text/html" } }));
const get = (headers: Record<string, string> = {}) => new Request("http://site.test/", { headers });

test("renders a page once, also for visitors who arrive while it is being rendered", async () => {
	const cache = createPageCache();
	let rendered = 0;
	const render = () => {
		rendered++;
		return page("hello");
	};
	const answers = await Promise.all([1, 2, 3].map(() => cache.respond(get(), home, render)));
	expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(["hello", "hello", "hello"]);
	await cache.respond(get(), home, render);
	expect(rendered).toBe(1);
});

test("responds with 304 to a browser that has the page, and compresses it for any other", async () => {
	const cache = createPageCache();
	const first = await cache.respond(get({ "accept-encoding": "gzip" }), home, () => page("hello"));
	expect(gunzipSync(Buffer.from(await first.arrayBuffer())).toString()).toBe("hello");
	const etag = first.headers.get("etag") ?? "";
	const again = await cache.respond(get({ "accept-encoding": "gzip", "if-none-match": etag }), home, () =>
		page("hello"),
	);
	expect(again.status).toBe(304);
	expect(await again.text()).toBe("");
});

test("shows a change at the next request, also when it happened while the old page was being rendered", async () => {
	const cache = createPageCache();
	let finish: (response: Response) => void = () => undefined;
	const slow = cache.respond(
		get(),
		home,
		() =>
			new Promise((resolve) => {
				finish = resolve;
			}),
	);
	cache.clear();
	finish(await page("old"));
	expect(await (await slow).text()).toBe("old");
	expect(await (await cache.respond(get(), home, () => page("new"))).text()).toBe("new");
});

test("never caches a response that is not a whole page", async () => {
	const cache = createPageCache();
	const broken = await cache.respond(get(), home, async () => new Response("oh", { status: 500 }));
	expect(broken.status).toBe(500);
	expect(await (await cache.respond(get(), home, () => page("well"))).text()).toBe("well");
});

test("renders again after a minute, for dates and for posts that have become public", async () => {
	let now = 0;
	const cache = createPageCache({ now: () => now });
	await cache.respond(get(), home, () => page("one"));
	now = 59_000;
	expect(await (await cache.respond(get(), home, () => page("two"))).text()).toBe("one");
	now = 61_000;
	expect(await (await cache.respond(get(), home, () => page("two"))).text()).toBe("two");
});

test("serves a page in memory early with the same response, and passes everything else on", async () => {
	const cache = createPageCache({ commonHeaders: { "x-common": "yes" } });
	const server = createServer((request, response) => {
		if (cache.answer(request, response)) return;
		response.writeHead(404).end("the long way");
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const request = (path: string, options: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, options);
	try {
		expect(await (await request("/")).text()).toBe("the long way");
		const long = await cache.respond(get({ "accept-encoding": "br" }), home, () => page("hello"));
		const short = await request("/?utm_source=x", { headers: { "accept-encoding": "br" } });
		expect(await short.text()).toBe("hello");
		const { etag: _etag, "content-length": _length, ...headers } = Object.fromEntries(long.headers);
		expect(Object.fromEntries(short.headers)).toMatchObject({ ...headers, "x-common": "yes" });
		const etag = short.headers.get("etag") ?? "";
		const again = await request("/", { headers: { "accept-encoding": "br", "if-none-match": etag } });
		expect([again.status, await again.text()]).toEqual([304, ""]);
		const head = await request("/", { method: "HEAD", headers: { "accept-encoding": "br" } });
		expect([head.status, head.headers.get("content-encoding"), await head.text()]).toEqual([200, "br", ""]);
		expect((await request("/", { method: "POST" })).status).toBe(404);
		cache.clear();
		expect((await request("/")).status).toBe(404);
	} finally {
		server.close();
	}
});

/** Long enough that it matters how hard it is compressed. */
const longText = Array.from({ length: 400 }, (_, line) => `<p>${line * 7919} words of line ${line}</p>`).join("");
const brotli = { "accept-encoding": "br" };

test("compresses a page quickly for waiting visitors, then as small as possible, and keeps that while the page is unchanged", async () => {
	let now = 0;
	const cache = createPageCache({ now: () => now });
	const text = longText;
	const respond = () => cache.respond(get(brotli), home, () => page(text));
	const sizeOf = (answer: Response) => Number(answer.headers.get("content-length"));
	const first = await respond();
	await expect.poll(async () => sizeOf(await respond())).toBeLessThan(sizeOf(first));
	const best = await respond();
	const known = { "accept-encoding": "br", "if-none-match": first.headers.get("etag") ?? "" };
	expect((await cache.respond(get(known), home, () => page(text))).status).toBe(304);
	now = 61_000;
	expect(sizeOf(await respond())).toBe(sizeOf(best));
	// Something has changed, on another page.
	cache.clear();
	expect(sizeOf(await respond())).toBe(sizeOf(best));
});

test("compresses slowly only what is requested a third time", async () => {
	const cache = createPageCache();
	const effortAt = async (address: string) => {
		const answer = await cache.respond(get(brotli), { address, pattern: "/:page" }, () => page(longText));
		return /-(\w+)"$/.exec(answer.headers.get("etag") ?? "")?.[1];
	};
	for (let request = 0; request < 2; request++) expect(await effortAt("/often")).toBe("quick");
	for (let request = 0; request < 2; request++) expect(await effortAt("/rare")).toBe("quick");
	await expect.poll(() => effortAt("/often")).toBe("best");
	expect(await effortAt("/rare")).toBe("quick");
});

test("does not compress a picture", async () => {
	const cache = createPageCache();
	const picture = () => Promise.resolve(new Response(longText, { headers: { "content-type": "image/png" } }));
	const first = await cache.respond(get(brotli), home, picture);
	expect(first.headers.has("content-encoding")).toBe(false);
	expect(await first.text()).toBe(longText);
	const etag = first.headers.get("etag") ?? "";
	expect((await cache.respond(get({ ...brotli, "if-none-match": etag }), home, picture)).status).toBe(304);
});

test("drops the least recently requested pages when there are too many bytes or pages", async () => {
	for (const [limits, size] of [
		[{ maxBytes: 10_000, maxEntries: 100 }, 3_000],
		[{ maxBytes: 10_000, maxEntries: 3 }, 1],
	] as const) {
		const rendered: string[] = [];
		const cache = createPageCache({ limits });
		const visit = async (address: string, bytes: number = size) => {
			const render = () => {
				rendered.push(address);
				return Promise.resolve(new Response("x".repeat(bytes), { headers: { "content-type": "image/png" } }));
			};
			await cache.respond(get(), { address, pattern: "/:page" }, render);
		};
		for (const address of ["/a", "/b", "/c", "/a", "/d", "/a", "/c", "/d"]) await visit(address);
		expect(rendered).toEqual(["/a", "/b", "/c", "/d"]);
		await visit("/huge", 10_001);
		await visit("/d");
		if (size > 1) expect(rendered.slice(4)).toEqual(["/huge"]);
	}
});

test("shows one page for all addresses that are not there, and renders it once for each kind of page", async () => {
	const cache = createPageCache();
	const html = { status: 404, headers: { "content-type": "text/html" } };
	const asked: boolean[] = [];
	const missing = (address: string | undefined, pattern: string, body: string) =>
		cache.respond(get({ "if-none-match": "*" }), { address, pattern }, async ({ withoutNotFound }) => {
			asked.push(withoutNotFound);
			return withoutNotFound ? new Response(null, { status: 404 }) : new Response(body, html);
		});
	for (const address of ["/blog/a", "/blog/b", "/blog/a"]) {
		const answer = await missing(address, "/blog/:slug", "No such post");
		expect([answer.status, await answer.text()]).toEqual([404, "No such post"]);
	}
	expect(asked).toEqual([false, true, true]);
	for (let request = 0; request < 2; request++) {
		const answer = await missing(undefined, "/*", "No such page");
		expect([answer.status, await answer.text()]).toEqual([404, "No such page"]);
	}
	expect(asked).toEqual([false, true, true, false]);
	cache.clear();
	await missing("/blog/c", "/blog/:slug", "No such post");
	expect(asked.at(-1)).toBe(false);
});

test("a post that appears where there was none is shown at the next request", async () => {
	const cache = createPageCache();
	const post = { address: "/blog/a", pattern: "/blog/:slug" };
	const missing = async () => new Response("No such post", { status: 404, headers: { "content-type": "text/html" } });
	expect((await cache.respond(get(), post, missing)).status).toBe(404);
	const answer = await cache.respond(get(), post, () => page("The post"));
	expect([answer.status, await answer.text()]).toEqual([200, "The post"]);
});

test("keeps no answer that says it must not be stored", async () => {
	const cache = createPageCache();
	let rendered = 0;
	const own = () =>
		Promise.resolve(
			new Response(`for one reader ${++rendered}`, { headers: { "cache-control": "private, no-store" } }),
		);
	for (const expected of ["for one reader 1", "for one reader 2"]) {
		expect(await (await cache.respond(get(), home, own)).text()).toBe(expected);
	}
});

test("lets shared caches keep a page for a minute and has browsers ask each time, but lets no one cache a missing page", async () => {
	const cache = createPageCache();
	const found = await cache.respond(get(), home, () => page("hello"));
	expect(found.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate, s-maxage=60");
	expect(found.headers.get("cdn-cache-control")).toBe("max-age=60, stale-while-revalidate=60");
	const gone = await cache.respond(get(), { address: "/x", pattern: "/:x" }, async () => {
		return new Response("gone", { status: 404, headers: { "content-type": "text/html" } });
	});
	expect(gone.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
	expect(gone.headers.has("cdn-cache-control")).toBe(false);
});

test("counts its own responses by route and status", async () => {
	const counts: Record<string, { count: number }> = {};
	const cache = createPageCache({
		answersOf: (route, status) => {
			const tally = { count: 0 };
			counts[`${status} ${route}`] = tally;
			return tally;
		},
	});
	const post = { address: "/blog/one", pattern: "/blog/:slug" };
	const etag = (await cache.respond(get(), post, () => page("hello"))).headers.get("etag") ?? "";
	expect(Object.values(counts).every(({ count }) => count === 0)).toBe(true);
	const server = createServer((request, response) => {
		if (!cache.answer(request, response)) response.end();
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const ask = async (path: string, headers = {}) =>
		(await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "accept-encoding": "identity", ...headers } })).text();
	for (const path of ["/blog/one", "/blog/one?utm=1", "/blog/two"]) await ask(path);
	await ask("/blog/one", { "if-none-match": etag });
	server.close();
	expect(counts).toEqual({ "200 /blog/:slug": { count: 2 }, "304 /blog/:slug": { count: 1 } });
});
