import { expect, test } from "vitest";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { draftOf, emptyDraft, type PostDraft } from "./post-draft.ts";
import {
	contentsOf,
	initialState,
	isDirty,
	type PostEditorAction,
	type PostEditorState,
	reduce,
	touchedNames,
	wentPublic,
} from "./post-editor-state.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const id = "11111111-1111-4111-8111-111111111111";
const ahead = "2026-12-24T09:00:00.000Z";

/** The post as the server has it. */
function row(change: Partial<PresentedPost> = {}): PresentedPost {
	return {
		id,
		title: "Title",
		slug: "title",
		excerpt: null,
		content: "<p>text</p>",
		tags: [],
		status: "draft",
		published_at: null,
		featured_image: null,
		featured_image_alt: null,
		meta_title: null,
		meta_description: null,
		og_image: null,
		version: 1,
		save_ids: [],
		author_id: null,
		created_at: "2026-11-01T00:00:00.000Z",
		updated_at: "2026-11-01T00:00:00.000Z",
		...change,
	};
}

const run = (state: PostEditorState, ...actions: PostEditorAction[]) => actions.reduce(reduce, state);
const open = (post: PresentedPost | undefined = row()) => initialState(id, post, undefined, now);
const type = (fields: Partial<PostDraft>): PostEditorAction => ({ type: "change", fields });
const save = (save_id = "s1", publish = false): PostEditorAction => ({ type: "save", publish, now, save_id });
const saved = (post: PresentedPost, save_id = "next"): PostEditorAction => ({ type: "saved", row: post, now, save_id });
const refused = (current: PresentedPost, save_id = "s2"): PostEditorAction => ({
	type: "refused",
	current,
	now,
	save_id,
});
const lost: PostEditorAction = { type: "failed", isUnanswered: true, errors: {} };

test("a save sends only the fields that were touched, over the version that the text stands on", () => {
	const { sending } = run(open(), type({ title: "New" }), save());
	expect(sending).toMatchObject({ save_id: "s1", body: { title: "New", publish: false }, over: 1 });
	expect(Object.keys(sending?.body ?? {})).toEqual(["title", "publish"]);
});

test("the first save sends the whole text, under the id that the browser chose", () => {
	const { sending, id: chosen } = run(
		initialState(id, undefined, undefined, now),
		type({ title: "Hello, World" }),
		save(),
	);
	expect(chosen).toBe(id);
	expect(sending).toMatchObject({ body: { ...emptyDraft, title: "Hello, World", slug: "hello-world" }, over: null });
});

test("what was typed during a save stays unsaved, and the rest becomes what the server made of it", () => {
	const state = run(open(), type({ title: "One" }), save(), type({ content: "<p>more</p>" }));
	const next = run(state, saved(row({ title: "One", slug: "one-2", version: 2, save_ids: ["s1"] })));
	expect(next.draft).toMatchObject({ title: "One", slug: "one-2", content: "<p>more</p>" });
	expect(touchedNames(next)).toEqual(["content"]);
	expect(next.replaced).toBe(0);
});

test("a text that the server spells otherwise counts as saved", () => {
	const typed = `<p style="text-align: center;">a<br>b</p>`;
	const stored = row({ content: `<p style="text-align:center">a<br />b</p>`, version: 2, save_ids: ["s1"] });
	const next = run(open(), type({ content: typed }), save(), saved(stored));
	expect(isDirty(next)).toBe(false);
	expect(next.draft.content).toBe(typed);
});

test("save keys during a save save what was on the screen then, after the first one", () => {
	const state = run(
		open(),
		type({ title: "One" }),
		save(),
		type({ title: "Two" }),
		save("unused"),
		type({ title: "Thr" }),
	);
	const next = run(state, saved(row({ title: "One", version: 2, save_ids: ["s1"] })));
	expect(next.sending).toMatchObject({ save_id: "next", body: { title: "Two" }, over: 2 });
	expect(next.draft.title).toBe("Thr");
	expect(run(next, saved(row({ title: "Two", version: 3, save_ids: ["s1", "next"] }))).sending).toBeUndefined();
});

test("a second press of Publish during a save does nothing", () => {
	const state = run(open(), save("s1", true));
	expect(run(state, save("s2", true))).toBe(state);
});

test("a save whose answer was lost is sent again under its name", () => {
	const state = run(open(), type({ title: "One" }), save(), lost);
	expect(state).toMatchObject({ sending: undefined, draft: { title: "One" } });
	expect(run(state, save("other")).sending?.save_id).toBe("s1");
	expect(run(state, type({ title: "Two" }), save("other")).sending?.save_id).toBe("other");
});

