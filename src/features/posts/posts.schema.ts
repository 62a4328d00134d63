import { z } from "zod";
import { optionalLine, optionalText, requiredLine, storedText, timeWithOffset } from "#lib/fields.ts";
import { creationFields, draftStamp, saveFields, versionCounter } from "#lib/saves.ts";
import { defineStatuses } from "#lib/status.ts";
import { rowChanges } from "#lib/status-change.ts";
import { htmlText } from "#lib/text/html-text.ts";

export const {
	statuses: postStatuses,
	labels: postStatusLabels,
	tones: postStatusTones,
} = defineStatuses({ draft: ["Draft", "grey"], published: ["Published", "green"], archived: ["Archived", "red"] });
export type PostStatus = (typeof postStatuses)[number];

/** In characters, unless said otherwise. */
export const postLimits = {
	title: 300,
	slug: 320,
	content: 500_000,
	excerpt: 1000,
	tag: 50,
	tags: 30,
	address: 2000,
	alt: 500,
	metaTitle: 300,
	metaDescription: 500,
	/** Bytes of a save: the content at its limit, in any language. */
	body: 2 * 1024 * 1024,
	/** Bytes of a draft, which holds what it began with, too. */
	draftBody: 7 * 1024 * 1024,
} as const;

/** Pictures are our own uploads or the project's artwork; the policy of the pages loads nothing from other hosts. */
const pictureAddress = optionalLine(postLimits.address).refine(
	(value) => value === null || /^\/[^/\\]/.test(value) || URL.parse(value)?.protocol.startsWith("http"),
	"Please enter an image URL.",
);

const tags = z
	.array(requiredLine(postLimits.tag, "Please enter a tag."))
	.max(postLimits.tags, `Please use at most ${postLimits.tags} tags.`)
	.transform((all) => [...new Set(all)]);

export const titleMissing = "Please enter a title.";
export const textMissing = "A post on the site needs a text. To save it without one, set its status to Draft.";

/** What the editor saves of a post's text, without the values that a new post has by default. */
const textFields = z.object({
	title: requiredLine(postLimits.title, titleMissing),
	slug: optionalLine(postLimits.slug).transform((slug) => slug ?? ""),
	content: storedText.max(postLimits.content, "This post is too long. Please shorten it."),
	excerpt: optionalText(postLimits.excerpt),
	tags,
	featured_image: pictureAddress,
	/** What it shows, for those who cannot see it; nothing where it adds nothing to the title. */
	featured_image_alt: optionalLine(postLimits.alt),
	meta_title: optionalLine(postLimits.metaTitle),
	meta_description: optionalText(postLimits.metaDescription),
	og_image: pictureAddress,
});
export type PostFields = z.infer<typeof textFields>;
export const postFieldNames = textFields.keyof().options;

/** What a save says beside the text. */
const publicationFields = {
	status: z.enum(postStatuses),
	/** The date of a scheduled post. */
	published_at: timeWithOffset("Please enter a publish date between 1900 and 9999.").nullable().optional(),
	/** The Publish button: published whatever the status says, from a date ahead on or, without one, from now on. */
	publish: z.boolean().default(false),
	/** Of the Publish button: it named the date, so that nothing may be published if that has passed by the server's clock. */
	schedule: z.boolean().optional(),
	/** The last of the author's drafts that the save includes. */
	draft: draftStamp.optional(),
};

export const postInputSchema = textFields.extend({
	content: textFields.shape.content.default(""),
	tags: tags.default([]),
	...publicationFields,
	status: publicationFields.status.default("draft"),
	...creationFields,
});
export type PostInput = z.infer<typeof postInputSchema>;

/** A new post under the id that its editor has chosen. */
export const postCreationSchema = postInputSchema.extend({ version: z.null("This address creates a post.") });

/** A save changes only the fields that it names. */
export const postChangeSchema = textFields
	.extend({ ...publicationFields, ...saveFields })
	.partial()
	.extend({ publish: publicationFields.publish, version: versionCounter });
export type PostChange = z.infer<typeof postChangeSchema>;

/** The version that whoever restores has seen. */
export const postRestoreSchema = postChangeSchema.pick({ version: true, save_id: true });

/** Who saves, and when. */
export type Save = { authorId: string | null; now: Date };

