import type { APIRequestContext } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { openDesk } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { signInOverHttp } from "./staff.ts";

const paths = ["/", "/public-relations", "/contact", "/book-call", "/careers", "/blog", "/privacy", "/nothing-here"];

/** What a preview adds to a page, which is otherwise the same. */
const withoutPreview = (html: string) =>
	html
		.replaceAll(/ data-field="[^"]*"/g, "")
		.replaceAll(/<p data-preview-banner.*?<\/p>/gs, "")
		.replaceAll(/<style>.*?<\/style>(<noscript>.*?<\/noscript>)?|<link rel="stylesheet"[^>]*>/gs, "")
		.replaceAll(/<script.*?<\/script>|data-(prefix|wake)="[^"]*"| id="[^"]*"|"[^"]*_R_[^"]*"|\d{13}/gs, "")
		.replaceAll(/action="\/preview\/[\w-]{43}/g, 'action="');

const linkOf = async (request: APIRequestContext, headers: Record<string, string>) =>
	(await (await request.post("/api/site/preview", { headers })).json()).path as string;

test("a preview is the public page at another address, with what waits in drafts, for those who have its link", async ({
	ownSite,
	playwright,
}) => {
	const site = await ownSite();
	const request = await playwright.request.newContext({ baseURL: site.url });
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	const read = async (path: string) => {
		const answer = await request.get(path);
		return { status: answer.status(), text: await answer.text(), headers: answer.headers() };
	};
	const link = await linkOf(request, headers);
	expect(link).toMatch(/^\/preview\/[\w-]{43}$/);
	expect(await linkOf(request, headers)).toBe(link);
	for (const path of paths) {
		const [page, preview] = [await read(path), await read(link + path)];
		expect(preview.status, path).toBe(page.status);
		expect(withoutPreview(preview.text), path).toBe(withoutPreview(page.text));
		expect(preview.text, path).not.toMatch(/[\uE000\uE001]|%EE%80/);
	}
	const draft = { values: { "hero.lead": "We <b>say</b> it." }, expected_version: 0 };
	await request.put("/api/site/home/draft", { headers, data: draft });
	const preview = await read(link);
	expect(preview.text).toContain('data-field="home/hero.lead">We &lt;b&gt;say&lt;/b&gt; it.</p>');
	expect((await read("/")).text).not.toContain("say&lt;");
	expect(preview.headers).toMatchObject({
		"cache-control": "no-store",
		"x-robots-tag": "noindex",
		"referrer-policy": "same-origin",
		"x-frame-options": "SAMEORIGIN",
		"content-security-policy": expect.stringContaining("frame-ancestors 'self'"),
	});
	expect((await read("/")).headers["content-security-policy"]).toContain("frame-ancestors 'none'");

	// What is sent to it goes nowhere, without the page's script, too.
	expect(preview.text).not.toContain(`${link}/contact#`);
	expect((await read(`${link}/contact`)).text).toContain(`action="${link}/contact#`);
	const sent = await request.post(`${link}/contact`, {
		form: { firstName: "Ada", lastName: "Byron", email: "ada@example.com", message: "Hello" },
		headers: { origin: site.url },
		maxRedirects: 0,
	});
	expect([sent.status(), sent.headers().location]).toEqual([303, `${link}/contact`]);
	expect((await (await request.get("/api/contacts", { headers })).json()).rows).toEqual([]);

	// A forged one, another scope's, one of pages that aren't for everyone, and a revoked one.
	expect((await read(`${link.slice(0, -1)}_/`)).status).toBe(404);
	expect((await read(link.replace("/preview/", "/blog/preview/"))).status).toBe(404);
	for (const path of ["/admin", "/auth", "/preview/x", "/api/site"])
		expect((await read(link + path)).status, path).toBe(404);
	expect((await request.delete("/api/site/preview", { headers })).status()).toBe(204);
	expect((await read(link)).status).toBe(404);
	expect(await linkOf(request, headers)).not.toBe(link);
});

test("what is typed is seen beside it, and a text of the page leads to its field", async ({ page }) => {
	await page.setViewportSize({ width: 1440, height: 900 });
	await openDesk(page, "/admin/site?page=contact");
	const frame = page.frameLocator('iframe[title="The page as it will be"]');
	await expect(frame.getByRole("heading", { level: 1 })).toBeVisible();
	await frame.locator("body").evaluate(() => window.scrollTo({ top: 300, behavior: "instant" }));
	await page.getByRole("textbox", { name: "Heading" }).first().fill("Say hello.");
	await expect(frame.getByRole("heading", { level: 1 })).toHaveText("Say hello.");
	expect(await frame.locator("body").evaluate(() => window.scrollY)).toBe(300);
	await expectAccessible(page);
	await page.getByRole("button", { name: "Desktop" }).click();
	await frame.getByRole("heading", { level: 1 }).click();
	await expect(page.getByRole("textbox", { name: "Heading" }).first()).toBeFocused();
	await page.getByRole("button", { name: "Back to the Original: Heading" }).first().click();
	await expect(frame.getByRole("heading", { level: 1 })).not.toHaveText("Say hello.");
});

test("links of a preview stay inside it, its forms send nothing, and 'Edit this page' leads to the page's texts", async ({
	page,
	request,
	site,
}) => {
	const link = await linkOf(request, { authorization: `Bearer ${await signInOverHttp(site)}` });
	await page.goto(`${link}/careers`);
	const origin = new URL(page.url()).origin;
	await page.getByRole("contentinfo").getByRole("link", { name: "Contact", exact: true }).click();
	await expect(page).toHaveURL(`${origin}${link}/contact`);
	await page.getByLabel("First Name").fill("Ada");
	await page.getByRole("button", { name: "Send Message" }).click();
	await expect(page.getByText("Nothing was sent.", { exact: true })).toBeVisible();
	await expect(page.getByLabel("First Name")).toHaveValue("Ada");
	await expect(page.getByRole("link", { name: "Edit this page" })).toHaveAttribute(
		"href",
		"/admin/site?path=%2Fcontact",
	);
});
