import { and, asc, eq, gt, lte, or, sql } from "drizzle-orm";
import { type Post, postOldSlugsTable, postsTable } from "#features/posts/posts.table.ts";
import { searchWords } from "#lib/text/search-words.ts";
import { contains } from "#platform/database/contains.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { newestFirst } from "#platform/records/keyset.server.ts";

const { id, published_at, slug, status } = postsTable;

/** The one rule for what the public may see. */
export const isVisible = (now: Date) => and(eq(status, "published"), lte(published_at, now));

/** Newest first. */
export function listPublicPosts(db: Database, now: Date, limit: number, offset = 0): Promise<Post[]> {
	return db
		.select()
		.from(postsTable)
		.where(isVisible(now))
		.orderBy(...newestFirst(published_at, id))
		.limit(limit)
		.offset(offset);
}

/** Posts that have each of the words somewhere in their title, excerpt, text, or tags. Newest first. */
export function searchPublicPosts(db: Database, now: Date, words: string, limit: number): Promise<Post[]> {
	const { content_text, excerpt, tags, title } = postsTable;
	const texts = [title, excerpt, content_text, sql`array_to_string(${tags}, ' ')`];
	const hasWord = (word: string) => or(...texts.map((text) => contains(text, word)));
	return db
		.select()
		.from(postsTable)
		.where(and(isVisible(now), ...searchWords(words).map(hasWord)))
		.orderBy(...newestFirst(published_at, id))
		.limit(limit);
}

/** The public post with this slug, or the current slug of the post that had it. */
export async function findPublicPost(
	db: Database,
	wanted: string,
	now: Date,
): Promise<{ post: Post } | { movedTo: string } | undefined> {
	const [post] = await db
		.select()
		.from(postsTable)
		.where(and(eq(slug, wanted), isVisible(now)));
	if (post) return { post };
	const [moved] = await db
		.select({ slug })
		.from(postOldSlugsTable)
		.innerJoin(postsTable, eq(postsTable.id, postOldSlugsTable.post_id))
		.where(and(eq(postOldSlugsTable.slug, wanted), isVisible(now)));
	return moved && { movedTo: moved.slug };
}

/** When the next scheduled post becomes public. */
export async function nextPublication(db: Database, now: Date): Promise<Date | null> {
	const [next] = await db
		.select({ published_at })
		.from(postsTable)
		.where(and(eq(status, "published"), gt(published_at, now)))
		.orderBy(asc(published_at))
		.limit(1);
	return next?.published_at ?? null;
}

/** For the sitemap. */
export async function publicPostPages(db: Database, now: Date): Promise<{ path: string; changed: Date }[]> {
	const posts = await db
		.select({ slug, changed: postsTable.updated_at })
		.from(postsTable)
		.where(isVisible(now))
		.orderBy(...newestFirst(published_at, id));
	return posts.map((post) => ({ path: `/blog/${post.slug}`, changed: post.changed }));
}
