import { subDays } from "date-fns/subDays";
import { and, eq, isNotNull, lt, notExists, sql } from "drizzle-orm";
import type { z } from "zod";
import type { DraftStamp } from "#lib/saves.ts";
import { type Database, holdLock } from "#platform/database/database.server.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { judgeDraft } from "#platform/records/drafts.server.ts";
import { sanitizeContent } from "./post-content.server.ts";
import type { DraftContents, draftInputSchema, Save } from "./posts.schema.ts";
import { postDraftsTable, postsTable } from "./posts.table.ts";

const { post_id, author_id, draft, updated_at } = postDraftsTable;
const retentionDays = 90;

type Author = { authorId: string; now: Date };

const isOf = (postId: string, authorId: string) => and(eq(post_id, postId), eq(author_id, authorId));

/** What an author has written in a post and not saved. The version counts also when there is nothing. */
export async function readDraft(db: Database, postId: string, authorId: string) {
	const [row] = await db.select().from(postDraftsTable).where(isOf(postId, authorId));
	if (!row) return { version: 0, writer: null, n: 0, draft: null, updated_at: null };
	const { version, writer, n, draft, updated_at } = row;
	return { version, writer, n, draft, updated_at: updated_at.toISOString() };
}
export type ReadDraft = Awaited<ReturnType<typeof readDraft>>;

/** The author's drafts whose post was never saved, or is gone. */
export async function listUnsaved(db: Database, authorId: string) {
	const post = db.select({ id: postsTable.id }).from(postsTable).where(eq(postsTable.id, post_id));
	const rows = await db
		.select({ post_id, title: sql<string>`coalesce(${draft} -> 'fields' ->> 'title', '')`, updated_at })
		.from(postDraftsTable)
		.where(and(eq(author_id, authorId), isNotNull(draft), notExists(post)));
	return rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() }));
}

/** @throws {HttpError} 409 with what is stored if another window has changed it */
export async function saveDraft(
	tx: Database,
	postId: string,
	{ draft, version, writer, n }: z.infer<typeof draftInputSchema>,
	{ authorId, now }: Author,
): Promise<ReadDraft> {
	await holdLock(tx, `draft of ${postId}`);
	const stored = await readDraft(tx, postId, authorId);
	const verdict = judgeDraft(stored, { version, writer, n });
	if (verdict === "refused")
		throw new HttpError(409, "conflict", "This draft was changed in another window.", { current: stored });
	if (verdict === "ignored") return stored;
	return writeDraft(tx, postId, { writer, n }, draft && clean(draft), { authorId, now }, stored.version);
}

/** A save includes what its author has written until then: what is still on its way doesn't come back. */
export async function emptyDraft(
	tx: Database,
	postId: string,
	stamp: DraftStamp | undefined,
	save: Save,
): Promise<void> {
	const { authorId, now } = save;
	if (!stamp || !authorId) return;
	const { version } = await readDraft(tx, postId, authorId);
	await writeDraft(tx, postId, stamp, null, { authorId, now }, version);
}

async function writeDraft(
	tx: Database,
	postId: string,
	stamp: DraftStamp,
	draft: DraftContents | null,
	{ authorId, now }: Author,
	version: number,
): Promise<ReadDraft> {
	const values = { ...stamp, draft, version: version + 1, updated_at: now };
	await tx
		.insert(postDraftsTable)
		.values({ post_id: postId, author_id: authorId, ...values })
		.onConflictDoUpdate({ target: [post_id, author_id], set: values });
	return { ...values, updated_at: now.toISOString() };
}

/** The preview shows it to whoever has its link. */
function clean(draft: DraftContents): DraftContents {
	const { content } = draft.fields;
	return content === undefined ? draft : { ...draft, fields: { ...draft.fields, content: sanitizeContent(content) } };
}

export async function deleteOldDrafts({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
	await db.delete(postDraftsTable).where(lt(updated_at, subDays(clock(), retentionDays)));
}
