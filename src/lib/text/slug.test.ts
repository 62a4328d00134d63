import fc from "fast-check";
import { expect, test } from "vitest";
import { slugify, uniqueSlug } from "./slug.ts";

// proves S5-editor-02
test.each([
	["Hello World", "hello-world"],
	["What's new, & what's 10x better?", "whats-new-whats-10x-better"],
	["  Spaces   and --- hyphens - ", "spaces-and-hyphens"],
	["Crème brûlée", "creme-brulee"],
	["Łódź, Straße, œuvre, Ærø", "lodz-strasse-oeuvre-aero"],
	["a\tb\nc", "a-b-c"],
	["snake_case", "snakecase"],
	["日本語", ""],
	["!?", ""],
])("derives the slug of %j", (title, slug) => {
	expect(slugify(title)).toBe(slug);
});

test("a slug is its own slug", () => {
	fc.assert(fc.property(fc.string({ unit: "grapheme" }), (title) => slugify(slugify(title)) === slugify(title)));
});

// proves D-blog-01
test("counts upward past every slug that is taken", () => {
	expect(uniqueSlug("post", new Set())).toBe("post");
	expect(uniqueSlug("post", new Set(["post", "post-2", "post-4"]))).toBe("post-3");
});
