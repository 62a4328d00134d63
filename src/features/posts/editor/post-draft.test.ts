import { expect, test, vi } from "vitest";
import { isEmptyContent, postStatuses } from "#features/posts/posts.schema.ts";
import { site } from "#site.config.ts";
import { afterSave, changeDraft, effectOfSave, emptyDraft, publishLabel, takenOver } from "./post-draft.ts";

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

test("keeps what was typed during a save, and takes the rest from the server", () => {
	const sent = { ...emptyDraft, title: "One", slug: "one", content: "<p>a</p>" };
	const typedOn = { ...sent, content: "<p>ab</p>" };
	const saved = { ...sent, slug: "one-2" };
	expect(afterSave(typedOn, sent, saved)).toEqual({ ...saved, content: "<p>ab</p>" });
});

test("a colleague's Unpublish stays, unless the author has set a status or a date, too; their Publish or Schedule takes nothing along", () => {
	const before = { ...emptyDraft, status: "published" as const, content: "<p>a</p>" };
	const mine = { ...before, content: "<p>ab</p>" };
	expect(takenOver(mine, before, emptyDraft, noon)).toEqual({ status: "draft", published_at: null });
	expect(takenOver({ ...mine, status: "archived" }, before, emptyDraft, noon)).toEqual({});
	expect(takenOver({ ...mine, published_at: "2026-12-24T09:00:00.000Z" }, before, emptyDraft, noon)).toEqual({});
	expect(takenOver(emptyDraft, emptyDraft, mine, noon)).toEqual({});
	const scheduled = { ...mine, published_at: "2026-12-24T09:00:00.000Z" };
	expect(takenOver(scheduled, scheduled, mine, noon)).toEqual({});
	expect(takenOver(mine, before, scheduled, noon)).toMatchObject({ published_at: scheduled.published_at });
	expect(takenOver(emptyDraft, emptyDraft, scheduled, noon)).toEqual({});
	const moved = { ...scheduled, published_at: "2026-12-28T09:00:00.000Z" };
	expect(takenOver(scheduled, scheduled, moved, noon)).toMatchObject({ published_at: moved.published_at });
});

const live = { ...emptyDraft, status: "published" as const };
const scheduled = { ...live, published_at: "2026-12-24T09:00:00" };

test.each([
	["Readers will see your version as soon as you save it.", live, live, live],
	[
		"The post has been taken off the site since. Readers will see your version as soon as you save it.",
		live,
		live,
		emptyDraft,
	],
	["Your version will go live Dec 24, 9:00 AM.", scheduled, scheduled, scheduled],
	[
		"The post has been archived since. It stays archived when you save your version.",
		emptyDraft,
		{ ...emptyDraft, status: "archived" as const },
		{ ...emptyDraft, status: "archived" as const },
	],
	["The post is on the site now. Your version takes it off until Dec 24, 9:00 AM.", scheduled, scheduled, live],
	[
		"The post has been taken off the site until Dec 24, 9:00 AM. Your version will go live then.",
		live,
		scheduled,
		scheduled,
	],
	["The post is on the site now. Your version takes it off until you publish it.", emptyDraft, emptyDraft, live],
	[
		"The post is scheduled for Dec 24, 9:00 AM now. If you save your version, it won't go live then.",
		emptyDraft,
		emptyDraft,
		scheduled,
	],
	[
		"The post has been taken off the site since. It stays off when you save your version.",
		live,
		emptyDraft,
		emptyDraft,
	],
	["The post is no longer scheduled. It stays that way when you save your version.", scheduled, emptyDraft, emptyDraft],
	[undefined, emptyDraft, emptyDraft, emptyDraft],
])("who saves over a newer version is told %j", (effect, mine, saved, theirs) => {
	expect(effectOfSave({ mine, before: mine, saved, theirs }, noon)).toBe(effect);
});

test("what was scheduled, and taken off the schedule before its time, was never on the site", () => {
	const soon = { ...live, published_at: "2026-11-20T11:30:00" };
	const off = { ...soon, status: "draft" as const };
	const changedAt = Date.parse("2026-11-20T11:00:00");
	expect(effectOfSave({ mine: soon, before: soon, saved: off, theirs: off }, noon, changedAt)).toBe(
		"The post is no longer scheduled. It stays that way when you save your version.",
	);
});

test("who saves as published what never was is not told that it has been taken off the site", () => {
	expect(effectOfSave({ mine: live, before: emptyDraft, saved: live, theirs: emptyDraft }, noon)).toBe(
		"Readers will see your version as soon as you save it.",
	);
});

test.each([
	["The post has been taken off the site until Dec 24, 9:00 AM.", live, scheduled, live],
	["The post is scheduled for Dec 24, 9:00 AM now.", emptyDraft, scheduled, live],
	["The post is no longer scheduled. Your version will go live", scheduled, emptyDraft, scheduled],
])("whoever publishes or schedules what a colleague has rescheduled reads: %s", (effect, before, theirs, saved) => {
	expect(effectOfSave({ mine: before, before, saved, theirs }, noon)).toContain(effect);
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
