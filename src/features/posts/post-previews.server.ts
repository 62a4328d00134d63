import { createHash, randomBytes } from "node:crypto";
import { addDays } from "date-fns/addDays";
import { and, eq, gt } from "drizzle-orm";
import { noteAct } from "#features/activity/activity-note.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { type Post, postPreviewsTable, postsTable } from "./posts.table.ts";

const validDays = 7;

const hash = (token: string) => createHash("sha256").update(token).digest("base64url");

/**
 * Creates the one preview link of a post; an earlier one stops working. Anyone with the link sees the post as it is
 * saved at that time.
 */
export async function createPreview(
	tx: Database,
	{ id, title }: Pick<Post, "id" | "title">,
	now: Date,
): Promise<{ path: string; expires_at: string }> {
	const token = randomBytes(24).toString("base64url");
	const values = { token_hash: hash(token), expires_at: addDays(now, validDays) };
	await tx
		.insert(postPreviewsTable)
		.values({ post_id: id, ...values })
		.onConflictDoUpdate({ target: postPreviewsTable.post_id, set: values });
	await noteAct(tx, { action: "create_preview", table: "blog_posts", id, label: title });
	return { path: `/blog/preview/${token}`, expires_at: values.expires_at.toISOString() };
}

export async function revokePreview(tx: Database, postId: string): Promise<void> {
	const ended = await tx.delete(postPreviewsTable).where(eq(postPreviewsTable.post_id, postId)).returning();
	if (ended.length > 0) await noteAct(tx, { action: "revoke_preview", table: "blog_posts", id: postId });
}

export async function findPreviewedPost(db: Database, token: string, now: Date): Promise<Post | undefined> {
	const [row] = await db
		.select({ post: postsTable })
		.from(postPreviewsTable)
		.innerJoin(postsTable, eq(postsTable.id, postPreviewsTable.post_id))
		.where(and(eq(postPreviewsTable.token_hash, hash(token)), gt(postPreviewsTable.expires_at, now)));
	return row?.post;
}
