import { expect, test } from "vitest";
import { emptyDraft } from "#features/posts/editor/post-draft.ts";
import { differences } from "./post-difference.ts";

const draft = { ...emptyDraft, title: "Hello", content: "<p>One two three</p>" };

test("two versions that say the same do not differ", () => {
	expect(differences(draft, { ...draft })).toEqual([]);
});

test("shows which words were added and removed, field by field", () => {
	const after = { ...draft, content: "<p>One <strong>2</strong> three</p>", tags: ["Press"] };
	expect(differences(draft, after)).toEqual([
		{
			label: "Content",
			stretches: [
				{ text: "One ", in: "both" },
				{ text: "two", in: "before" },
				{ text: "2", in: "after" },
				{ text: " three", in: "both" },
			],
		},
		{ label: "Tags", stretches: [{ text: "Press", in: "after" }] },
	]);
});

test("names pictures, and keeps paragraphs apart", () => {
	const after = { ...draft, content: '<p>One two three</p><img src="/a.png" alt="A door"><p>Four</p>' };
	const [{ stretches } = { stretches: [] }] = differences(draft, after);
	expect(stretches.map(({ text }) => text).join("")).toBe("One two three\n[Image: A door]\nFour");
});

test("calls the pictures beside the text images, because their addresses say nothing", () => {
	const withImage = { ...draft, featured_image: "/storage/1.jpg" };
	const shown = (before: typeof draft, after: typeof draft) =>
		differences(before, after).map(({ label, stretches }) => [label, ...stretches.map(({ text }) => text)]);
	expect(shown(draft, withImage)).toEqual([["Featured Image", "Image"]]);
	expect(shown(withImage, { ...draft, featured_image: "/storage/2.jpg" })).toEqual([
		["Featured Image", "Earlier image", " ", "New image"],
	]);
	expect(differences(withImage, draft)[0]?.stretches).toEqual([{ text: "Image", in: "before" }]);
});

test("shows two dates whole", () => {
	const on = (day: string) => ({ ...draft, published_at: `2026-12-${day}T09:00:00.000Z` });
	expect(differences(on("14"), on("24"))[0]?.stretches.map((each) => each.in)).toEqual(["before", "both", "after"]);
	expect(differences(on("14"), draft)[0]?.stretches).toHaveLength(1);
});

test("says so where only the formatting has changed", () => {
	const after = { ...draft, content: "<p>One <em>two</em> three</p>" };
	expect(differences(draft, after)).toEqual([{ label: "Content", stretches: [] }]);
});

test("leaves out what stayed the same far from any change", () => {
	const long = "word ".repeat(200);
	const [{ stretches } = { stretches: [] }] = differences(
		{ ...draft, excerpt: `${long}old ${long}` },
		{ ...draft, excerpt: `${long}new ${long}` },
	);
	expect(stretches.map((each) => each.in)).toEqual(["both", "before", "after", "both"]);
	for (const { text } of stretches) expect(text.length).toBeLessThan(80);
});

test("two long texts without a word in common are shown one after the other in good time", () => {
	const words = (prefix: string) => Array.from({ length: 20_000 }, (_, index) => `${prefix}${index}`).join(" ");
	const begun = process.cpuUsage();
	const [{ stretches } = { stretches: [] }] = differences(
		{ ...draft, excerpt: words("a") },
		{ ...draft, excerpt: words("b") },
	);
	expect(process.cpuUsage(begun).user).toBeLessThan(5_000_000);
	expect(stretches.at(-1)?.in).toBe("after");
});

test("a long stretch between two changes is left out from word to word", () => {
	const [before, after] = ["first", "other"].map((word) => `<p>${word} ${"sentence ".repeat(60)}${word}</p>`);
	const [content] = differences({ ...emptyDraft, content: before ?? "" }, { ...emptyDraft, content: after ?? "" });
	const [kept = ""] = content?.stretches.filter((stretch) => stretch.in === "both").map(({ text }) => text) ?? [];
	expect(new Set(kept.trim().split(/\s+/))).toEqual(new Set(["sentence", "…"]));
});
