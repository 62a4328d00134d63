import { diffWordsWithSpace } from "diff";
import type { PostDraft } from "#features/posts/editor/post-draft.ts";
import { dateAhead, postStatusLabels } from "#features/posts/posts.schema.ts";
import { htmlText } from "#lib/text/html-text.ts";
import { formatMoment } from "#lib/time/dates.ts";

/** A stretch of text: in both versions, or in one of them. */
export type Stretch = { text: string; in: "both" | "before" | "after" };
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

/** Two texts with nothing in common take longest. They are shown one after the other. */
const timeout = 300;

function stretchesOf(before: string, after: string): Stretch[] {
	const parts = diffWordsWithSpace(before, after, { timeout });
	if (!parts) {
		return [
			{ text: before, in: "before" },
			{ text: after, in: "after" },
		];
	}
	return parts.map(({ value, added, removed }, place) => {
		if (added || removed) return { text: value, in: added ? "after" : "before" };
		return { text: shortened(value, place === 0, place === parts.length - 1), in: "both" };
	});
}

/** Enough to find the place. */
const context = 60;

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
	const head = isFirst ? 0 : context;
	const tail = isLast ? 0 : context;
	// A few left out would be harder to read than all of it.
	if (text.length <= head + tail + context) return text;
	const isWithin = (place: number) => /\S\S/.test(text.slice(place - 1, place + 1));
	const kept = text.slice(0, head);
	const begun = isWithin(head) ? kept.slice(0, Math.max(kept.lastIndexOf(" "), kept.lastIndexOf("\n")) + 1) : kept;
	const end = text.length - tail;
	const rest = isWithin(end) ? text.slice(end).replace(/^\S+/, "") : text.slice(end);
	return `${begun.trimEnd()} … ${rest.trimStart()}`;
}
