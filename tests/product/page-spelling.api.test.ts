import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createElement } from "react";
import { data } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApp } from "#app.server.ts";
import { publicPage } from "#lib/page-handle.ts";
import { createPageCache } from "#platform/pages/page-cache.server.ts";
import { developmentPages } from "#platform/pages/public-pages.server.ts";
import { startTestApp } from "#tests/app.ts";
import { buildPages } from "#tests/page-build.ts";

const site = startTestApp({ RATE_LIMITS: "on" });
const clientFolder = mkdtempSync(join(tmpdir(), "client-"));
writeFileSync(join(clientFolder, "app.css"), "body{margin:0}");
mkdirSync(join(clientFolder, "assets"));
writeFileSync(join(clientFolder, "assets", "entry-1a2b.js"), "");
afterAll(() => rmSync(clientFolder, { recursive: true }));

/** What was rendered, loaded or sent since the test began. */
const done: string[] = [];
const page = (name: string, status = 200) => ({
	loader: () => {
		done.push(`load ${name}`);
		return data({}, { status });
	},
	action: () => {
		done.push(`send ${name}`);
		return null;
	},
	default: () => {
		done.push(`render ${name}`);
		return createElement("p", null, name);
	},
});

const build = buildPages([
	{ path: "contact", module: { ...page("contact"), handle: publicPage } },
	{ path: "blog/:slug", module: { ...page("missing post", 404), handle: publicPage } },
	{ path: "invoice/:token", module: page("invoice") },
	{ path: "call/:token", module: page("call") },
	{ path: "*", module: page("nothing", 404) },
]);

let app: ReturnType<typeof createApp>;
beforeAll(() => {
	app = createApp(site.deps, build, { clientFolder, publicPages: developmentPages, pages: createPageCache() });
});
beforeEach(() => {
	done.length = 0;
});

const ask = (path: string, init?: RequestInit) => app.request(`http://site.test${path}`, init);

test("a public page is rendered once, whatever its query and its spelling", async () => {
	for (const spelling of [
		"/contact",
		"/contact?x=1",
		"/contact?x=2",
		"/CONTACT?x=3",
		"//contact",
		"/contact/",
		"/%63ontact",
	]) {
		const answer = await ask(spelling);
		const query = spelling.split("?")[1];
		if (answer.status === 308) expect(answer.headers.get("location")).toBe(query ? `/contact?${query}` : "/contact");
		else expect([spelling.split("?")[0], answer.status]).toEqual(["/contact", 200]);
	}
	expect(done).toEqual(["load contact", "render contact"]);
});

test("addresses that nothing is at are rendered once for all, also where only the data can tell", async () => {
	for (const path of ["/a", "/b/c", "//evil.example", "//evil.example/contact", "//:80", "/contact%00", "/b?c"]) {
		const answer = await ask(path);
		expect([path, answer.status, await answer.text()]).toEqual([path, 404, expect.stringContaining("nothing")]);
	}
	expect((await ask("/a", { method: "POST" })).status).toBe(404);
	expect(done).toEqual(["load nothing", "render nothing"]);
	done.length = 0;
	for (const path of ["/blog/a", "/blog/b", "/blog/a", "/blog/c?d"]) {
		const answer = await ask(path);
		expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("missing post")]);
	}
	expect(done.filter((step) => step.startsWith("load"))).toHaveLength(4);
	expect(done.filter((step) => step.startsWith("render"))).toHaveLength(1);
});

test("a form is taken at the page's own address only", async () => {
	const post = { method: "POST", body: new URLSearchParams({ a: "b" }), headers: { origin: "http://site.test" } };
	expect((await ask("/Contact", post)).status).toBe(404);
	expect(done).not.toContain("send contact");
	expect((await ask("/contact", post)).status).toBe(200);
	expect(done).toContain("send contact");
});

// 56.4
test.each(["PUT", "PATCH", "DELETE", "PROPFIND"])("nothing is sent, changed, or rendered by %s", async (method) => {
	for (const path of ["/contact", "/contact.data"]) {
		const answer = await ask(path, { method, body: new URLSearchParams({ a: "b" }) });
		expect([path, answer.status, answer.headers.get("allow")]).toEqual([path, 405, "GET, HEAD, POST"]);
		expect(await answer.json()).toMatchObject({ code: "method_not_allowed" });
	}
	expect(done).toEqual([]);
});

