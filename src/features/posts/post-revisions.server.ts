import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import { profilesTable } from "#features/users/users.table.ts";
import { pick } from "#lib/pick.ts";
import type { Database } from "#platform/database/database.server.ts";
import { required } from "#platform/records/records.server.ts";
import { sanitizeContent } from "./post-content.server.ts";
import { type PostFields, postFieldsSchema, type Save } from "./posts.schema.ts";
import { type Post, type PostRevision, postRevisionsTable, postsTable } from "./posts.table.ts";

const maxRevisions = 50;
const revisedFields = postFieldsSchema.keyof().options;
const { author_id, autosave, fields, id, post_id, saved_at } = postRevisionsTable;
const newest = [desc(saved_at), desc(id)];

/** Notes what a save has left, if that is anything new. @param replaced the autosave of the session that saves */
export async function createRevision(
	tx: Database,
	post: Post,
	authorId: string | null,
	replaced?: string,
): Promise<void> {
	const saved = pick(post, revisedFields);
	const [last] = await tx
		.select({ isSame: sql<boolean>`${fields} = ${JSON.stringify(saved)}::jsonb` })
		.from(postRevisionsTable)
		.where(and(eq(post_id, post.id), eq(autosave, false)))
		.orderBy(...newest)
		.limit(1);
	if (!last?.isSame) {
		const values = { post_id: post.id, author_id: authorId, saved_at: post.updated_at, fields: saved };
		await tx.insert(postRevisionsTable).values(values);
	}
	if (replaced) {
		await tx.delete(postRevisionsTable).where(and(eq(id, replaced), eq(post_id, post.id), eq(autosave, true)));
	}
	await forgetOldRevisions(tx, post.id);
}

/**
 * Notes what an editor holds that isn't saved, so that it outlasts the browser. The post stays as it is.
 * @param session the id of the one revision that all autosaves of an editing session share
 * @throws {HttpError} 404 for an unknown post, or for a revision that isn't this author's autosave of it
 */
export async function autosaveRevision(
	tx: Database,
	postId: string,
	session: string,
	input: PostFields,
	{ authorId, now }: Save,
): Promise<void> {
	const [post] = await tx
		.select({ id: postsTable.id })
		.from(postsTable)
		.where(eq(postsTable.id, postId))
		.for("key share");
	required(post, "This blog post");
	const values = { saved_at: now, fields: { ...input, content: sanitizeContent(input.content) } };
	const written = await tx
		.insert(postRevisionsTable)
		.values({ id: session, post_id: postId, author_id: authorId, autosave: true, ...values })
		.onConflictDoUpdate({
			target: id,
			set: values,
			setWhere: and(eq(post_id, postId), eq(autosave, true), isOwn(authorId)),
		})
		.returning({ id });
	required(written[0], "This version");
	await forgetOldRevisions(tx, postId);
}

const isOwn = (authorId: string | null) => sql`${author_id} is not distinct from ${authorId}`;

/** Removes what this author has autosaved in a session, if there is anything. */
export async function discardAutosave(
	tx: Database,
	postId: string,
	session: string,
	{ authorId }: Save,
): Promise<void> {
	await tx
		.delete(postRevisionsTable)
		.where(and(eq(id, session), eq(post_id, postId), eq(autosave, true), isOwn(authorId)));
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
			author_id,
			author: sql<string | null>`coalesce(${profilesTable.full_name}, ${profilesTable.email})`,
			saved_at,
			autosave,
			title: sql<string>`${fields} ->> 'title'`,
		})
		.from(postRevisionsTable)
		.leftJoin(profilesTable, eq(profilesTable.user_id, author_id))
		.where(eq(post_id, postId))
		.orderBy(...newest);
}

export async function findRevision(
	db: Database,
	postId: string,
	revisionId: string,
): Promise<PostRevision | undefined> {
	const [revision] = await db
		.select()
		.from(postRevisionsTable)
		.where(and(eq(id, revisionId), eq(post_id, postId)));
	return revision;
}

/** @throws {HttpError} 404 */
export const getRevision = async (db: Database, postId: string, revisionId: string): Promise<PostRevision> =>
	required(await findRevision(db, postId, revisionId), "This version");

/** What leaves the server. */
export function presentRevision({ id, saved_at, fields }: PostRevision) {
	// Shown as it is: cleaned by the rules of today, not by those of the day it was saved.
	const content = sanitizeContent(fields.content);
	return { id, saved_at: saved_at.toISOString(), fields: { ...fields, content } };
}
