import { and, eq, like, ne, or, type SQL, sql } from "drizzle-orm";
import { slugify, uniqueSlug } from "#lib/text/slug.ts";
import type { Database } from "#platform/database/database.server.ts";
import { postOldSlugsTable, postsTable } from "./posts.table.ts";
import { isVisible } from "./public/public-posts.server.ts";

/** Makes saves wait for each other, so that two posts can't choose the same slug. Lasts until the transaction ends. */
export async function lockSlugs(tx: Database): Promise<void> {
	await tx.execute(sql`select pg_advisory_xact_lock(hashtext('blog_posts.slug'))`);
}

/** The typed slug, else the title's, else the id; numbered if another post has it or had it in public. */
export async function chooseSlug(
	tx: Database,
	postId: string,
	fields: { slug: string; title: string },
): Promise<string> {
	const wanted = slugify(fields.slug) || slugify(fields.title) || postId;
	const sameBeginning = (column: typeof postsTable.slug | typeof postOldSlugsTable.slug) =>
		or(eq(column, wanted), like(column, `${wanted}-%`));
	const taken = await tx
		.select({ slug: postsTable.slug })
		.from(postsTable)
		.where(and(ne(postsTable.id, postId), sameBeginning(postsTable.slug)))
		.union(
			tx
				.select({ slug: postOldSlugsTable.slug })
				.from(postOldSlugsTable)
				.where(and(ne(postOldSlugsTable.post_id, postId), sameBeginning(postOldSlugsTable.slug))),
		);
	return uniqueSlug(wanted, new Set(taken.map(({ slug }) => slug)));
}

/** Keeps the addresses under which these posts are public. Call it before every change that may rename or hide one. */
export async function rememberSlugs(tx: Database, which: SQL, now: Date): Promise<void> {
	const live = tx
		.select({ slug: postsTable.slug, post_id: postsTable.id })
		.from(postsTable)
		.where(and(which, isVisible(now)));
	await tx.insert(postOldSlugsTable).select(live).onConflictDoNothing();
}
