import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { contrast, hexOf, oklchOf } from "./oklch.ts";
import { originalTones, toneStyles, tonesOf, unreadablePair } from "./tones.ts";

test("a color is the same after it was taken apart and put together", () => {
	for (const hex of [...Object.values(originalTones), "#000000", "#ffffff", "#00ff00", "#0b3d91"])
		expect(hexOf(oklchOf(hex))).toBe(hex);
	// CSS Color 4, example of sRGB red.
	expect(oklchOf("#ff0000").l).toBeCloseTo(0.628, 3);
	expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
});

test("the tones of the original colors are nearly the original ones, and each is a property of the style sheet", async () => {
	const { ink, vermilion } = originalTones;
	const tones = tonesOf(ink, vermilion);
	for (const name of ["ink2", "quiet", "edge", "line", "wash", "nightCard"] as const)
		expect(contrast(tones[name], originalTones[name]), name).toBeLessThan(1.02);
	const sheet = await readFile("src/tokens.css", "utf8");
	const { everywhere, desk } = toneStyles(tonesOf("#0b2a4a", "#22b8a0"), { bands: ["home"] });
	for (const [, name] of `${everywhere}${desk}`.matchAll(/(--[\w-]+):/g)) expect(sheet).toContain(`${name}:`);
	for (const hex of Object.values(originalTones)) expect(sheet).toContain(hex);
});

test("whatever a firm's colors are, they are refused or everything can be read", () => {
	const hues = Array.from({ length: 24 }, (_, step) => step * 15);
	for (const h of hues) {
		const dark = hexOf({ l: 0.25, c: 0.1, h });
		for (const accentHue of hues) {
			const accent = hexOf({ l: 0.72, c: 0.18, h: accentHue });
			expect(unreadablePair(dark, accent), `${dark} ${accent}`).toBeUndefined();
		}
	}
	expect(unreadablePair("#777777", "#f04e23")).toEqual(["ink", "paper", 7]);
	expect(unreadablePair("#24101f", "#7a1f0a")).toEqual(["ink", "vermilion", 4.5]);
});