test("a private page is rendered each time, for nobody to keep, and other spellings only lead to it", async () => {
	for (const path of ["/invoice/T", "/invoice/T"]) {
		const answer = await ask(path);
		expect(answer.headers.get("cache-control")).toBe("no-store");
		expect(answer.headers.get("x-robots-tag")).toBe("noindex");
	}
	expect(done.filter((step) => step === "render invoice")).toHaveLength(2);
	for (const path of ["/Invoice/T", "//invoice/T", "/invoice//T/", "/%69nvoice/T", "/INVOICE/%54"]) {
		const answer = await ask(path);
		expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 308, "/invoice/T"]);
	}
	expect(done.filter((step) => step === "render invoice")).toHaveLength(2);
	expect(JSON.stringify(site.log)).not.toMatch(/invoice\/+T/i);
});

test("no log shows the token of a link, however it is spelled and whatever became of it", async () => {
	const token = "T0k3nOfALink";
	for (const path of [
		"/invoice/",
		"/%69nvoice/",
		"/invoice%2F",
		"/blog/preview/",
		"/Blog//Preview/",
		"/blog/previe%77/",
	]) {
		for (const end of ["", "/", ".data", "/pdf", "/nothing"]) await ask(`${path}${token}${end}`);
	}
	expect(site.log.length).toBeGreaterThan(20);
	expect(JSON.stringify(site.log)).not.toContain(token);
});

test("the limit of public invoices holds for all spellings together", async () => {
	const spellings = ["/invoice/A", "/Invoice/B", "//invoice//C", "/invoice/D/", "/invoice/E.data", "/INVOICE/F.data?x"];
	const statuses: number[] = [];
	for (let visit = 0; visit < 70; visit++) {
		const first = await ask(spellings[visit % spellings.length] ?? "");
		const { status } = first.status === 308 ? await ask(first.headers.get("location") ?? "") : first;
		statuses.push(status);
	}
	expect(statuses.slice(0, 50)).not.toContain(429);
	expect(new Set(statuses.slice(60))).toEqual(new Set([429]));
});

test("a visitor opens 60 links of calls in a minute", async () => {
	const statuses: number[] = [];
	for (let visit = 0; visit < 60; visit++) statuses.push((await ask(`/call/T${visit}`)).status);
	expect(new Set(statuses)).toEqual(new Set([200]));
	const refused = await ask("/calendar/T.ics");
	expect(refused.status).toBe(429);
	expect(refused.headers.get("cache-control")).toBe("no-store");
});

test("an endpoint in another spelling is answered as one that is not there, in JSON", async () => {
	for (const path of [
		"/API/bookings",
		"//api/bookings",
		"/api//bookings",
		"/api/bookings/",
		"/Auth/V1/user",
		"/%41PI/x",
	]) {
		const answer = await ask(path);
		expect([path, answer.status, (await answer.json()).code]).toEqual([path, 404, "not_found"]);
	}
	expect((await ask("/%61pi/users")).status).toBe(401);
	expect(done).toEqual([]);
});

test("files of the build may be kept: for a year where their names tell what is in them", async () => {
	const cacheOf = async (path: string) => (await ask(path)).headers.get("cache-control");
	expect(await cacheOf("/app.css")).toBe("public, max-age=3600");
	expect(await cacheOf("/assets/entry-1a2b.js")).toBe("public, max-age=31536000, immutable");
	expect(await cacheOf("/assets/nothing.js")).toBe("public, max-age=0, must-revalidate");
});

test("a form is taken from the public address, whatever a proxy in front has ended, and refused from another", async () => {
	const behindTls = createApp(
		{ ...site.deps, settings: { ...site.deps.settings, siteUrl: "https://site.test" } },
		build,
		{
			clientFolder,
			publicPages: developmentPages,
			pages: createPageCache(),
		},
	);
	const send = async (path: string, origin: string) => {
		done.length = 0;
		site.log.length = 0;
		const body = new URLSearchParams({ name: "Ada" });
		const { status } = await behindTls.request(`http://site.test${path}`, {
			method: "POST",
			body,
			headers: { origin },
		});
		return { status, sent: done.includes("send contact"), errors: site.log.filter(({ level }) => level === "error") };
	};
	for (const path of ["/contact", "/contact.data"]) {
		for (const own of ["https://site.test", "http://site.test"]) {
			expect(await send(path, own)).toMatchObject({ status: expect.toBeOneOf([200, 202]), sent: true });
		}
		for (const foreign of [
			"https://evil.test",
			"https://site.test.evil.test",
			"https://site.test:444",
			"null",
			"nonsense",
		]) {
			expect(await send(path, foreign)).toEqual({ status: 403, sent: false, errors: [] });
		}
	}
});
