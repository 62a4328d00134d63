import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { expect } from "./fixtures.ts";
import { publicPages } from "./public-scenes.ts";
import { addressOf, settle } from "./scene.ts";
import { test } from "./scene-test.ts";

// What the public pages look like, small and out of focus: a page of 1280 px is compared at 64, so that letters become
// grey stripes, and the fonts of another machine change next to nothing. LOOKS=keep writes the pictures anew.
const folder = join(import.meta.dirname, "looks");
const widths = [360, 1280];
/** Width of a kept picture, in pixels. */
const keptWidth = 64;
/** How much darker or lighter a pixel may be in one colour, of 255: text that is set a little differently. */
const tolerance = 24;
/** Share of pixels that may be more different than that: a line of text more or less. */
const mostDifferent = 0.02;
/** Share by which the page may be longer or shorter. */
const mostLonger = 0.03;

test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const scene of publicPages) {
	for (const width of widths) {
		test(`${scene.name} looks as it did at ${width} px`, async ({ page, data }) => {
			await page.setViewportSize({ width, height: 800 });
			await page.goto(addressOf(scene, data));
			await scene.prepare?.(page);
			await settle(page);
			const screenshot = await page.screenshot({ fullPage: true, animations: "disabled" });
			const small = sharp(screenshot).resize(keptWidth, null, { kernel: "mitchell" }).removeAlpha();
			const file = join(folder, `${scene.name}-${width}.png`);
			if (process.env.LOOKS === "keep") await small.clone().png({ palette: true, colours: 64, dither: 0 }).toFile(file);
			const { longer, different } = compare(await pixelsOf(small), await pixelsOf(sharp(await readFile(file))));
			expect(longer, "share by which the page is longer or shorter").toBeLessThan(mostLonger);
			expect(different, "share of the page that looks different; LOOKS=keep if it is meant to").toBeLessThan(
				mostDifferent,
			);
		});
	}
}

type Pixels = { data: Buffer; width: number; height: number };

async function pixelsOf(image: Sharp): Promise<Pixels> {
	const { data, info } = await image.removeAlpha().toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
	return { data, width: info.width, height: info.height };
}

/** How much the two differ in length, and in how much of what both have. */
function compare(now: Pixels, kept: Pixels) {
	const height = Math.min(now.height, kept.height);
	let different = 0;
	for (let pixel = 0; pixel < height * keptWidth; pixel++) {
		const channels = [0, 1, 2].map((channel) => pixel * 3 + channel);
		if (channels.some((at) => Math.abs((now.data[at] ?? 0) - (kept.data[at] ?? 0)) > tolerance)) different++;
	}
	return {
		longer: Math.abs(now.height - kept.height) / kept.height,
		different: different / (height * keptWidth),
	};
}
