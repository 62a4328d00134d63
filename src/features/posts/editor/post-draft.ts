import { z } from "zod";
import { dateAhead, isLive, postStatuses } from "#features/posts/posts.schema.ts";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { writeAhead } from "#features/posts/schedule.ts";
import { spelledAlike } from "#lib/text/html-spelling.ts";
import { slugify } from "#lib/text/slug.ts";

/** A text field: one without a value is empty. */
const text = z
	.string()
	.nullish()
	.transform((value) => value ?? "");

/** What the editor holds: the fields as they are typed. Reads a post as well, and of nothing makes an empty draft. */
export const postDraftSchema = z.object({
	title: text,
	slug: text,
	content: text,
	excerpt: text,
	tags: z.array(z.string()).default([]),
	status: z.enum(postStatuses).default("draft"),
	published_at: z.string().nullable().default(null),
	featured_image: text,
	featured_image_alt: text,
	meta_title: text,
	meta_description: text,
	og_image: text,
});
export type PostDraft = z.infer<typeof postDraftSchema>;

/** What a save without an answer was to do. */
export const unconfirmedActions = ["Saving", "Publishing", "Scheduling"] as const;
export type Unconfirmed = (typeof unconfirmedActions)[number];

export const emptyDraft = postDraftSchema.parse({});

export const draftOf = (post: PresentedPost): PostDraft => postDraftSchema.parse(post);

/** What the primary button says it will do: now, or at a publish date that lies ahead (decisions: blog). */
export function publishLabel({ published_at }: PostDraft, now: number): string {
	const ahead = dateAhead(published_at, now);
	return ahead ? `Schedule for ${writeAhead(ahead, now)}` : "Publish";
}

export const isSameDraft = ({ content: a, ...mine }: PostDraft, { content: b, ...theirs }: PostDraft): boolean =>
	JSON.stringify(mine) === JSON.stringify(theirs) && isSameText(a, b);

/** Whether the server and a browser only spell it differently. */
export const isSameText = (a: string, b: string): boolean => a === b || spelledAlike(a) === spelledAlike(b);

/** A draft with one field changed. While the slug of a new post is the title's, it follows the title (specification 5). */
export function changeDraft(draft: PostDraft, change: Partial<PostDraft>, isNew: boolean): PostDraft {
	const next = { ...draft, ...change };
	const follows = isNew && change.title !== undefined && draft.slug === slugify(draft.title);
	return follows ? { ...next, slug: slugify(next.title) } : next;
}

/**
 * A draft with another publish date. Without a date that lies ahead, a post that is saved as scheduled becomes a draft
 * again: the next save must not make it public. With one it is scheduled again.
 */
export function changeDate(draft: PostDraft, published_at: string | null, now: number): PostDraft {
	const isAhead = (date: string | null) => dateAhead(date, now) !== undefined;
	const next = { ...draft, published_at };
	if (isAhead(draft.published_at) === isAhead(published_at) || draft.status === "archived") return next;
	return { ...next, status: isAhead(published_at) ? "published" : "draft" };
}

/** What was typed while a save was on its way stays; the rest becomes what the server has made of it. */
export function afterSave(current: PostDraft, sent: PostDraft, saved: PostDraft): PostDraft {
	const typed = Object.entries(current).filter(
		([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name as keyof PostDraft]),
	);
	return { ...saved, ...Object.fromEntries(typed) };
}

/** The moment for which it was scheduled came after this one. */
export const hasGoneLive = (post: PresentedPost | undefined, now: number, since: number): boolean =>
	post?.published_at != null && isLive(post, now) && Date.parse(post.published_at) > since;

/** How far a post is out. */
const reaches = ["off", "scheduled", "live"] as const;

function reachOf({ status, published_at }: PostDraft, now: number): (typeof reaches)[number] {
	if (status !== "published") return "off";
	return dateAhead(published_at, now) ? "scheduled" : "live";
}

/**
 * Of a newer version, what a save over it takes along: that someone else has withdrawn or rescheduled the post, unless
 * this author has changed the same. By what they have published or scheduled, this author's text doesn't get out.
 * @param before what the author's changes began with
 */
export function takenOver(mine: PostDraft, before: PostDraft, theirs: PostDraft, now: number): Partial<PostDraft> {
	const isUntouched = mine.status === before.status && mine.published_at === before.published_at;
	const isFurther = reaches.indexOf(reachOf(theirs, now)) > reaches.indexOf(reachOf(before, now));
	return isUntouched && !isFurther ? { status: theirs.status, published_at: theirs.published_at } : {};
}

/**
 * What a save over a newer version means for readers.
 * @param versions.mine as the author has it
 * @param versions.before the post as the author's version began
 * @param versions.saved the author's with what is taken over
 * @param changedAt when the newer version was saved
 */
export function effectOfSave(
	{ mine, before, saved, theirs }: Record<"mine" | "before" | "saved" | "theirs", PostDraft>,
	now: number,
	changedAt = now,
): string | undefined {
	const theirReach = reachOf(theirs, now);
	// What was scheduled then, and would have gone live since, never was on the site.
	const reachBefore = reachOf(before, changedAt);
	const isSame = mine.status === before.status && mine.published_at === before.published_at;
	const myReach = isSame ? reachBefore : reachOf(mine, now);
	const dateOf = ({ published_at }: PostDraft) => published_at && writeAhead(published_at, now);
	switch (reachOf(saved, now)) {
		case "live":
			return [
				reachBefore === "live" && theirReach === "off" && "The post has been taken off the site since.",
				reachBefore === "live" &&
					theirReach === "scheduled" &&
					`The post has been taken off the site until ${dateOf(theirs)}.`,
				reachBefore === "off" && theirReach === "scheduled" && `The post is scheduled for ${dateOf(theirs)} now.`,
				"Readers will see your version as soon as you save it.",
			]
				.filter(Boolean)
				.join(" ");
		case "scheduled":
			if (theirReach === "live")
				return `The post is on the site now. Your version takes it off until ${dateOf(saved)}.`;
			if (theirReach === "off" && reachBefore === "scheduled")
				return `The post is no longer scheduled. Your version will go live ${dateOf(saved)}.`;
			return myReach === "live"
				? `The post has been taken off the site until ${dateOf(saved)}. Your version will go live then.`
				: `Your version will go live ${dateOf(saved)}.`;
		case "off":
			if (theirReach === "live") return "The post is on the site now. Your version takes it off until you publish it.";
			if (theirReach === "scheduled")
				return `The post is scheduled for ${dateOf(theirs)} now. If you save your version, it won't go live then.`;
			if (myReach === "live")
				return "The post has been taken off the site since. It stays off when you save your version.";
			if (myReach === "scheduled")
				return "The post is no longer scheduled. It stays that way when you save your version.";
			if (saved.status === "archived" && mine.status !== "archived")
				return "The post has been archived since. It stays archived when you save your version.";
			return undefined;
	}
}
