const grounds = "abcdef";
const shapes = "12345678";
/** A row of three and the card before it. */
const near = 3;

/**
 * For each post the part of `art/blog-default.svg` that it shows if it has no picture: a ground and a shape. They come from
 * its address, and give way to those of the cards before it, so that neighbors differ in both.
 */
export function drawingsOf(paths: string[]): string[] {
	const drawings: string[] = [];
	for (const path of paths) {
		const before = drawings.slice(-near).join("");
		const number = scattered(path);
		drawings.push(firstOther(grounds, number, before) + firstOther(shapes, number >>> 8, before));
	}
	return drawings;
}

function firstOther(choices: string, start: number, taken: string): string {
	const inOrder = [...choices].map((_, i) => choices.charAt((start + i) % choices.length));
	return inOrder.find((choice) => !taken.includes(choice)) ?? choices.charAt(0);
}

/** FNV-1a: addresses that differ in one letter get unrelated numbers. */
const scattered = (text: string) =>
	[...text].reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0, 0x811c9dc5);