/** A text as it is typed. */
const draftFields = z
	.object({
		title: storedText.max(postLimits.title * 2),
		slug: storedText.max(postLimits.slug * 2),
		content: storedText.max(postLimits.content * 2),
		excerpt: storedText.max(postLimits.excerpt * 2),
		tags: z.array(storedText.max(postLimits.tag)).max(postLimits.tags * 2),
		featured_image: storedText.max(postLimits.address * 2),
		featured_image_alt: storedText.max(postLimits.alt * 2),
		meta_title: storedText.max(postLimits.metaTitle * 2),
		meta_description: storedText.max(postLimits.metaDescription * 2),
		og_image: storedText.max(postLimits.address * 2),
		status: publicationFields.status,
		// While its year is typed, it is one of the first century.
		published_at: z.iso.datetime({ offset: true }).nullable(),
	})
	.partial();

export const draftContents = z.object({
	/** The whole text, which may outlive the post. */
	fields: draftFields,
	/** The fields that were touched, and how far readers saw the post, in the version that the draft began with. */
	before: draftFields,
	/** That version; null for a new post. */
	basis: z.int().min(1).nullable(),
});
export type DraftContents = z.infer<typeof draftContents>;

/** Null discards the draft. */
export const draftInputSchema = draftStamp.extend({ draft: draftContents.nullable(), version: z.int().min(0) });

/** A post that was changed after this moment is not deleted. */
export const postDeletionSchema = z.object({ unchanged_since: timeWithOffset().optional() });

/**
 * The toggle of the list: publishes from now on, or on a date that lies ahead, or withdraws. A post that was changed after
 * `unchanged_since` stays as it is.
 */
export const postStatusChangeSchema = z.object({
	status: z.enum(["draft", "published"]),
	published_at: timeWithOffset().optional(),
	unchanged_since: timeWithOffset().optional(),
});
export type PostStatusChange = z.infer<typeof postStatusChangeSchema>;

/**
 * Of many posts. `published_at` puts a date back that an undone change has replaced; without it publishing dates again.
 * Posts that were changed after `unchanged_since` stay as they are.
 */
export const postStatusesChangeSchema = z.object({
	changes: rowChanges({
		status: z.enum(postStatuses),
		published_at: timeWithOffset().nullable().optional(),
		unchanged_since: timeWithOffset().optional(),
	}),
	undo_of: z.enum(postStatuses).optional(),
});
export type PostStatusesChange = z.infer<typeof postStatusesChangeSchema>;

/** The badge of a post and of its card. */
export const firstTag = (tags: readonly string[]) => tags[0] ?? "General";

/** A publish date, as long as it lies ahead. */
export const dateAhead = (published_at: string | null | undefined, now: number): string | undefined =>
	published_at && Date.parse(published_at) > now ? published_at : undefined;

const justPassedMs = 60_000;

/** Whether a date that was chosen as one ahead has passed: more than just now, by a clock that was wrong. */
export const hasPassed = (published_at: string | null | undefined, now: number): boolean =>
	published_at != null && now - Date.parse(published_at) > justPassedMs;

export const datePassed = "This time has passed. Please choose a later one, and check this computer's clock.";

type Publication = { status: PostStatus; published_at: string | null; updated_at: string };

/**
 * A published post is live from its date on. One whose date lies ahead is scheduled, which no column says. `now` may be
 * a minute old, or by a clock that is slow: What was published "now" is live by its own time of change.
 */
export const isScheduled = ({ status, published_at, updated_at }: Publication, now: number): boolean =>
	status === "published" && dateAhead(published_at, Math.max(now, Date.parse(updated_at))) !== undefined;

export const isLive = (post: Publication, now: number): boolean =>
	post.status === "published" && !isScheduled(post, now);

export function countPublished(posts: readonly Publication[], now: number) {
	const count = (holds: typeof isLive) => posts.filter((post) => holds(post, now)).length;
	return { live: count(isLive), scheduled: count(isScheduled) };
}

/** Nothing to read and nothing to see. */
export const isEmptyContent = (html: string) => htmlText(html) === "" && !/<(?:img|iframe) /.test(html);

/** What is on the site, or will be, has a text. One that has been there without may stay so. */
export function lacksText(
	post: { status: PostStatus; content: string },
	before: { status: PostStatus; content: string } | undefined,
): boolean {
	const lacks = ({ status, content }: typeof post) => status === "published" && isEmptyContent(content);
	return lacks(post) && !(before && lacks(before));
}
