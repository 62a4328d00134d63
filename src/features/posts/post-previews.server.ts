import { eq } from "drizzle-orm";
import { opensAt } from "#features/previews/preview-links.server.ts";
import { previewLinksTable } from "#features/previews/preview-links.table.ts";
import { pick } from "#lib/pick.ts";
import type { Database } from "#platform/database/database.server.ts";
import { readDraft } from "./post-drafts.server.ts";
import { postFieldNames } from "./posts.schema.ts";
import { type Post, postsTable } from "./posts.table.ts";

/** The post behind a preview link as it is saved at that time, with what this author has written and not saved. */
export async function findPreviewedPost(
	db: Database,
	token: string,
	now: Date,
	authorId?: string,
): Promise<{ post: Post; isSaved: boolean } | undefined> {
	const [row] = await db
		.select({ post: postsTable })
		.from(previewLinksTable)
		.innerJoin(postsTable, eq(postsTable.id, previewLinksTable.post_id))
		.where(opensAt(token, now));
	if (!row) return;
	const { draft } = authorId ? await readDraft(db, row.post.id, authorId) : { draft: null };
	if (!draft) return { post: row.post, isSaved: true };
	const touched = postFieldNames.filter((name) => name in draft.before && name !== "slug");
	return { post: { ...row.post, ...pick(draft.fields, touched) }, isSaved: false };
}
