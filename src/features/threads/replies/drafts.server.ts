import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { findThread, lockThread, type ThreadRecord } from "#features/threads/thread-of-record.server.ts";
import type { DraftInput } from "#features/threads/threads.schema.ts";
import { listAttachments, presentAttachment } from "#features/threads/threads.server.ts";
import {
	type ThreadAttachment,
	threadAttachmentsTable,
	threadDraftsTable,
	threadsTable,
} from "#features/threads/threads.table.ts";
import { pick, withIsoDates } from "#lib/pick.ts";
import type { Database } from "#platform/database/database.server.ts";
import { HttpError, invalidInput } from "#platform/http/http-errors.server.ts";
import { judgeDraft } from "#platform/records/drafts.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";

const isOf = (threadId: string, userId: string) =>
	and(eq(threadDraftsTable.thread_id, threadId), eq(threadDraftsTable.user_id, userId));

/** The records, of these tables or of all, about which a member of staff has an unsent reply: few, whatever the number of records. */
export async function listDrafted(db: Database, userId: string, tables: string[] | undefined): Promise<string[]> {
	const rows = await db
		.select({ id: threadsTable.record_id })
		.from(threadDraftsTable)
		.innerJoin(threadsTable, eq(threadsTable.id, threadDraftsTable.thread_id))
		.where(and(eq(threadDraftsTable.user_id, userId), tables && inArray(sql`${threadsTable.record_table}`, tables)));
	return rows.map(({ id }) => id);
}

export async function readDraft(db: Database, threadId: string, userId: string) {
	const [row] = await db.select().from(threadDraftsTable).where(isOf(threadId, userId));
	if (!row) return null;
	const files = await listAttachments(db, eq(threadAttachmentsTable.draft_id, row.id));
	return {
		...withIsoDates(pick(row, ["text", "subject", "cc", "version", "updated_at"])),
		to: row.recipient,
		attachments: files.map(presentAttachment),
	};
}
export type PresentedDraft = NonNullable<Awaited<ReturnType<typeof readDraft>>>;

/** Overwrites only the version that the caller has read. @throws {HttpError} 409 with what is stored */
export async function saveDraft(tx: Database, record: ThreadRecord, userId: string, input: DraftInput) {
	const thread = await lockThread(tx, record);
	const [row] = await tx.select().from(threadDraftsTable).where(isOf(thread.id, userId));
	const stored = await readDraft(tx, thread.id, userId);
	const { version, writer = null, n = 0 } = input;
	const verdict = judgeDraft(row, { version, writer, n });
	if (verdict === "ignored" && stored) return stored;
	if (verdict === "refused") {
		throw new HttpError(409, "conflict", "This draft was changed in another window.", { current: stored });
	}
	return writeDraft(tx, thread.id, userId, { ...input, version: row?.version ?? 0 });
}

/** Deletes any version. */
export async function writeDraft(
	tx: Database,
	threadId: string,
	userId: string,
	{ text, subject, to, cc, attachment_ids, version, writer, n = 0 }: DraftInput,
): Promise<PresentedDraft> {
	const recipient = to ?? null;
	const values = {
		text,
		subject,
		recipient,
		cc,
		version: version + 1,
		writer: writer ?? null,
		n,
		updated_at: new Date(),
	};
	const [row] = await tx
		.insert(threadDraftsTable)
		.values({ thread_id: threadId, user_id: userId, ...values })
		.onConflictDoUpdate({ target: [threadDraftsTable.thread_id, threadDraftsTable.user_id], set: values })
		.returning();
	if (!row) throw new Error("the draft was not written");
	await tx.update(threadAttachmentsTable).set({ draft_id: null }).where(eq(threadAttachmentsTable.draft_id, row.id));
	const files = await ownFiles(tx, threadId, userId, attachment_ids);
	for (const [position, { id }] of files.entries()) {
		await tx
			.update(threadAttachmentsTable)
			.set({ draft_id: row.id, position })
			.where(eq(threadAttachmentsTable.id, id));
	}
	const draft = await readDraft(tx, threadId, userId);
	if (!draft) throw new Error("the draft was not written");
	return draft;
}

/** Its files are removed once they have belonged to nothing for a day. */
export async function deleteDraft(tx: Database, record: ThreadRecord, userId: string): Promise<void> {
	const thread = await findThread(tx, record);
	if (thread) await tx.delete(threadDraftsTable).where(isOf(thread.id, userId));
}

/** The caller's files of this thread that are not sent, in the order of the ids. @throws {HttpError} 422 when one is missing */
export async function ownFiles(
	tx: Database,
	threadId: string,
	userId: string,
	ids: string[],
): Promise<ThreadAttachment[]> {
	const { id, message_id, owner_id, thread_id } = threadAttachmentsTable;
	const rows = await tx
		.select()
		.from(threadAttachmentsTable)
		.where(and(amongIds(id, ids), eq(thread_id, threadId), eq(owner_id, userId), isNull(message_id)));
	return [...new Set(ids)].map((wanted) => {
		const row = rows.find((each) => each.id === wanted);
		if (!row?.file) throw invalidInput({ attachment_ids: "A file is no longer here. Attach it again." });
		return row;
	});
}
