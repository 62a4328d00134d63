import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { sanitizeContent } from "#features/posts/post-content.server.ts";
import { postFieldNames } from "#features/posts/posts.schema.ts";
import { type Post, type PostRevision, postRevisionsTable } from "#features/posts/posts.table.ts";
import { pick } from "#lib/pick.ts";
import type { Database } from "#platform/database/database.server.ts";
import { required } from "#platform/records/records.server.ts";

const maxRevisions = 50;
const { author_id, fields, id, post_id, saved_at } = postRevisionsTable;
const newest = [desc(saved_at), desc(id)];

/** Notes what a save has left, if that is anything new. */
export async function createRevision(tx: Database, post: Post, authorId: string | null): Promise<void> {
	const saved = pick(post, postFieldNames);
	const [last] = await tx
		.select({ isSame: sql<boolean>`${fields} = ${JSON.stringify(saved)}::jsonb` })
		.from(postRevisionsTable)
		.where(eq(post_id, post.id))
		.orderBy(...newest)
		.limit(1);
	if (!last?.isSame) {
		const values = { post_id: post.id, author_id: authorId, saved_at: post.updated_at, fields: saved };
		await tx.insert(postRevisionsTable).values(values);
	}
	await forgetOldRevisions(tx, post.id);
}

async function forgetOldRevisions(tx: Database, postId: string): Promise<void> {
	const ofThisPost = tx.select({ id }).from(postRevisionsTable).where(eq(post_id, postId));
	await tx
		.delete(postRevisionsTable)
		.where(and(eq(post_id, postId), notInArray(id, ofThisPost.orderBy(...newest).limit(maxRevisions))));
}

/** Newest first, with who saved them, without their content. */
export async function listRevisions(db: Database, postId: string) {
	return db
		.select({
			id,
			author: sql<string | null>`coalesce(${profilesTable.full_name}, ${profilesTable.email})`,
			saved_at,
			title: sql<string>`${fields} ->> 'title'`,
		})
		.from(postRevisionsTable)
		.leftJoin(profilesTable, eq(profilesTable.user_id, author_id))
		.where(eq(post_id, postId))
		.orderBy(...newest);
}

/** @throws {HttpError} 404 */
export async function getRevision(db: Database, postId: string, revisionId: string): Promise<PostRevision> {
	const [revision] = await db
		.select()
		.from(postRevisionsTable)
		.where(and(eq(id, revisionId), eq(post_id, postId)));
	return required(revision, "This version");
}

/** What leaves the server. */
export function presentRevision({ id, saved_at, fields }: PostRevision) {
	// Shown as it is: cleaned by the rules of today, not by those of the day it was saved.
	const content = sanitizeContent(fields.content);
	return { id, saved_at: saved_at.toISOString(), fields: { ...fields, content } };
}