test("a refusal by a row that has this save is its lost answer", () => {
	const state = run(open(), type({ title: "One" }), save());
	const next = run(state, refused(row({ title: "One", version: 2, save_ids: ["s1"] })));
	expect(next).toMatchObject({ sending: undefined, conflict: undefined, post: { version: 2 } });
	expect(isDirty(next)).toBe(false);
});

test("what a colleague has withdrawn after a lost answer is shown as it is now", () => {
	const state = run(open(), save("s1", true));
	const withdrawn = row({ version: 3, save_ids: ["s1"], status: "draft" });
	const next = run(state, refused(withdrawn));
	expect(next.draft.status).toBe("draft");
	expect(next.sending).toBeUndefined();
});

test("a version that an unconfirmed save has made is no colleague's: the next text goes over it", () => {
	const state = run(open(), type({ content: "<p>one</p>" }), save(), lost, type({ content: "<p>two</p>" }), save("s2"));
	const next = run(state, refused(row({ content: "<p>one</p>", version: 2, save_ids: ["s1"] }), "s3"));
	expect(next.conflict).toBeUndefined();
	expect(next.sending).toMatchObject({ save_id: "s3", over: 2, body: { content: "<p>two</p>" } });
});

test("what only a colleague has changed is taken over, and the save is sent again under a new name", () => {
	const state = run(open(), type({ title: "Mine" }), save());
	const next = run(state, refused(row({ excerpt: "Theirs", content: "<p>theirs</p>", version: 2, save_ids: ["c"] })));
	expect(next.sending).toMatchObject({ save_id: "s2", over: 2, body: { title: "Mine", publish: false } });
	expect(next.draft).toMatchObject({ title: "Mine", excerpt: "Theirs", content: "<p>theirs</p>" });
	expect(next.replaced).toBe(1);
});

test("a field that both have changed is asked about, and only that one", () => {
	const state = run(open(), type({ title: "Mine", excerpt: "Mine too" }), save());
	const theirs = row({ title: "Theirs", slug: "theirs", version: 2, save_ids: ["c"] });
	const next = run(state, refused(theirs));
	expect(next).toMatchObject({ sending: undefined, conflict: { fields: ["title"] }, draft: { title: "Mine" } });

	const kept = run(next, { type: "choose", mine: true, now, save_id: "s3" });
	expect(kept.sending).toMatchObject({ save_id: "s3", over: 2, body: { title: "Mine", excerpt: "Mine too" } });
	expect(kept.draft.slug).toBe("theirs");

	const taken = run(next, { type: "choose", mine: false, now, save_id: "s3" });
	expect(taken).toMatchObject({ sending: undefined, draft: { title: "Theirs", excerpt: "Mine too" } });

	const edited = run(next, { type: "keep editing" }, save("s4"));
	expect(edited.sending).toMatchObject({ save_id: "s4", over: 1 });
});

test("the same change by both is none to ask about", () => {
	const state = run(open(), type({ title: "Same" }), save());
	expect(run(state, refused(row({ title: "Same", version: 2, save_ids: ["c"] }))).conflict).toBeUndefined();
});

test.each([
	["published", "2026-11-19T12:00:00.000Z"],
	["scheduled", ahead],
])("a text isn't sent again by itself once a colleague has %s the post, until its button is pressed", (_word, date) => {
	const state = run(open(), type({ content: "<p>half a sen</p>" }), save());
	const next = run(state, refused(row({ status: "published", published_at: date, version: 2, save_ids: ["c"] })));
	expect(next.sending).toBeUndefined();
	expect(wentPublic(next, now)).toBe(true);
	const pressed = run(next, save("s3"));
	expect(pressed.sending).toMatchObject({ save_id: "s3", over: 2, body: { content: "<p>half a sen</p>" } });
	expect(wentPublic(pressed, now)).toBe(false);
});

test("a scheduled post whose time has come is public now", () => {
	const state = run(open(row({ status: "published", published_at: ahead })), type({ title: "New" }));
	expect(wentPublic(state, now)).toBe(false);
	expect(wentPublic(state, Date.parse(ahead) + 1)).toBe(true);
});

