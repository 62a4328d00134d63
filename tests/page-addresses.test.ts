import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import fc from "fast-check";
import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { reservedSlug } from "#features/posts/posts.server.ts";
import { publicPage } from "#lib/page-handle.ts";
import { slugify } from "#lib/text/slug.ts";
import { cacheAddress, createPageFinder } from "#page-addresses.server.ts";
import routeConfig from "#routes.ts";

/** The routes of the site as the build has them, without their modules' code. */
function manifestOf(entries: readonly RouteConfigEntry[], parentId = ""): ServerBuild["routes"] {
	return Object.fromEntries(
		entries.flatMap(({ file, path, index, children, id = file }) => {
			const isPublic = readFileSync(join(import.meta.dirname, "../src", file), "utf8").includes("publicPage as handle");
			const module = {
				default: file.endsWith(".tsx") ? () => null : undefined,
				handle: isPublic ? publicPage : undefined,
			};
			const route = { id, parentId, ...(path && { path }), ...(index && { index }), module };
			return [[id, route], ...Object.entries(manifestOf(children ?? [], id))];
		}),
	);
}

const createRoutesFrom = (entries: readonly RouteConfigEntry[]): RouteObject[] =>
	entries.map(({ path, index, children }) =>
		index ? { index } : { ...(path && { path }), children: createRoutesFrom(children ?? []) },
	);

const tidy = (path: string) => path.replaceAll(/\/+/g, "/");

const leavesOf = (entries: readonly RouteConfigEntry[], above = ""): string[] =>
	entries.flatMap(({ path, index, children }) => {
		const full = path ? tidy(`${above}/${path}`) : above;
		return [...(path || index ? [full || "/"] : []), ...leavesOf(children ?? [], full)];
	});

const findPage = createPageFinder(manifestOf(routeConfig));

const pathOf = (spelling: string) => new URL(`http://site.test${spelling}`).pathname;
const addressOf = (spelling: string) => findPage(pathOf(spelling))?.address;

test.each([
	["/", "/"],
	["//", "/"],
	["///", "/"],
	["/blog", "/blog"],
	["/Blog", "/blog"],
	["//blog//", "/blog"],
	["/%62log", "/blog"],
	["/x/../blog/.", "/blog"],
	["/x/%2e%2e/blog", "/blog"],
	["/Blog/My-Post/", "/blog/My-Post"],
	["/BLOG/x/OG.png", "/blog/x/og.png"],
	["/Blog/Preview/ToKeN", "/blog/preview/ToKeN"],
	["/INVOICE//ToKeN/Pdf", "/invoice/ToKeN/pdf"],
	["/blog/a%20b", "/blog/a%20b"],
	["/blog/%C3%A9", "/blog/%C3%A9"],
	["/_.data", "/_.data"],
	["/.data", "/_.data"],
	["/Blog/_.data", "/blog.data"],
	["/Robots.txt", "/robots.txt"],
	// F11: the page of a link says what to do about one that was cut or altered.
	["/call/%00", "/call/%00"],
	["//Call/Confirm/x%0A/", "/call/confirm/x%0A"],
	["/invoice/%E0%A4%A", "/invoice/%E0%A4%A"],
	["/Invoice/x%00y/PDF", "/invoice/x%00y/pdf"],
	["/calendar/%ff.ics", "/calendar/%ff.ics"],
	["/blog/preview/%00", "/blog/preview/%00"],
	["/Admin/Invoices/New", "/admin/invoices/new"],
	["/ADMIN/No/Such//Screen", "/admin/No/Such/Screen"],
])("%s leads to %s", (spelling, address) => {
	expect(addressOf(spelling)).toBe(address);
});

test.each([
	"/nothing",
	"//evil.example",
	"//evil.example/blog",
	"//:80",
	"/invoice%2fT",
	"/Invoice%2FT",
	"/blog%00",
	"/blog/x%00y",
	"/blog/x%00y/og.png",
	"/careers/apply/x%00y",
	"/careers/apply/x%00y.data",
	"//[",
	"//:99999",
	"//user@h/contact",
	"/blog%20",
	"/blog/%E0%A4%A",
	"/admin/%E0",
	"/blog;x",
	"/robots.txt.data",
	"/404",
])("%s leads nowhere", (spelling) => {
	expect(findPage(pathOf(spelling))).toBeUndefined();
});

test("the page is the one that React Router matches, wherever two of our patterns could be meant", () => {
	const tree = createRoutesFrom(routeConfig);
	const patterns = [...new Set(leavesOf(routeConfig).map((path) => path.replace("*", "some/thing")))];
	for (const a of patterns) {
		for (const b of patterns) {
			const [one, other] = [a.split("/"), b.split("/")];
			const path = one.map((part, place) => (part.startsWith(":") ? (other[place] ?? "x") : part)).join("/");
			const address = path.replaceAll(":", "");
			const matched = matchRoutes(tree, address)?.map(({ route }) => route.path);
			const pattern = tidy(`/${matched?.filter(Boolean).join("/")}`);
			expect([address, findPage(address)?.pattern ?? "/*"]).toEqual([address, pattern]);
		}
	}
});

test("an address stays the same when resolved again, begins with one slash, and needs no second redirect", () => {
	const words = [
		"blog",
		"Invoice",
		"admin",
		"x",
		"og.png",
		"preview",
		"%2f",
		"%2e%2e",
		"..",
		".data",
		"_.data",
		"é|'@",
	];
	const part = fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 5 }));
	const spelling = fc.array(fc.tuple(fc.constantFrom("/", "//"), part), { minLength: 1, maxLength: 5 });
	let found = 0;
	fc.assert(
		fc.property(spelling, (parts) => {
			const url = URL.parse(`http://site.test${parts.flat().join("")}`);
			const page = url && findPage(url.pathname);
			if (!page) return;
			found += 1;
			expect(page.address).toMatch(/^\/(?!\/)/);
			expect(pathOf(page.address)).toBe(page.address);
			expect(findPage(page.address)).toEqual(page);
		}),
		{ numRuns: 500, seed: 20_261_122 },
	);
	expect(found).toBeGreaterThan(30);
});

test.each([
	["/blog", "/blog"],
	["/blog?utm_source=mail", "/blog"],
	["/blog?page=1", "/blog"],
	["/blog?page=2", "/blog?page=2"],
	["/blog?utm_source=mail&page=2", "/blog?page=2"],
	["/blog.data?page=2&_routes=x", "/blog.data?page=2"],
	["/blog?page=02", "/blog"],
	["/blog?page=-1", "/blog"],
	["/blog?page=2e9", "/blog"],
	["/blog?page=123456", "/blog"],
	["/contact?page=2", "/contact"],
])("what %s asks for is kept under %s", (url, address) => {
	const { pathname, search } = new URL(url, "http://site.test");
	const page = findPage(pathname, search);
	expect([cacheAddress(url), `${page?.address}${page?.query}`]).toEqual([address, address]);
});

// F25
test("no slug can be a word that the routes use beside it", () => {
	const patterns = leavesOf(routeConfig);
	const beside = (open: string) => {
		const above = open.slice(0, open.lastIndexOf("/") + 1);
		const words = patterns
			.filter((path) => path.startsWith(above))
			.map((path) => path.slice(above.length).split("/")[0] ?? "");
		return [...new Set(words.filter((word) => word !== "" && word === slugify(word)))];
	};
	expect(beside("/blog/:slug")).toEqual([reservedSlug]);
	expect(beside("/careers/apply/:jobId")).toEqual([]);
});
