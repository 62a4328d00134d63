import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Page } from "@playwright/test";
import { createElement, type ReactNode } from "react";
import { createPageRenderer } from "#platform/pages/page-renderer.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { buildPages } from "#tests/page-build.ts";
import { xssPayloads } from "#tests/xss-payloads.ts";
import { expect, test } from "./fixtures.ts";
import { whenGuarded } from "./guarded.ts";

async function openGuarded(page: Page, path: string) {
	await page.goto(path);
	await whenGuarded(page);
}

for (const path of ["/", "/contact", "/blog", "/auth", "/admin/bookings", "/nothing-here"]) {
	test(`${path} allows no inline script, no eval, no frame around it and no string as code`, async ({ request }) => {
		const { "content-security-policy": policy = "", ...headers } = (await request.get(path)).headers();
		const scripts = policy.match(/script-src ([^;]*)/)?.[1] ?? "";
		expect(scripts).toMatch(/^'self'( 'sha256-[\w+/=]+')*$/);
		for (const directive of [
			"default-src 'self'",
			"object-src 'none'",
			"base-uri 'none'",
			"frame-ancestors 'none'",
			"require-trusted-types-for 'script'",
		]) {
			expect(policy).toContain(directive);
		}
		expect(headers).toMatchObject({
			"x-content-type-options": "nosniff",
			"x-frame-options": "DENY",
			"cross-origin-opener-policy": "same-origin",
			"referrer-policy": "strict-origin-when-cross-origin",
		});
		expect(headers["permissions-policy"]).toContain("camera=()");
	});
}

test.describe("hostile markup", () => {
	// What the guard looks through, and what is left of it, is refused where it lies, too.
	test.use({
		expectedErrors:
			/inline event handler|policy violation: (script-src-attr|style-src-elem|img-src|frame-src)|Content Security Policy|Not allowed to load|Unsafe attempt to load|Failed to load resource|shadowrootmode/,
	});

	test("does not run when it is written into the page, and keeps no handler", async ({ page, site }) => {
		await page.route(
			(url) => url.origin !== site.url,
			(route) => route.fulfill({ contentType: "text/html", body: "elsewhere" }),
		);
		await openGuarded(page, "/auth");
		const outcome = await page.evaluate(async (payloads) => {
			let alerts = 0;
			window.alert = () => {
				alerts += 1;
			};
			const pictures: HTMLImageElement[] = [];
			const left = payloads.filter((payload) => {
				const place = document.createElement("div");
				place.innerHTML = payload;
				document.body.append(place);
				const elements = [...place.querySelectorAll("*")];
				pictures.push(...elements.filter((element) => element instanceof HTMLImageElement));
				const found = elements.some(
					(element) => element.localName === "script" || [...element.attributes].some(({ name }) => /^on/i.test(name)),
				);
				place.remove();
				return found;
			});
			// Until each has loaded or failed, which is when its handler would run.
			await Promise.allSettled(pictures.map((picture) => picture.decode()));
			return { alerts, left, tried: payloads.length };
		}, xssPayloads);
		expect(outcome).toEqual({ alerts: 0, left: [], tried: xssPayloads.length });
		await expect(page).toHaveURL("/auth");
	});
});

test("markup without code passes unchanged", async ({ page }) => {
	await openGuarded(page, "/auth");
	const html = '<h2 id="a">A &amp; b</h2><p class="x">onclick= is <a href="/blog">text</a> here</p>';
	expect(
		await page.evaluate((markup) => {
			const place = document.createElement("div");
			place.innerHTML = markup;
			return place.innerHTML;
		}, html),
	).toBe(html);
});

