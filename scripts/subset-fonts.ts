// Writes src/fonts from the npm packages: only the letters, weights and features that the pages use.
// Run it after an update of the packages, or when a weight is added: node scripts/subset-fonts.ts
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const lettersFrom = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join("");

/** Western European languages and the typographer's signs. */
const letters = `${lettersFrom(0x20, 0x7e)}${lettersFrom(0xa0, 0xff)}ıŒœˆ˜–—‘’‚“”„†‡•…‰‹›€™←→−×÷≤≥`;
const keepFeatures = ["kern", "liga", "ccmp", "mark", "tnum"];
/** Copyright, licence and its address: the Open Font License wants them to stay with the font. */
const licenceNameIds = [0, 13, 14];
/** Family and style, by which the renderer of the share pictures finds the font. */
const familyNameIds = [1, 2];

const fonts = [
	// Headings have one weight: a fixed instance is half the size of the variable font.
	{ from: "besley/files/besley-latin-wght-normal.woff2", to: "besley-500.woff2", wght: 500 },
	// For the server, which draws share pictures and reads no WOFF2.
	{ from: "besley/files/besley-latin-wght-normal.woff2", to: "besley-500.ttf", wght: 500 },
	{
		from: "schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2",
		to: "schibsted-grotesk-400-700.woff2",
		wght: { min: 400, max: 700 },
	},
];

for (const { from, to, wght } of fonts) {
	const original = await readFile(fileURLToPath(import.meta.resolve(`@fontsource-variable/${from}`)));
	const subset = await subsetFont(original, letters, {
		targetFormat: to.endsWith(".ttf") ? "truetype" : "woff2",
		keepFeatures,
		preserveNameIds: to.endsWith(".ttf") ? [...licenceNameIds, ...familyNameIds] : licenceNameIds,
		variationAxes: { wght },
	});
	await writeFile(new URL(`../src/fonts/${to}`, import.meta.url), subset);
}
