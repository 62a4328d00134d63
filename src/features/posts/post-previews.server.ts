import { createHash, createHmac, type KeyObject, randomBytes } from "node:crypto";
import { addDays } from "date-fns/addDays";
import { and, eq, gt } from "drizzle-orm";
import { noteAct } from "#features/activity/activity-note.server.ts";
import { pick } from "#lib/pick.ts";
import type { Database } from "#platform/database/database.server.ts";
import { keyFor } from "#platform/process/derived-keys.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { readDraft } from "./post-drafts.server.ts";
import { postFieldNames } from "./posts.schema.ts";
import { type Post, postPreviewsTable, postsTable } from "./posts.table.ts";

const validDays = 7;
const { expires_at, post_id, token_hash } = postPreviewsTable;

const hash = (token: string) => createHash("sha256").update(token).digest("base64url");

/** With it a stored seed becomes the token, so that staff can see a link again that the database alone doesn't give away. */
export const previewKey = (settings: Settings) => keyFor(settings, "post previews");

const tokenOf = (seed: string, key: KeyObject) => createHmac("sha256", key).update(seed).digest("base64url");

type PreviewLink = { path: string; expires_at: string };
const linkOf = (token: string, expires: Date): PreviewLink => ({
	path: `/blog/preview/${token}`,
	expires_at: expires.toISOString(),
});

/** The link of a post, as long as it works. One that was made under an earlier secret can't be shown again. */
export async function findPreview(
	db: Database,
	postId: string,
	now: Date,
	key: KeyObject,
): Promise<PreviewLink | undefined> {
	const [row] = await db
		.select()
		.from(postPreviewsTable)
		.where(and(eq(post_id, postId), gt(expires_at, now)));
	const token = row?.token_seed ? tokenOf(row.token_seed, key) : undefined;
	return row && token && hash(token) === row.token_hash ? linkOf(token, row.expires_at) : undefined;
}

/** The one preview link of a post: the one that people may have already, or a new one. */
export async function createPreview(
	tx: Database,
	{ id, title }: Pick<Post, "id" | "title">,
	now: Date,
	key: KeyObject,
): Promise<PreviewLink> {
	const present = await findPreview(tx, id, now, key);
	if (present) return present;
	const token_seed = randomBytes(24).toString("base64url");
	const token = tokenOf(token_seed, key);
	const values = { token_hash: hash(token), token_seed, expires_at: addDays(now, validDays) };
	await tx
		.insert(postPreviewsTable)
		.values({ post_id: id, ...values })
		.onConflictDoUpdate({ target: post_id, set: values });
	await noteAct(tx, { action: "create_preview", table: "blog_posts", id, label: title });
	return linkOf(token, values.expires_at);
}

export async function revokePreview(tx: Database, postId: string): Promise<void> {
	const ended = await tx.delete(postPreviewsTable).where(eq(post_id, postId)).returning();
	if (ended.length > 0) await noteAct(tx, { action: "revoke_preview", table: "blog_posts", id: postId });
}

/** The post behind a preview link as it is saved at that time, with what this author has written and not saved. */
export async function findPreviewedPost(
	db: Database,
	token: string,
	now: Date,
	authorId?: string,
): Promise<{ post: Post; isSaved: boolean } | undefined> {
	const [row] = await db
		.select({ post: postsTable })
		.from(postPreviewsTable)
		.innerJoin(postsTable, eq(postsTable.id, post_id))
		.where(and(eq(token_hash, hash(token)), gt(expires_at, now)));
	if (!row) return;
	const { draft } = authorId ? await readDraft(db, row.post.id, authorId) : { draft: null };
	if (!draft) return { post: row.post, isSaved: true };
	const touched = postFieldNames.filter((name) => name in draft.before && name !== "slug");
	return { post: { ...row.post, ...pick(draft.fields, touched) }, isSaved: false };
}
