import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createFirstPaint } from "./first-paint.server.ts";

const folder = mkdtempSync(join(tmpdir(), "first-paint-"));
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(
	join(folder, "app.css"),
	`@layer base{body{margin:0}table{border:0}}
@layer utilities{.md\\:grid-cols-\\[1fr_2fr\\]{color:red}.\\[\\&\\>p\\]\\:mt-2>p{margin:2px}.unused{color:blue}.menu[aria-expanded=true]{color:green}}`,
);

const nonce = "00ff00ff00ff00ff";

const rendered = (markup: string) =>
	`<html><head><link rel="stylesheet" href="/app.css" data-precedence="app"/><link rel="modulepreload" href="/a.js" nonce="${nonce}"/></head><body>${markup}<script nonce="${nonce}" type="module" async="">import "/manifest.js";
import * as route0 from "/root.js";
window.modules = {"root":route0};
import("/entry.js");</script></body></html>`;

const firstPaint = createFirstPaint(folder);
const prepare = (html: string) => firstPaint(html, nonce);

test("puts the rules that the page needs into it, with all their states, and leaves the others to the stylesheet", async () => {
	const html = await prepare(
		rendered(`<div class="md:grid-cols-[1fr_2fr] [&amp;&gt;p]:mt-2"><p>Hello</p><i class="menu"></i></div>`),
	);
	const [, rules = ""] = /<style data-precedence="app">(.*?)<\/style>/s.exec(html) ?? [];
	expect(rules).toContain("md\\:grid-cols-\\[1fr_2fr\\]");
	expect(rules).toContain("[aria-expanded=true]");
	expect(rules).toContain("margin:2px");
	expect(rules).toContain("body{");
	expect(rules).not.toContain("unused");
	expect(rules).not.toContain("table");
	expect(html).toContain(`<noscript><link rel="stylesheet" href="/app.css"/></noscript>`);
});

test("fetches no script before the first picture, and then the same ones in the same order", async () => {
	const html = await prepare(rendered("<p>Hello</p>"));
	expect(html).not.toMatch(/<link rel="modulepreload"|^import /m);
	const [, script = ""] = /<script nonce="\w+" type="module" async="">([\s\S]*?)<\/script>/.exec(html) ?? [];
	const order = ["paint", "/a.js", "/manifest.js", "/root.js", "window.modules", "/entry.js"];
	const places = order.map((part) => script.indexOf(part));
	expect(places).not.toContain(-1);
	expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("takes no script and no module of an article for one of the page's own", async () => {
	const foreign = `<script type="module" async="">steal()</script><script nonce="11" type="module" async="">steal()</script>
<link rel="modulepreload" href="</script><script>steal()"/>`;
	const html = await prepare(rendered(foreign));
	expect(html).toContain(foreign);
	expect(html.replace(foreign, "")).not.toContain("steal");
	expect(html).toContain(`import("/entry.js")`);
});

test("refuses a page that it does not understand, instead of sending it without its style", async () => {
	await expect(prepare("<html></html>")).rejects.toThrow("no stylesheet");
});
