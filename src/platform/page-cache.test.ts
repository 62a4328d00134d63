import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { createPageCache } from "./page-cache.server.ts";

const page = (text: string) => Promise.resolve(new Response(text, { headers: { "content-type": "text/html" } }));
const get = (headers: Record<string, string> = {}) => new Request("http://site.test/", { headers });

test("renders a page once, also for visitors who arrive while it is being rendered", async () => {
	const cache = createPageCache();
	let rendered = 0;
	const render = () => {
		rendered++;
		return page("hello");
	};
	const answers = await Promise.all([1, 2, 3].map(() => cache.respond(get(), "/", render)));
	expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(["hello", "hello", "hello"]);
	await cache.respond(get(), "/", render);
	expect(rendered).toBe(1);
});

test("answers 304 to a browser that has the page, and compresses for one that has not", async () => {
	const cache = createPageCache();
	const first = await cache.respond(get({ "accept-encoding": "gzip" }), "/", () => page("hello"));
	expect(gunzipSync(Buffer.from(await first.arrayBuffer())).toString()).toBe("hello");
	const etag = first.headers.get("etag") ?? "";
	const again = await cache.respond(get({ "accept-encoding": "gzip", "if-none-match": etag }), "/", () =>
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
		"/",
		() =>
			new Promise((resolve) => {
				finish = resolve;
			}),
	);
	cache.clear();
	finish(await page("old"));
	expect(await (await slow).text()).toBe("old");
	expect(await (await cache.respond(get(), "/", () => page("new"))).text()).toBe("new");
});

test("never keeps an answer that is not a whole page", async () => {
	const cache = createPageCache();
	const broken = await cache.respond(get(), "/", async () => new Response("oh", { status: 500 }));
	expect(broken.status).toBe(500);
	expect(await (await cache.respond(get(), "/", () => page("well"))).text()).toBe("well");
});

test("renders again after a minute, for dates and for posts that have become public", async () => {
	let now = 0;
	const cache = createPageCache({ now: () => now });
	await cache.respond(get(), "/", () => page("one"));
	now = 59_000;
	expect(await (await cache.respond(get(), "/", () => page("two"))).text()).toBe("one");
	now = 61_000;
	expect(await (await cache.respond(get(), "/", () => page("two"))).text()).toBe("two");
});

test("answers a page in memory the short way, as it answers the long one, and leaves everything else alone", async () => {
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
		const long = await cache.respond(get({ "accept-encoding": "br" }), "/", () => page("hello"));
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

test("compresses a page quickly for whoever waits, then as small as it gets, and keeps that while the page is the same", async () => {
	let now = 0;
	const cache = createPageCache({ now: () => now });
	const text = Array.from({ length: 400 }, (_, line) => `<p>${line * 7919} words of line ${line}</p>`).join("");
	const respond = () => cache.respond(get({ "accept-encoding": "br" }), "/", () => page(text));
	const sizeOf = (answer: Response) => Number(answer.headers.get("content-length"));
	const first = await respond();
	await vi.waitFor(async () => expect(sizeOf(await respond())).toBeLessThan(sizeOf(first)));
	const best = await respond();
	const known = { "accept-encoding": "br", "if-none-match": first.headers.get("etag") ?? "" };
	expect((await cache.respond(get(known), "/", () => page(text))).status).toBe(304);
	now = 61_000;
	expect(sizeOf(await respond())).toBe(sizeOf(best));
	// Something has changed, on another page.
	cache.clear();
	expect(sizeOf(await respond())).toBe(sizeOf(best));
});
