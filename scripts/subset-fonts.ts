// Writes src/fonts from the npm packages: only the letters, weights and features that the pages use.
// Run it after an update of the packages, or when a weight is added: node scripts/subset-fonts.ts
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const lettersFrom = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join("");

/** What every page needs: English and the typographer's signs. Preloaded, so it must stay small. */
const english = `${lettersFrom(0x20, 0x7e)}\u00a0©·–—‘’“”•…€™←→×`;
/** The other Western European languages; fetched by the pages that have such letters (unicode-range in app.css). */
const western = `${lettersFrom(0xa1, 0xff)}ıŒœˆ˜‚„†‡‰‹›−≤≥`.replace(/[©·×]/g, "");
const keepFeatures = ["liga", "ccmp", "mark", "tnum"];
/** Copyright, licence and its address: the Open Font License wants them to stay with the font. */
const licenceNameIds = [0, 13, 14];

const besley = "besley/files/besley-latin-wght-normal.woff2";
const schibsted = "schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2";
const textWeights = { min: 400, max: 700 };

const fonts = [
	// Headings have one weight: a fixed instance is half the size of the variable font.
	{ from: besley, letters: english, to: "besley-500.woff2", wght: 500, kerned: true },
	{ from: besley, letters: western, to: "besley-500-western.woff2", wght: 500, kerned: true },
	// Half of its bytes would be pairs of letters to move together, by less than a third of a pixel at the size of text.
	{ from: schibsted, letters: english, to: "schibsted-grotesk-400-700.woff2", wght: textWeights },
	{ from: schibsted, letters: western, to: "schibsted-grotesk-400-700-western.woff2", wght: textWeights },
];

for (const { from, letters, to, wght, kerned } of fonts) {
	const original = await readFile(fileURLToPath(import.meta.resolve(`@fontsource-variable/${from}`)));
	const subset = await subsetFont(original, letters, {
		targetFormat: "woff2",
		keepFeatures: kerned ? [...keepFeatures, "kern"] : keepFeatures,
		preserveNameIds: licenceNameIds,
		variationAxes: { wght },
	});
	await writeFile(new URL(`../src/fonts/${to}`, import.meta.url), subset);
}
