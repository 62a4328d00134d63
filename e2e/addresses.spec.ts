import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#routes.ts";
import { publicPaths } from "#site/crawlers/public-paths.ts";
import { savePost } from "./blog-posts.ts";
import { expect, test } from "./fixtures.ts";
import { insertInvoice } from "./invoice-desk.ts";
import type { SiteServer } from "./site-server.ts";
import { signInOverHttp } from "./staff.ts";

type Answer = { status: number; headers: IncomingMessage["headers"]; body: string };

/** Asks for a path letter by letter as it stands here; a URL would tidy it. */
async function ask(site: SiteServer, path: string, method = "GET"): Promise<Answer> {
	const { hostname, port } = new URL(site.url);
	const asked = request({ hostname, port, path, method, agent: false }).end();
	const [answer] = (await once(asked, "response")) as [IncomingMessage];
	return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}

async function countMisses(site: SiteServer): Promise<number> {
	const { body } = await ask(site, "/metrics");
	return Number(/^page_cache_lookups_total\{result="miss"\} (\d+)$/m.exec(body)?.[1] ?? 0);
}

test("other spellings of a page lead to it for good, with their query", async ({ site }) => {
	for (const [spelling, address] of [
		["/Contact", "/contact"],
		["/contact/", "/contact"],
		["//contact", "/contact"],
		["/%63ontact?utm_source=a%20b", "/contact?utm_source=a%20b"],
		["/x/../contact", "/contact"],
		["/x/%2e%2e/contact?a", "/contact?a"],
		["//", "/"],
		["///?b=c", "/?b=c"],
		["/Blog.data", "/blog.data"],
		["/blog/_.data?_routes=x", "/blog.data?_routes=x"],
		["/ADMIN/Contacts", "/admin/contacts"],
		["/Careers//Apply/Some-Job/", "/careers/apply/Some-Job"],
	] as const) {
		for (const method of ["GET", "HEAD"]) {
			const { status, headers } = await ask(site, spelling, method);
			expect([spelling, status, headers.location]).toEqual([spelling, 308, address]);
		}
		expect([spelling, (await ask(site, spelling, "POST")).status]).toEqual([spelling, 404]);
	}
});

test("what is no page's spelling is not found, without a failure and without leading anywhere else", async ({
	site,
}) => {
	const printed = site.log().length;
	for (const path of [
		"//evil.example",
		"//evil.example/",
		"//evil.example/contact",
		"///evil.example/x/%2e%2e/y",
		"//:80",
		"//:80/contact",
		"/%2fevil.example",
		"/%5cevil.example",
		"/contact%2f..%2f%2fevil.example",
		"/blog/..//evil.example",
		"/Invoice%2fT",
		"/contact%00",
		"/contact%20",
		"/blog/x%00y",
		"/blog/x%00y/og.png",
		"/blog/x%00y.data",
		"/careers/apply/x%00y",
		"/careers/apply/x%00y.data",
		"//[",
		"//:99999",
		"//user@h/contact",
		"/%E0%A4%A",
		"/blog/%ff",
		"/contact;a=b",
		"//favicon.svg",
		"/robots.txt.data",
	]) {
		const { status, headers, body } = await ask(site, path);
		expect([path, status, headers.location]).toEqual([path, 404, undefined]);
		expect(body).toContain("Oops! Page not found");
	}
	expect((await ask(site, "/\\evil.example")).status).toBe(400);
	expect(site.log().slice(printed)).not.toMatch(/\b(error|fatal)\b/);
});

// F11
test("a link whose token can't be read gets the page of all links that open nothing, and isn't logged", async ({
	site,
}) => {
	const printed = site.log().length;
	for (const [path, text] of [
		["/call/%00", "Check the link in our latest email"],
		["/call/%E0%A4%A", "Check the link in our latest email"],
		["/call/confirm/a%0Ab", "Check the link in our latest email"],
		["/invoice/%00", (await ask(site, "/invoice/unknown")).body.match(/<h1[^>]*>([^<]+)/)?.[1] ?? ""],
		["/calendar/%00.ics", "This calendar doesn't exist."],
	] as const) {
		const { status, body } = await ask(site, path);
		expect([path, status, body]).toEqual([path, 404, expect.stringContaining(text)]);
		expect(text).not.toBe("");
	}
	await ask(site, "/call/secretToken%");
	expect(site.log().slice(printed)).not.toContain("secretToken");
});