test.describe("the collector of violations", () => {
	test.use({ expectedErrors: /policy violation: (script-src|require-trusted)|Refused|violates|requires/i });

	test("hears of a refused script and of a string that would become one", async ({ page }) => {
		const consoleTexts: string[] = [];
		page.on("console", (message) => consoleTexts.push(message.text()));
		await openGuarded(page, "/auth");
		const outcome = await page
			.evaluate(() => {
				const script = document.createElement("script");
				script.textContent = "window.ran = true";
				document.body.append(script);
				return "ran" in window;
			})
			.catch(() => false);
		expect(outcome).toBe(false);
		await expect
			.poll(() => consoleTexts.filter((text) => text.startsWith("policy violation: ")).length)
			.toBeGreaterThan(0);
	});
});

test.describe("an article that came past all cleaning", () => {
	test.use({ expectedErrors: /policy violation: script-src|violates the following Content Security Policy/ });

	const stolen = (how: string) => `(window.stolen ??= []).push(${JSON.stringify(how)})`;
	const unclean = [
		`<script>${stolen("script")}</script>`,
		`<script type="module" async="">${stolen("module")}</script>`,
		`<script nonce="">${stolen("no nonce")}</script>`,
		`<script nonce="${"0".repeat(32)}">${stolen("guessed nonce")}</script>`,
		`<link rel="modulepreload" href="</script><script>${stolen("preload").replaceAll('"', "'")}"/>`,
		`<img src="data:," onerror='${stolen("handler")}'>`,
	].join("");

	test("cannot run a script, while the page's own run", async ({ page }) => {
		// biome-ignore lint/security/noDangerouslySetInnerHtml: what this test is about
		const article = () => createElement("article", { dangerouslySetInnerHTML: { __html: unclean } });
		const server = await servePage(article);
		const refused = new Set<string>();
		page.on("console", (message) => message.text().startsWith("policy violation") && refused.add(message.text()));
		await page.goto(server.url);
		await page.waitForFunction(() => Reflect.get(window, "ownModules")?.length === 3);
		expect(await page.evaluate(() => Reflect.get(window, "stolen"))).toBeUndefined();
		expect(await page.evaluate(() => "__reactRouterContext" in window)).toBe(true);
		expect(await page.getByRole("article").locator("script").count()).toBeGreaterThan(3);
		await expect.poll(() => refused.size).toBeGreaterThan(0);
		server.close();
	});
});

/** A site of one page, rendered and answered as the server does, whose modules note that they ran. */
async function servePage(component: () => ReactNode) {
	const build = buildPages([{ path: "article", module: { default: component } }]);
	const render = createPageRenderer({ settings: { siteUrl: "http://site.test" } } as Deps, build, {
		script: "",
		previewScript: "",
		styles: {},
	});
	const server = createServer(async ({ url = "" }, response) => {
		if (url !== "/article") {
			response.setHeader("content-type", "text/javascript");
			response.end(`(window.ownModules ??= []).push(${JSON.stringify(url)})`);
			return;
		}
		const answer = await render(new Request(`http://site.test${url}`), { route: url });
		response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/article`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

test("a connection that never finishes its headers is closed", { tag: "@long" }, async ({ site, request }) => {
	const socket = connect(Number(new URL(site.url).port), "localhost");
	await once(socket, "connect");
	let answer = "";
	socket.on("data", (chunk) => {
		answer += chunk;
	});
	socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
	const dripping = setInterval(() => socket.write("x"), 500);
	await once(socket, "close");
	clearInterval(dripping);
	expect(answer).toContain("408 Request Timeout");
	expect((await request.get("/healthz")).status()).toBe(200);
});

test("security.txt says where to report a vulnerability, for less than a year", async ({ request, site }) => {
	const answer = await request.get("/.well-known/security.txt");
	expect(answer.headers()["content-type"]).toContain("text/plain");
	const text = await answer.text();
	expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
	expect(text).toContain(`Canonical: ${site.url}/.well-known/security.txt`);
	const expires = Date.parse(text.match(/^Expires: (.*)$/m)?.[1] ?? "");
	expect(expires).toBeGreaterThan(Date.now());
	expect(expires).toBeLessThan(Date.now() + 365 * 24 * 60 * 60_000);
});
