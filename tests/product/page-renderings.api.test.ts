import { createElement } from "react";
import { expect, test } from "vitest";
import { createPageRenderer } from "#platform/pages/page-renderer.server.ts";
import { startTestApp } from "#tests/app.ts";
import { buildPages } from "#tests/page-build.ts";

const site = startTestApp();

test("bounds the pages that are rendered and that wait, but no form that is on its way", async () => {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	let loading = 0;
	const wait = async () => {
		loading++;
		await released;
		return null;
	};
	const module = { loader: wait, action: wait, default: () => createElement("p", null, "here") };
	const render = createPageRenderer(site.deps, buildPages([{ path: "contact", module }]), undefined, {
		running: 1,
		waiting: 1,
	});
	const ask = (init?: RequestInit) => render(new Request("http://site.test/contact", init), { route: "/contact" });

	const form = ask({ method: "POST" });
	const first = ask();
	const leaving = new AbortController();
	const gone = ask({ signal: leaving.signal });
	await expect(ask()).rejects.toMatchObject({ status: 503, details: { retryAfter: 5 } });
	leaving.abort();
	await expect(gone).rejects.toMatchObject({ name: "AbortError" });
	const second = ask();
	await expect.poll(() => loading).toBe(2);
	release();
	for (const answer of [form, first, second]) expect(await (await answer).text()).toContain("<p>here</p>");
});
