import { expect, test } from "vitest";
import { type ListedPost, postsList } from "./posts.list.ts";

const post: ListedPost = {
	id: "1",
	title: "A",
	slug: "a",
	excerpt: null,
	text: "",
	tags: [],
	status: "draft",
	published_at: null,
	created_at: "2026-11-20T10:00:00.000Z",
	updated_at: "2026-11-20T10:05:00.000Z",
};

test("each of many posts is published as the list shows it, and on its own day", () => {
	const change = (row: Partial<ListedPost>) => postsList.statusChange?.({ ...post, ...row }, "published");
	const unchanged_since = "2026-11-20T10:05:00.000Z";
	expect(change({})).toEqual({ status: "published", unchanged_since });
	const published_at = "2099-12-24T14:00:00.000Z";
	expect(change({ published_at })).toEqual({ status: "published", published_at, unchanged_since });
	expect(postsList.statusChange?.(post, "draft")).toEqual({ status: "draft" });
	// What a colleague has put on the site meanwhile isn't unscheduled.
	const scheduled = { ...post, status: "published" as const, published_at };
	expect(postsList.statusChange?.(scheduled, "draft")).toEqual({ status: "draft", unchanged_since });
});

test("an undo goes back to what the change has replaced, of which the list may not have heard", () => {
	const changed = { ...post, updated_at: "2026-11-20T10:06:00.000Z" };
	const unchanged_since = changed.updated_at;
	expect(postsList.statusFields(post, changed)).toEqual({ status: "draft", published_at: null, unchanged_since });
	const former = { status: "published" as const, published_at: "2027-01-05T14:00:00.000Z" };
	expect(postsList.statusFields(post, { ...changed, former })).toEqual({ ...former, unchanged_since });
});
