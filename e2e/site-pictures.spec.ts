import { brotliCompressSync } from "node:zlib";
import sharp from "sharp";
import { expectAccessible } from "./axe.ts";
import { openDesk, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

const file = async (name: string, width: number, height: number) => ({
	name,
	mimeType: "image/png",
	buffer: await sharp({ create: { width, height, channels: 3, background: "#1f6f86" } })
		.composite([
			{ input: { create: { width: 400, height: 400, channels: 3, background: "#f04e23" } }, left: 0, top: 0 },
		])
		.png()
		.toBuffer(),
});

/** As long as one may be. */
const alt =
	"Seven colleagues stand around a long oak table in late afternoon light: One reads a headline aloud, two laugh, and behind them the wall is covered with proofs, clippings, and the calendar of the coming quarter, where someone circled every Friday.";

test.use({ expectedErrors: /422|409|Failed to load|check the marked fields|still being prepared/ });

test("a new picture of the first screen: chosen, described, focused, published, and taken back", async ({
	page,
	ownSite,
}) => {
	const site = await ownSite();
	const home = async () => (await fetch(site.url)).text();

	const before = await home();
	const lengthBefore = brotliCompressSync(before).length;
	await openDesk(page, `${site.url}/admin/site?page=home`);
	const field = page.getByRole("group", { name: "Picture" });
	const choose = field.getByLabel("Choose a Picture");
	await choose.setInputFiles(await file("small.png", 900, 600));
	await expect(choose).toHaveAccessibleDescription(/at least 1600 × 1000 pixels/);

	await choose.setInputFiles(await file("team.png", 1600, 2000));
	const description = field.getByLabel("Alternative Text");
	await expect(description).toHaveAccessibleDescription(/describe the picture for people/);
	await expectAccessible(page);
	await description.fill("team.png");
	await expect(description).toHaveAccessibleDescription(/This is the name of a file/);
	await description.fill(alt);

	// By keyboard, then by pointer.
	const focus = field.getByRole("slider", { name: "Focus of the picture" });
	await focus.press("ArrowUp");
	await focus.press("Shift+ArrowUp");
	await expect(focus).toHaveAttribute("aria-valuetext", "50% from the left, 38% from the top");
	const whole = field.getByRole("img").first();
	await whole.click({ position: { x: 5, y: 5 }, force: true });
	await expect(focus).toHaveAttribute("aria-valuetext", /^[0-4]% from the left, [0-4]% from the top$/);
	await expect(page.getByRole("status").filter({ hasText: "Draft saved." })).toBeVisible();
	expect(await home()).toBe(before);
	// The preview waits for what its draft needs.
	const preview = page.frameLocator('iframe[title="The page as it will be"]');
	await expect(preview.getByRole("img", { name: alt })).toHaveAttribute("src", /blog-images/, { timeout: 30_000 });

	await page.getByRole("button", { name: "Publish" }).click();
	const dialog = page.getByRole("dialog", { name: "Publish Home?" });
	await expect(dialog.getByRole("img", { name: "becomes" })).toBeVisible();
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Publish" }).click();
	await expect(toast(page, "Published")).toBeVisible({ timeout: 30_000 });
	await expect.poll(home).toContain(alt);
	// Beside what the firm writes, the page weighs hardly more than with the original picture (budgets.spec.ts).
	const asLong = (await home()).replaceAll(alt, alt.slice(0, 70));
	expect(brotliCompressSync(asLong).length).toBeLessThan(lengthBefore + 100);

	const visitor = await page.context().newPage();
	await visitor.goto(site.url);
	const hero = visitor.getByRole("img", { name: alt });
	await expect(hero).toHaveJSProperty("complete", true);
	expect(await hero.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(
		/blog-images\/[0-9a-f]{24}-w\d+\.avif$/,
	);
	// The square is in the upper left corner, to which the focus was moved.
	expect(await hero.evaluate((img: HTMLImageElement) => img.naturalWidth / img.naturalHeight)).toBeCloseTo(1.6, 1);
	await expectAccessible(visitor);
	await visitor.close();

	await toast(page, "Published").getByRole("button", { name: "Undo" }).click();
	await expect.poll(home).toBe(before);
});

test("the picture, its description, and its focus are within reach at 390 px", async ({ page, ownSite }) => {
	const site = await ownSite();
	await page.setViewportSize({ width: 390, height: 844 });
	await openDesk(page, `${site.url}/admin/site?page=contact-center`);
	const field = page.getByRole("group", { name: "Picture of the first screen" });
	await field.getByLabel("Choose a Picture").setInputFiles(await file("wide.png", 2400, 1100));
	await expect(field.getByRole("slider")).toBeVisible();
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
	await expectAccessible(page);
});
