import { expect, test, vi } from "vitest";
import { isEmptyContent, postStatuses } from "#features/posts/posts.schema.ts";
import { site } from "#site.config.ts";
import { changeDate, changeDraft, emptyDraft, publishLabel } from "./post-draft.ts";

vi.stubEnv("TZ", site.timeZone);

const noon = Date.parse("2026-11-20T12:00:00");

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

test("a scheduled post without a date ahead becomes a draft, and an archived one stays one", () => {
	const ahead = "2026-12-24T09:00:00.000Z";
	const scheduled = { ...emptyDraft, status: "published" as const, published_at: ahead };
	expect(changeDate(scheduled, null, noon)).toEqual({ published_at: null, status: "draft" });
	const later = "2026-12-28T09:00:00.000Z";
	expect(changeDate({ ...scheduled, status: "draft" }, later, noon)).toEqual({
		published_at: later,
		status: "published",
	});
	expect(changeDate({ ...scheduled, status: "archived" }, null, noon)).toEqual({ published_at: null });
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

// proves D-blog-09
test.each([
	["Publish", null],
	["Publish", new Date(noon).toISOString()],
	["Schedule for Dec 24, 9:00 AM", "2026-12-24T09:00:00"],
	["Schedule for Jan 2, 2027, 9:30 AM", "2027-01-02T09:30:00"],
])("the primary button says %j for the date %j, whatever the status is", (label, date) => {
	const published_at = date && new Date(date).toISOString();
	for (const status of postStatuses) expect(publishLabel({ ...emptyDraft, status, published_at }, noon)).toBe(label);
});

test("a time zone that isn't the firm's is named", () => {
	vi.stubEnv("TZ", "America/Los_Angeles");
	const draft = { ...emptyDraft, published_at: "2026-12-24T14:00:00.000Z" };
	expect(publishLabel(draft, Date.parse("2026-11-20T12:00:00.000Z"))).toBe("Schedule for Dec 24, 6:00 AM PST");
});
