import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Blob, Face } from "harfbuzzjs";
import { fallbackFolders } from "../src/platform/typst/typst-fonts.ts";
import { fontPackages } from "./copy-fonts.ts";

/**
 * What the fonts of invoices can draw, as ranges of code points for a regular expression. The firm's own typeface
 * doesn't count, because Typst takes from it only letters that the others have as well.
 */
export function coveredLetters(): string {
	const ranges: { first: number; last: number }[] = [];
	for (const point of [...new Set(fallbackFolders.flatMap(pointsOf))].sort((one, other) => one - other)) {
		const range = ranges.at(-1);
		if (range?.last === point - 1) range.last = point;
		else ranges.push({ first: point, last: point });
	}
	return ranges.map(({ first, last }) => `${escaped(first)}-${escaped(last)}`).join("");
}

const pointsOf = (folder: string) =>
	globSync(join(fontPackages, folder, "*.ttf")).flatMap((file) => [
		...new Face(new Blob(readFileSync(file)), 0).collectUnicodes(),
	]);

const escaped = (point: number) => `\\u{${point.toString(16)}}`;
