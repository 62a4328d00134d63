import sharp from "sharp";
import { expectAccessible } from "./axe.ts";
import { openDesk } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

test.use({ expectedErrors: /422|check the marked fields/ });

test("a firm chooses its logo, its colors, and its services, and visitors see no others", async ({ page, ownSite }) => {
	const site = await ownSite();
	const read = async (path: string) => {
		const answer = await fetch(site.url + path);
		return { status: answer.status, text: await answer.text() };
	};
	const publish = async () => {
		await page.getByRole("button", { name: "Publish" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
	};
	await page.setViewportSize({ width: 390, height: 844 });
	await openDesk(page, `${site.url}/admin/site?page=brand`);
	await page.getByLabel("Logo").setInputFiles({
		name: "logo.png",
		mimeType: "image/png",
		buffer: await sharp({ create: { width: 480, height: 160, channels: 4, background: "#0b2a4a" } })
			.png()
			.toBuffer(),
	});
	await expect(page.getByRole("img", { name: "The firm's logo" })).toBeVisible();
	const accent = page.getByRole("textbox", { name: /^Accent Color/ });
	await accent.fill("#163b16");
	await expect(page.getByText("Draft saved.")).toBeVisible();
	await publish();
	await expect(accent).toHaveAccessibleDescription(/hard to read/);
	await page.getByRole("textbox", { name: /^Dark Color/ }).fill("#0b2a4a");
	await accent.fill("#22b8a0");
	await expect(page.getByText("Draft saved.")).toBeVisible();
	await expectAccessible(page);
	await publish();
	await expect.poll(async () => (await read("/")).text).toContain("--color-vermilion:#22b8a0");
	// What shows the mark of the original design, and can't be replaced, goes.
	for (const icon of ["/favicon.ico", "/favicon.svg"])
		expect((await fetch(site.url + icon)).url).toContain("/storage/v1/object/public/logos/");
	expect((await read("/auth")).text).not.toMatch(/assets\/hero-/);
	const gallery = (await read("/services/photography")).text;
	expect(gallery).toContain("An arcade, an hour before dark");
	expect(gallery).not.toMatch(/Enamel bottle|Before the doors open/);

	await page.getByRole("combobox", { name: "Page" }).selectOption("offer");
	await page.getByRole("checkbox", { name: "Photography" }).uncheck();
	await page.getByRole("button", { name: "Move Graphic Design Up" }).click();
	await expect(page.getByText("Draft saved.")).toBeVisible();
	await expectAccessible(page);
	await publish();
	await expect.poll(async () => (await read("/services/photography")).status).toBe(404);
	for (const path of ["/services/photography.data", "/services/photography?x=1"])
		expect((await read(path)).status, path).toBe(404);
	for (const path of ["/", "/book-call", "/sitemap.xml"])
		expect((await read(path)).text, path).not.toContain("hotography<");
	expect((await read("/sitemap.xml")).text).not.toContain("/services/photography");

	for (const width of [390, 1440]) {
		await page.setViewportSize({ width, height: 844 });
		await page.goto(site.url);
		await expect(page.getByRole("banner").getByRole("img", { name: "Pilcrow Communications" })).toBeVisible();
		await expect(page.locator('svg[viewBox="0 0 11 14"]:visible')).toHaveCount(0);
		await expectAccessible(page);
	}
});
