import { tz } from "@date-fns/tz";
import { format } from "date-fns/format";
import {
	findPictures,
	type PostPicture,
	picturesIn,
	withResponsivePictures,
} from "#features/posts/pictures/post-pictures.server.ts";
import { sanitizeContent } from "#features/posts/post-content.server.ts";
import { firstTag } from "#features/posts/posts.schema.ts";
import type { Post } from "#features/posts/posts.table.ts";
import { htmlText, readMinutes } from "#lib/text/html-text.ts";
import { preview } from "#lib/text/text.ts";
import type { Database } from "#platform/database/database.server.ts";
import { site } from "#site.config.ts";
import { drawingsOf } from "./default-drawing.ts";

const summaryLength = 160;
/** The width of a picture in the article's column (brand: pages). */
const columnSizes = "(min-width: 50rem) 46rem, calc(100vw - 2.5rem)";

// The server renders these for all visitors alike, in the firm's time zone, so that nothing differs after hydration.
const inFirmsTime = { in: tz(site.timeZone) };

/** 'Nov 05, 2026', for cards. */
const formatPostDay = (date: Date) => format(date, "MMM dd, yyyy", inFirmsTime);

/** 'November 5, 2026', for the article. */
const formatPostDayLong = (date: Date) => format(date, "MMMM d, yyyy", inFirmsTime);

const pathOf = (post: Post) => `/blog/${post.slug}`;
const summaryOf = (post: Post) => post.excerpt ?? preview(post.content_text, summaryLength);

/** The cards of the blog list. */
export async function presentCards(db: Database, posts: Post[]) {
	const pictures = await findPictures(
		db,
		posts.map((post) => post.featured_image),
	);
	const drawings = drawingsOf(posts.map(pathOf));
	return posts.map((post, place) => ({
		path: pathOf(post),
		title: post.title,
		tag: firstTag(post.tags),
		summary: summaryOf(post),
		published: published(post, formatPostDay),
		minutes: readMinutes(post.content_text),
		picture: pictureOf(post, pictures),
		/** Instead of a picture. */
		drawing: drawings[place],
	}));
}
export type PostCardContent = Awaited<ReturnType<typeof presentCards>>[number];

/** All that the article's page shows in body and head. Sanitized again, because anything may have been stored. */
export async function presentArticle(db: Database, post: Post) {
	const content = sanitizeContent(post.content);
	const pictures = await findPictures(db, [post.featured_image, ...picturesIn(content)]);
	return {
		id: post.id,
		path: pathOf(post),
		title: post.title,
		tag: firstTag(post.tags),
		tags: post.tags,
		published: published(post, formatPostDayLong),
		modified: post.updated_at.toISOString(),
		minutes: readMinutes(htmlText(content)),
		picture: pictureOf(post, pictures),
		html: boldFirstSentence(withResponsivePictures(content, pictures, columnSizes)),
		metaTitle: post.meta_title ?? post.title,
		metaDescription: post.meta_description ?? summaryOf(post),
		shareImage: post.og_image ?? `${pathOf(post)}/og.png`,
	};
}
export type Article = Awaited<ReturnType<typeof presentArticle>>;

/** In the first paragraph, if no markup begins before its end. Shorter than 20 letters is an abbreviation rather than a sentence. */
export const boldFirstSentence = (html: string) =>
	html.replace(/^(<p[^>]*>)([^<]{20,}?[.!?…]["”’)]?)(?=\s|<)/, "$1<b>$2</b>");

/** A draft in preview has no date yet. */
function published({ published_at }: Post, write: (date: Date) => string) {
	return published_at && { iso: published_at.toISOString(), text: write(published_at) };
}

function pictureOf(
	{ featured_image, featured_image_alt }: Post,
	pictures: ReadonlyMap<string, PostPicture>,
): (PostPicture & { alt: string }) | null {
	if (!featured_image) return null;
	return { ...(pictures.get(featured_image) ?? { src: featured_image, sources: [] }), alt: featured_image_alt ?? "" };
}
