import { z } from "zod";
import { postStatuses } from "#features/posts/posts.schema.ts";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { htmlText } from "#lib/text/html-text.ts";
import { slugify } from "#lib/text/slug.ts";

/** What the editor holds: the fields as they are typed. */
export const postDraftSchema = z.object({
	title: z.string(),
	slug: z.string(),
	content: z.string(),
	excerpt: z.string(),
	tags: z.array(z.string()),
	status: z.enum(postStatuses),
	published_at: z.string().nullable(),
	featured_image: z.string(),
	featured_image_alt: z.string().default(""),
	meta_title: z.string(),
	meta_description: z.string(),
	og_image: z.string(),
});
export type PostDraft = z.infer<typeof postDraftSchema>;

export const emptyDraft: PostDraft = {
	title: "",
	slug: "",
	content: "",
	excerpt: "",
	tags: [],
	status: "draft",
	published_at: null,
	featured_image: "",
	featured_image_alt: "",
	meta_title: "",
	meta_description: "",
	og_image: "",
};

export function draftOf(post: PresentedPost): PostDraft {
	return {
		title: post.title,
		slug: post.slug,
		content: post.content,
		excerpt: post.excerpt ?? "",
		tags: post.tags,
		status: post.status,
		published_at: post.published_at,
		featured_image: post.featured_image ?? "",
		featured_image_alt: post.featured_image_alt ?? "",
		meta_title: post.meta_title ?? "",
		meta_description: post.meta_description ?? "",
		og_image: post.og_image ?? "",
	};
}

/** When a post is to appear whose publish date lies ahead; undefined for any other. */
export const scheduledFor = ({ published_at }: PostDraft, now: number): string | undefined =>
	published_at !== null && Date.parse(published_at) > now ? published_at : undefined;

/**
 * What the editor's primary button does: a date ahead is kept, and the post appears then; without one it is published
 * now (decisions: blog).
 */
export function publication(draft: PostDraft, now: number): { draft: PostDraft; publish: boolean } {
	if (!scheduledFor(draft, now)) return { draft, publish: true };
	return { draft: { ...draft, status: "published" }, publish: false };
}

export const isSameDraft = (a: PostDraft, b: PostDraft) => JSON.stringify(a) === JSON.stringify(b);

/** A draft with one field changed. While the slug of a new post is the title's, it follows the title (specification 5). */
export function changeDraft(draft: PostDraft, change: Partial<PostDraft>, isNew: boolean): PostDraft {
	const next = { ...draft, ...change };
	const follows = isNew && change.title !== undefined && draft.slug === slugify(draft.title);
	return follows ? { ...next, slug: slugify(next.title) } : next;
}

/** What was typed while a save was on its way stays; the rest becomes what the server has made of it. */
export function afterSave(current: PostDraft, sent: PostDraft, saved: PostDraft): PostDraft {
	const typed = Object.entries(current).filter(
		([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name as keyof PostDraft]),
	);
	return { ...saved, ...Object.fromEntries(typed) };
}

/** Nothing to read and nothing to see. */
export const isEmptyContent = (html: string) => htmlText(html) === "" && !/<(?:img|iframe) /.test(html);