test("what a colleague has withdrawn stays withdrawn", () => {
	const live = row({ status: "published", published_at: "2026-11-01T00:00:00.000Z" });
	const state = run(open(live), type({ title: "New" }), save());
	const next = run(state, refused(row({ version: 2, save_ids: [] })));
	expect(next.sending?.body).toEqual({ title: "New", publish: false });
	expect(next.draft.status).toBe("draft");
});

test("a newer version is taken over while nothing of it is touched", () => {
	const theirs = row({ content: "<p>theirs</p>", version: 2 });
	expect(run(open(), { type: "newer", row: theirs, now })).toMatchObject({ post: theirs, draft: draftOf(theirs) });
	const typed = run(open(), type({ content: "<p>mine</p>" }), { type: "newer", row: theirs, now });
	expect(typed).toMatchObject({ post: { version: 1 }, draft: { content: "<p>mine</p>" } });
	const late = run(open(theirs), { type: "newer", row: row(), now });
	expect(late.post?.version).toBe(2);
});

test("a text whose post was deleted goes on in a new one, as a draft", () => {
	const live = row({ status: "published", published_at: "2026-11-01T00:00:00.000Z" });
	const gone = run(open(live), type({ title: "Mine" }), save(), { type: "gone", id });
	expect(gone).toMatchObject({ isGone: true, sending: undefined, draft: { title: "Mine" } });
	const next = run(gone, { type: "save as new", id: "2", save_id: "s2", now });
	expect(next).toMatchObject({
		id: "2",
		isGone: false,
		sending: { over: null, body: { title: "Mine", status: "draft" } },
	});
	// A second answer that the first post is gone comes late.
	expect(run(next, { type: "gone", id })).toBe(next);
});

test("unsaved changes are restored over what they stand on, and discarded", () => {
	const contents = contentsOf(run(open(), type({ title: "Mine" })));
	expect(contents).toEqual({
		fields: { ...draftOf(row()), title: "Mine" },
		before: { title: "Title", status: "draft", published_at: null },
		basis: 1,
	});
	const left = contents && { draft: contents, unconfirmed: [] };
	const state = initialState(id, row({ excerpt: "Theirs", version: 1 }), left, now);
	expect(state).toMatchObject({ isRestored: true, draft: { title: "Mine", excerpt: "Theirs" } });
	const ofGone = initialState(id, undefined, left, now);
	expect(ofGone).toMatchObject({ isGone: true, draft: { title: "Mine", content: "<p>text</p>" } });
	const discarded = run(state, { type: "replace", fields: {} });
	expect(discarded).toMatchObject({ isRestored: false, draft: { title: "Title" }, replaced: 1 });
	expect(contentsOf(discarded)).toBeUndefined();
});

test("restored changes to what a colleague has changed since are asked about by the first save", () => {
	const left = {
		draft: { fields: { title: "Mine" }, before: { title: "Title", status: "draft" as const }, basis: 1 },
		unconfirmed: [],
	};
	const newer = row({ title: "Theirs", version: 2 });
	const state = run(initialState(id, newer, left, now), save());
	expect(state.sending).toMatchObject({ over: 1, body: { title: "Mine" } });
	expect(run(state, refused(newer)).conflict).toMatchObject({ fields: ["title"] });
	// By its own save, of which nobody heard, there is nothing to ask.
	const own = initialState(
		id,
		row({ title: "Title 2", version: 2, save_ids: ["s0"] }),
		{ ...left, unconfirmed: ["s0"] },
		now,
	);
	expect(run(own, save()).sending).toMatchObject({ over: 2, body: { title: "Mine" } });
});

test("restored changes that the post has already are nothing to restore", () => {
	const left = { draft: { fields: { title: "Title" }, before: { title: "Old" }, basis: 1 }, unconfirmed: [] };
	expect(initialState(id, row({ version: 2 }), left, now).isRestored).toBe(false);
});

test("a refused save keeps the text, and says why at the field", () => {
	const errors = { slug: "Too long." };
	const state = run(open(), type({ slug: "x" }), save(), { type: "failed", isUnanswered: false, errors });
	expect(state).toMatchObject({ sending: undefined, draft: { slug: "x" }, errors, unconfirmed: [] });
	expect(run(state, type({ slug: "y" })).errors.slug).toBe("");
});

test("Publish names the moment that its button says", () => {
	const scheduled = run(open(), type({ published_at: ahead }), save("s1", true));
	expect(scheduled.sending?.body).toEqual({ published_at: ahead, schedule: true, publish: true });
	expect(run(open(), save("s1", true)).sending?.body).toEqual({ published_at: null, schedule: false, publish: true });
});
