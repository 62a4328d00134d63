import { expect, test } from "vitest";
import { afterSave, changeDraft, emptyDraft, isEmptyContent, publication, scheduledFor } from "./post-draft.ts";

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

const noon = Date.parse("2026-11-20T12:00:00.000Z");

test("the primary button keeps a publish date in the future, whatever the status was", () => {
	const draft = { ...emptyDraft, title: "Soon", published_at: "2026-12-24T09:00:00.000Z" };
	expect(scheduledFor(draft, noon)).toBe("2026-12-24T09:00:00.000Z");
	expect(publication(draft, noon)).toEqual({ draft: { ...draft, status: "published" }, publish: false });
});

test("the primary button publishes now if there is no date in the future", () => {
	for (const published_at of [null, "2026-11-20T12:00:00.000Z", "2025-01-01T00:00:00.000Z"]) {
		const draft = { ...emptyDraft, published_at };
		expect(scheduledFor(draft, noon)).toBeUndefined();
		expect(publication(draft, noon)).toEqual({ draft, publish: true });
	}
});