// A20
test("two Host or Authorization headers are refused, on pages from memory, too", async ({ site }) => {
	const { hostname, port, host } = new URL(site.url);
	const statusOf = async (path: string, headers: string[]) => {
		const socket = connect(Number(port), hostname);
		socket.write(`GET ${path} HTTP/1.1\r\n${headers.join("\r\n")}\r\nConnection: close\r\n\r\n`);
		return Number((await text(socket)).split(" ")[1]);
	};
	const once = `Host: ${host}`;
	for (const path of ["/contact", "/contact", "/api/profile", "/healthz"]) {
		expect([path, await statusOf(path, [once])]).toEqual([path, path === "/api/profile" ? 401 : 200]);
		expect([path, await statusOf(path, [once, "host: evil.example"])]).toEqual([path, 400]);
		expect([path, await statusOf(path, [once, "Authorization: Bearer a", "authorization: Bearer b"])]).toEqual([
			path,
			400,
		]);
	}
});

/** Every address of `src/routes.ts`, as the routes name it. */
const patternsOf = (entries: readonly RouteConfigEntry[], above = ""): string[] =>
	entries.flatMap(({ path, index, children }) => {
		const full = path ? `${above}/${path}`.replaceAll("//", "/") : above;
		return [...(path || index ? [full || "/"] : []), ...patternsOf(children ?? [], full)];
	});

test("every page is either for everybody, and named here, or kept by nobody", async ({ site }) => {
	const forEverybody = [
		...publicPaths,
		"/careers/apply/:jobId",
		"/blog/:slug",
		"/blog/:slug/og.png",
		"/blog/rss.xml",
		"/share.png",
		"/showcase.json",
		"/sitemap.xml",
		"/.well-known/security.txt",
		"/robots.txt",
	];
	const patterns = [...new Set(patternsOf(routes))].filter((pattern) => pattern !== "/*");
	const kept: string[] = [];
	for (const pattern of patterns) {
		const path = pattern.replaceAll(/:\w+|\*/g, "x");
		const { status, headers } = await ask(site, path);
		expect([path, [200, 204, 404]]).toEqual([path, expect.arrayContaining([status])]);
		const { status: ofData, headers: headersOfData } = await ask(site, path === "/" ? "/_.data" : `${path}.data`);
		for (const answer of [headers, ...(ofData === 200 ? [headersOfData] : [])]) {
			if (answer["cache-control"] !== "no-store" || !answer["x-robots-tag"]) kept.push(pattern);
		}
	}
	expect([...new Set(kept)].sort()).toEqual(forEverybody.sort());
});

test("the link of an invoice opens nothing in any spelling once it is revoked", async ({ site }) => {
	const { id } = await insertInvoice(site, { status: "sent", client_name: "Harbor & Pine" });
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	const link = `${site.url}/api/invoices/${id}/link`;
	const { invoice } = await (await fetch(link, { method: "POST", headers })).json();
	const path: string = invoice.public_path;
	const token = path.split("/").at(-1);
	const spellings = [`/Invoice/${token}`, `//x/invoice/${token}`, `/invoice/${token}/`, `/%69nvoice/${token}`];
	const follow = async (spelling: string) => {
		const first = await ask(site, spelling);
		return first.status === 308 ? ask(site, String(first.headers.location)) : first;
	};
	expect((await ask(site, path)).body).toContain("Harbor &amp; Pine");
	for (const spelling of spellings) await follow(spelling);
	expect((await fetch(link, { method: "DELETE", headers })).ok).toBe(true);
	for (const spelling of [path, ...spellings]) {
		const answer = await follow(spelling);
		expect([spelling, answer.status]).toEqual([spelling, 404]);
		expect(answer.body).not.toContain("Harbor");
	}
	expect(site.log()).not.toContain(token);
});

test("neither spellings nor queries nor made-up addresses are rendered one by one", async ({ ownSite }) => {
	// Of its own: what other tests change, and the minute that a page is kept, render pages again.
	const site = await ownSite();
	await ask(site, "/contact");
	await ask(site, "/nothing");
	const before = await countMisses(site);
	for (let n = 0; n < 20; n++) {
		await ask(site, `/contact?x=${n}`);
		await ask(site, `/${n % 2 ? "CONTACT" : "Contact"}?x=${n}`);
		await ask(site, `//h${n}/contact`);
		await ask(site, `/made-up-${n}/index.php`);
	}
	expect(await countMisses(site)).toBe(before);
});

test("a post is there as soon as it is public, also where its address was not found before", async ({
	request: api,
	site,
}) => {
	const title = `Here at last ${process.pid}`;
	const path = `/blog/here-at-last-${process.pid}`;
	for (let visit = 0; visit < 2; visit++) {
		const { status, body } = await ask(site, path);
		expect([status, body]).toEqual([404, expect.not.stringContaining(path)]);
	}
	await savePost(site, api, { title, publish: true });
	await expect(async () => {
		const { status, body } = await ask(site, path);
		expect([status, body]).toEqual([200, expect.stringContaining(title)]);
	}).toPass();
});
