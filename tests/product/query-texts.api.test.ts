import { expect, test } from "vitest";
import { loader as previewLoader } from "#features/posts/public/preview-page.tsx";
import { loader as searchLoader } from "#features/posts/public/search-page.tsx";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { addressOf, endpoints, insertKnownRows } from "#tests/endpoints.ts";
import { insertPost } from "#tests/factories/posts.ts";
import { routeArgs } from "#tests/loaders.ts";

const app = startTestApp();

/** What no text of the database contains. */
const unreadable = ["%00", "a%00b", "abc%00", "%ED%A0%80abc", "abc%ED%BF%BF", "%C3%28abc"];

const names = [
	"q",
	"email",
	"id",
	"table",
	"since",
	"updated_since",
	"before",
	"from",
	"status",
	"kind",
	"actor",
	"type",
];

// F20
test("no query text ends in a failure, whatever endpoint gets it under whatever name", async () => {
	const rows = await insertKnownRows(app.deps);
	const { headers } = await signInAs(app.deps, { role: "admin" });
	for (const endpoint of endpoints.filter((each) => each.startsWith("GET ") && each !== "GET /api/live")) {
		const { path } = addressOf(endpoint, rows);
		const [address, known] = path.split("?");
		for (const text of ["a%00b", "abc%ED%BF%BF"]) {
			const queries = [
				...names.map((name) => `${name}=${text}`),
				`table=bookings&since=2026-01-01T00:00:00Z&q=${text}`,
			];
			for (const query of queries) {
				const answer = await app.api.request(`${address}?${known ? `${known}&` : ""}${query}`, { headers });
				await answer.body?.cancel();
				expect([endpoint, query, answer.status < 500]).toEqual([endpoint, query, true]);
			}
		}
	}
});

// F20
test.each([
	["/api/search?q=a%00b", { found: [] }],
	["/api/invoices/clients?q=a%00b", { clients: [] }],
	["/api/threads/search?q=abc%00", { rows: [] }],
])("%s finds nothing", async (path, found) => {
	const { headers } = await signInAs(app.deps, { role: "admin" });
	const answer = await app.api.request(path, { headers });
	expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining(found)]);
});

async function search(query: string) {
	const args = routeArgs(app.deps, new Request(`http://site.test/search?${query}`), {});
	const { data, init } = await searchLoader(args as never);
	return { status: init?.status ?? 200, titles: data.posts.map(({ title }) => title) };
}

// F20, F29
test("the search of the site finds a post however it is spelled, and nothing for what can't be read", async () => {
	await insertPost(app.deps, {
		title: "The Café Campaign",
		content: "<p>A co\u00ADope\u00ADrative</p>",
		status: "published",
	});
	for (const text of ["cafe", "café", "cafe\u0301", "CAFÉ cam\u200Bpaign", "cooperative"]) {
		expect([text, await search(`q=${encodeURIComponent(text)}`)]).toEqual([
			text,
			{ status: 200, titles: ["The Café Campaign"] },
		]);
	}
	const cut = `${"a".repeat(99)}\u{1F600}`;
	for (const text of [...unreadable, "%E2%80%8B", encodeURIComponent(cut)]) {
		expect([text, await search(`q=${text}`)]).toEqual([text, { status: 200, titles: [] }]);
	}
	const args = routeArgs(app.deps, new Request("http://site.test/blog/preview/x?revision=%00"), { token: "x" });
	expect((await previewLoader(args as never)).init?.status).toBe(404);
});
