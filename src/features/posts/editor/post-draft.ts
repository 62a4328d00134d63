import { z } from "zod";
import { dateAhead, postStatuses } from "#features/posts/posts.schema.ts";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { writeAhead } from "#features/posts/schedule.ts";
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
export type DraftField = keyof PostDraft;
export const draftFields = postDraftSchema.keyof().options;

export const emptyDraft = postDraftSchema.parse({});

export const draftOf = (post: PresentedPost | undefined): PostDraft =>
	post ? postDraftSchema.parse(post) : emptyDraft;

/** What the primary button says it will do: now, or at a publish date that lies ahead (decisions: blog). */
export function publishLabel({ published_at }: PostDraft, now: number): string {
	const ahead = dateAhead(published_at, now);
	return ahead ? `Schedule for ${writeAhead(ahead, now)}` : "Publish";
}

/** A draft with some fields changed. While the slug of a new post is the title's, it follows the title (specification 5). */
export function changeDraft(draft: PostDraft, change: Partial<PostDraft>, isNew: boolean): PostDraft {
	const next = { ...draft, ...change };
	const follows = isNew && change.title !== undefined && draft.slug === slugify(draft.title);
	return follows ? { ...next, slug: slugify(next.title) } : next;
}

/**
 * What another publish date makes of the status of a post that is scheduled: Without a date that lies ahead it becomes a draft,
 * so that the next save doesn't make it public. With one it stays scheduled.
 */
export function changeDate(draft: PostDraft, published_at: string | null, now: number): Partial<PostDraft> {
	if (draft.status === "archived") return { published_at };
	return { published_at, status: dateAhead(published_at, now) ? "published" : "draft" };
}

/** How far readers see a post. */
const reaches = ["off", "scheduled", "live"] as const;
export type Reach = (typeof reaches)[number];

export function reachOf({ status, published_at }: Pick<PostDraft, "status" | "published_at">, now: number): Reach {
	if (status !== "published") return "off";
	return dateAhead(published_at, now) ? "scheduled" : "live";
}

export const isFurther = (reach: Reach, than: Reach): boolean => reaches.indexOf(reach) > reaches.indexOf(than);
