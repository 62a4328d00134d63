import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { drawingOf } from "./default-drawing.ts";

const paths = Array.from({ length: 2000 }, (_, i) => `/blog/post-${i}`);

test("posts without a picture get all the drawings of the default picture, and no other", async () => {
	const file = await readFile("art/blog-default.svg", "utf8");
	const inFile = [...file.matchAll(/<g id="(\w+)"/g)].map(([, id]) => id);
	expect(new Set(paths.map(drawingOf))).toEqual(new Set(inFile));
});

test("a post keeps its drawing", () => {
	expect(drawingOf("/blog/what-to-say")).toBe(drawingOf("/blog/what-to-say"));
});

test("seldom do two neighbors in the list look the same", () => {
	const same = paths.filter((path, i) => i > 0 && drawingOf(path) === drawingOf(paths[i - 1] ?? ""));
	expect(same.length).toBeLessThan(paths.length / 20);
});
