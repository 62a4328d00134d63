const grounds = "abcdef";
const drawings = "12345678";

/**
 * The part of `art/blog-default.svg` for a post: a ground and a drawing, always the same for the same address. They are
 * taken apart, so that drawings on one ground differ, too.
 */
export function drawingOf(path: string): string {
	const number = [...path].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
	return `${grounds[number % grounds.length]}${drawings[Math.floor(number / grounds.length) % drawings.length]}`;
}
