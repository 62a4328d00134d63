import { type Stretch, stretchesOf } from "#admin/editing/word-difference.tsx";
import type { PostDraft } from "#features/posts/editor/post-draft.ts";
import { dateAhead, postStatusLabels } from "#features/posts/posts.schema.ts";
import { htmlText } from "#lib/text/html-text.ts";
import { formatMoment } from "#lib/time/dates.ts";

export type FieldDifference = { label: string; stretches: Stretch[] };

/** How each field reads in a comparison. The address of a picture would say nothing. */
const readings: { label: string; read(draft: PostDraft): string; compare?: typeof stretchesOf }[] = [
	{ label: "Title", read: ({ title }) => title },
	{ label: "Content", read: ({ content }) => contentLines(content) },
	{ label: "Excerpt", read: ({ excerpt }) => excerpt },
	{ label: "Status", read: statusText },
	{
		label: "Publish Date",
		read: ({ published_at }) => (published_at ? formatMoment(published_at) : ""),
		compare: wholesOf,
	},
	{ label: "Tags", read: ({ tags }) => tags.join(", ") },
	{ label: "Slug", read: ({ slug }) => slug },
	{ label: "Featured Image", read: ({ featured_image }) => featured_image, compare: picturesOf },
	{ label: "Alt Text for the Featured Image", read: ({ featured_image_alt }) => featured_image_alt },
	{ label: "Meta Title", read: ({ meta_title }) => meta_title },
	{ label: "Meta Description", read: ({ meta_description }) => meta_description },
	{ label: "Share Image", read: ({ og_image }) => og_image, compare: picturesOf },
];

/** As the editor calls it. */
function statusText({ status, published_at }: PostDraft): string {
	const isAhead = status === "published" && dateAhead(published_at, Date.now()) !== undefined;
	return isAhead ? "Scheduled" : postStatusLabels[status];
}

/** The fields in which two versions differ, word by word. A change of formatting alone has no stretches. */
export function differences(before: PostDraft, after: PostDraft): FieldDifference[] {
	const changed = readings.flatMap(({ label, read, compare = stretchesOf }) => {
		const [from, to] = [read(before), read(after)];
		return from === to ? [] : [{ label, stretches: compare(from, to) }];
	});
	const onlyFormatting = before.content !== after.content && !changed.some(({ label }) => label === "Content");
	return onlyFormatting ? [...changed, { label: "Content", stretches: [] }] : changed;
}

/** The text with one line for each block. Pictures and videos are named by their descriptions. */
const contentLines = (html: string) =>
	html
		.replace(/<img\b[^<>]*?\balt="([^"]*)"[^<>]*>/g, "<br>[Image: $1]<br>")
		.replace(/<iframe\b[^<>]*?\btitle="([^"]*)"[^<>]*>/g, "<br>[Video: $1]<br>")
		.split(/<\/(?:p|h[1-6]|li|blockquote|pre)>|<br\s*\/?>/)
		.map(htmlText)
		.filter(Boolean)
		.join("\n");

/** One after the other: of two dates, the digits that are the same say nothing. */
function wholesOf(before: string, after: string): Stretch[] {
	const stretches: Stretch[] = [];
	if (before) stretches.push({ text: before, in: "before" });
	if (before && after) stretches.push({ text: " ", in: "both" });
	if (after) stretches.push({ text: after, in: "after" });
	return stretches;
}

function picturesOf(before: string, after: string): Stretch[] {
	return wholesOf(before && (after ? "Earlier image" : "Image"), after && (before ? "New image" : "Image"));
}
