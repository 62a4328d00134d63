import { expect, test } from "vitest";
import { afterSave, changeDraft, emptyDraft, isEmptyContent } from "./post-draft.ts";

test("the slug of a new post follows its title until it is typed by hand", () => {
	const titled = changeDraft(emptyDraft, { title: "Hello, World" }, true);
	expect(titled.slug).toBe("hello-world");
	const typed = changeDraft(titled, { slug: "mine" }, true);
	expect(changeDraft(typed, { title: "Other" }, true).slug).toBe("mine");
});

// proves S5-editor-03
test("the slug of a saved post stays when the title changes", () => {
	const saved = { ...emptyDraft, title: "Hello", slug: "hello" };
	expect(changeDraft(saved, { title: "Goodbye" }, false).slug).toBe("hello");
});

test("keeps what was typed during a save, and takes the rest from the server", () => {
	const sent = { ...emptyDraft, title: "One", slug: "one", content: "<p>a</p>" };
	const typedOn = { ...sent, content: "<p>ab</p>" };
	const saved = { ...sent, slug: "one-2" };
	expect(afterSave(typedOn, sent, saved)).toEqual({ ...saved, content: "<p>ab</p>" });
});

test.each([
	["", true],
	["<p></p><p><br></p><p>&nbsp;</p>", true],
	["<p>x</p>", false],
	['<img src="/a.png" alt="">', false],
	['<iframe src="https://player.vimeo.com/video/1"></iframe>', false],
])("content %j is empty: %s", (html, empty) => {
	expect(isEmptyContent(html)).toBe(empty);
});
