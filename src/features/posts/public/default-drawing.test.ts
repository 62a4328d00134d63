import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { drawingsOf } from "./default-drawing.ts";

const paths = Array.from({ length: 2000 }, (_, i) => `/blog/post-${i}`);

test("posts without a picture get all the drawings of the default picture, and no other", async () => {
	const file = await readFile("art/blog-default.svg", "utf8");
	const inFile = [...file.matchAll(/<g id="(\w+)"/g)].map(([, id]) => id);
	expect(new Set(drawingsOf(paths))).toEqual(new Set(inFile));
});

test("a card has neither the ground nor the shape of the three before it", () => {
	const drawings = drawingsOf(paths);
	const alike = drawings.filter((drawing, i) => {
		const before = drawings.slice(Math.max(0, i - 3), i).join("");
		return [...drawing].some((part) => before.includes(part));
	});
	expect(alike).toEqual([]);
});

test("a post in the same company keeps its drawing", () => {
	expect(drawingsOf(["/blog/a", "/blog/b"])).toEqual(drawingsOf(["/blog/a", "/blog/b"]));
});
