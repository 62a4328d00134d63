import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp, { type Sharp } from "sharp";
import { expect } from "./fixtures.ts";
import { publicPages } from "./public-scenes.ts";
import { addressOf, type Scene, settle } from "./scene.ts";
import type { SceneData } from "./scene-data.ts";
import { test } from "./scene-test.ts";

// What the public pages look like, small and out of focus: a page of 1280 px is compared at 64, so that letters become
// gray stripes, and the fonts of another machine change next to nothing. LOOKS=keep writes the pictures again.
const folder = join(import.meta.dirname, "looks");
const widths = [360, 1280];
/** Width of a kept picture, in pixels. */
const thumbnailWidth = 64;
/** How much darker or lighter a pixel may be in one color, of 255: text that is set a little differently. */
const tolerance = 24;
/** Share of pixels that may be more different than that: a line of text more or less. */
const mostDifferent = 0.02;
/** The same in any stretch of so many rows, for what a long page would hide: the words of one section. */
const mostDifferentInStretch = 0.08;
const stretch = 16;
/** Share by which the page may be longer or shorter. */
const mostLonger = 0.03;

for (const scene of publicPages) {
	for (const width of widths) {
		test(`${scene.name} looks as it did at ${width} px`, { tag: "@long" }, async ({ page, data }) => {
			await show(page, scene, data, width);
			const small = await look(page);
			const file = join(folder, `${scene.name}-${width}.png`);
			if (process.env.LOOKS === "keep") await small.clone().png({ palette: true, colours: 64, dither: 0 }).toFile(file);
			const difference = compare(await pixelsOf(small), await pixelsOf(sharp(await readFile(file))));
			expect(difference.longer, "share by which the page is longer or shorter").toBeLessThan(mostLonger);
			expect(difference.page, "share of the page that looks different; LOOKS=keep if it is meant to").toBeLessThan(
				mostDifferent,
			);
			expect(difference.stretch, "share of one stretch of the page that looks different").toBeLessThan(
				mostDifferentInStretch,
			);
		});
	}
}

test("lost words, a lost picture and a lost ground are noticed; letters that are smoothed otherwise are not", {
	tag: "@long",
}, async ({ page, data }) => {
	const scene = publicPages.find(({ name }) => name === "photography");
	if (!scene) throw new Error("there is no page for photography");
	await show(page, scene, data, 1280);
	const before = await pixelsOf(await look(page));
	const isNoticed = async (selector: string, style: string) => {
		await page.evaluate(
			([selector = "", style = ""]) => {
				for (const element of document.querySelectorAll(selector)) element.setAttribute("style", style);
			},
			[selector, style],
		);
		const difference = compare(await pixelsOf(await look(page)), before);
		await page.evaluate((selector) => {
			for (const element of document.querySelectorAll(selector)) element.removeAttribute("style");
		}, selector);
		return difference.page >= mostDifferent || difference.stretch >= mostDifferentInStretch;
	};
	expect(await isNoticed("main section:nth-of-type(3) *", "visibility: hidden")).toBe(true);
	expect(await isNoticed("main section:first-of-type img", "visibility: hidden")).toBe(true);
	expect(await isNoticed("main section:last-of-type", "background: white")).toBe(true);
	expect(await isNoticed("body", "-webkit-text-stroke: 0.3px currentColor")).toBe(false);
});

async function show(page: Page, scene: Scene, data: SceneData, width: number): Promise<void> {
	await page.setViewportSize({ width, height: 800 });
	await page.goto(addressOf(scene, data));
	await scene.prepare?.(page);
	// Letters as wide as the fonts say: by default each machine rounds and hints them in its way, and lines break elsewhere.
	await page.addStyleTag({ content: "* { text-rendering: geometricPrecision }" });
	await settle(page);
}

async function look(page: Page): Promise<Sharp> {
	// The free times of calls are others on each day, and fewer toward the evening.
	const times = page.locator("[data-call-times]");
	await times.evaluateAll((lists) => {
		for (const list of lists) list.style.cssText = "height: 400px; overflow: hidden";
	});
	const mask = [times];
	const screenshot = await page.screenshot({ fullPage: true, animations: "disabled", mask, maskColor: "white" });
	return sharp(screenshot).resize(thumbnailWidth, null, { kernel: "mitchell" }).removeAlpha();
}

type Pixels = { data: Buffer; width: number; height: number };

async function pixelsOf(image: Sharp): Promise<Pixels> {
	const { data, info } = await image
		.clone()
		.removeAlpha()
		.toColourspace("srgb")
		.raw()
		.toBuffer({ resolveWithObject: true });
	return { data, width: info.width, height: info.height };
}

/** How much the two differ in length, in what both have, and in the stretch of it where they differ most. */
function compare(now: Pixels, reference: Pixels) {
	const rows = Array.from({ length: Math.min(now.height, reference.height) }, (_, row) =>
		differentIn(row, now, reference),
	);
	const sum = (some: number[]) => some.reduce((total, count) => total + count, 0);
	const stretches = rows.slice(0, 1 - stretch).map((_, first) => sum(rows.slice(first, first + stretch)));
	return {
		longer: Math.abs(now.height - reference.height) / reference.height,
		page: sum(rows) / (rows.length * thumbnailWidth),
		stretch: Math.max(...stretches) / (stretch * thumbnailWidth),
	};
}

/** How many pixels of a row differ. */
function differentIn(row: number, now: Pixels, reference: Pixels): number {
	const pixels = Array.from({ length: thumbnailWidth }, (_, column) => (row * thumbnailWidth + column) * 3);
	return pixels.filter((pixel) =>
		[pixel, pixel + 1, pixel + 2].some((at) => Math.abs((now.data[at] ?? 0) - (reference.data[at] ?? 0)) > tolerance),
	).length;
}
