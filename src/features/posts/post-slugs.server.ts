import { and, type SQL } from "drizzle-orm";
import { slugify } from "#lib/text/slug.ts";
import type { Database } from "#platform/database/database.server.ts";
import { chooseSlug } from "#platform/records/slugs.server.ts";
import { postOldSlugsTable, postsTable } from "./posts.table.ts";
import { isVisible } from "./public/public-posts.server.ts";

/** Makes saves wait for each other, so that two posts can't choose the same slug. */
export const slugLock = "blog_posts.slug";

/** The typed slug, else the title's, else the id; numbered if another post has it or had it in public. */
export function slugOf(tx: Database, postId: string, fields: { slug: string; title: string }): Promise<string> {
	const former = { slug: postOldSlugsTable.slug, owner: postOldSlugsTable.post_id };
	const wanted = slugify(fields.slug) || slugify(fields.title) || postId;
	return chooseSlug(tx, { table: postsTable, former }, postId, wanted);
}

/** Keeps the addresses under which these posts are public. Call it before every change that may rename or hide one. */
export async function rememberSlugs(tx: Database, which: SQL, now: Date): Promise<void> {
	const live = tx
		.select({ slug: postsTable.slug, post_id: postsTable.id })
		.from(postsTable)
		.where(and(which, isVisible(now)));
	await tx.insert(postOldSlugsTable).select(live).onConflictDoNothing();
}
