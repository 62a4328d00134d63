import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { cleanFileName, endingOf, refusedEndings } from "#features/threads/compose/file-name.ts";
import { lockThread, type ThreadRecord } from "#features/threads/thread-of-record.server.ts";
import { replyLimits } from "#features/threads/threads.schema.ts";
import { type PresentedAttachment, presentAttachment } from "#features/threads/threads.server.ts";
import { type ThreadAttachment, threadAttachmentsTable, threadsTable } from "#features/threads/threads.table.ts";
import { withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { writeRowOfFile } from "#platform/files/file-row.server.ts";
import { answerDownload, removeFile } from "#platform/files/stored-file.server.ts";
import { namesIn, removeStrayFiles } from "#platform/files/stray-files.server.ts";
import { conflict, HttpError, invalidInput } from "#platform/http/http-errors.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { getRow, insertRow } from "#platform/records/records.server.ts";

export const attachmentField = { name: "file", maxBytes: replyLimits.fileMegabytes * 1024 * 1024 } as const;

/** The first bytes of the file types that may be served as such; all others are served as bytes. */
const signatures: readonly [type: string, begins: RegExp][] = [
	["application/pdf", /^%PDF-/],
	["image/png", /^\x89PNG\r\n/],
	["image/jpeg", /^\xff\xd8\xff/],
	["image/gif", /^GIF8[79]a/],
	["image/webp", /^RIFF[\s\S]{4}WEBP/],
];

/** The type is determined by the content, regardless of the file's name or the declared type. */
function typeInside(start: Uint8Array): string {
	const text = Buffer.from(start.subarray(0, 16)).toString("latin1");
	return signatures.find(([, begins]) => begins.test(text))?.[0] ?? "application/octet-stream";
}

/** A name that no one can guess; the file's own name is in its row. */
const newFileName = () => randomBytes(16).toString("hex");

/**
 * Takes a file for a reply of its owner.
 * @throws {HttpError} 413 when it is too large, 422 when it is empty or of a kind that mail servers refuse
 */
export async function addAttachment(
	deps: Pick<Deps, "db" | "storage">,
	record: ThreadRecord,
	userId: string,
	upload: UploadedFile | undefined,
): Promise<PresentedAttachment> {
	if (!upload) throw invalidInput({ file: "Please choose a file." });
	if (upload.truncated) {
		const text = "This file is larger than 10 MB.";
		throw new HttpError(413, "too_large", text, { fields: { file: text } });
	}
	const name = cleanFileName(upload.name);
	if (refusedEndings.has(endingOf(name))) {
		throw invalidInput({ file: "Mail servers refuse this kind of file. Send a link instead." });
	}
	if (upload.content.size === 0) throw invalidInput({ file: "This file is empty." });
	const type = typeInside(new Uint8Array(await upload.content.slice(0, 16).arrayBuffer()));
	const file = newFileName();
	await deps.storage.put("mail-attachments", file, upload.content);
	const row = await writeRowOfFile<ThreadAttachment>(
		() => deps.storage.remove("mail-attachments", file),
		(write) => withActor(deps.db, userId, write),
		async (tx) => {
			const thread = await lockThread(tx, record);
			const size = upload.content.size;
			return insertRow(tx, threadAttachmentsTable, {
				id: randomUUID(),
				thread_id: thread.id,
				owner_id: userId,
				file,
				name,
				type,
				size,
			});
		},
	);
	return presentAttachment(row);
}

const getAttachment = (db: Database, id: string): Promise<ThreadAttachment> =>
	getRow(db, threadAttachmentsTable, eq(threadAttachmentsTable.id, id), "This file");

/** @throws {HttpError} 404 */
export async function answerAttachment({ db, storage }: Pick<Deps, "db" | "storage">, id: string): Promise<Response> {
	const { file, name, type } = await getAttachment(db, id);
	return answerDownload(storage, "mail-attachments", file, "This file", { name, type });
}

/** @throws {HttpError} 404, or 409 for what is sent, or someone else's */
export async function deleteAttachment(
	{ db, storage }: Pick<Deps, "db" | "storage">,
	id: string,
	userId: string,
): Promise<void> {
	const { message_id, owner_id } = threadAttachmentsTable;
	const [row] = await db
		.delete(threadAttachmentsTable)
		.where(and(eq(threadAttachmentsTable.id, id), eq(owner_id, userId), isNull(message_id)))
		.returning();
	if (!row)
		throw conflict(
			"This file has been sent or belongs to someone else, so it can't be removed.",
			presentAttachment(await getAttachment(db, id)),
		);
	await removeFile(storage, "mail-attachments", row.file);
}

const unusedHours = 24;

/** Files that belong to no reply and no draft, and those that no row names. */
export async function removeUnusedAttachments(deps: Pick<Deps, "db" | "storage" | "clock" | "logger">): Promise<void> {
	const { created_at, draft_id, file, message_id } = threadAttachmentsTable;
	const isOld = lt(created_at, sql`now() - ${unusedHours} * interval '1 hour'`);
	const gone = await deps.db
		.delete(threadAttachmentsTable)
		.where(and(isNull(message_id), isNull(draft_id), isOld))
		.returning({ file });
	for (const { file } of gone) await removeFile(deps.storage, "mail-attachments", file);
	await removeStrayFiles(deps, "mail-attachments", namesIn(deps.db, file));
}

/** The files of the threads of these records, to be removed once the records are: their rows go with them. */
export async function filesOfRecords(tx: Database, table: string, ids: string[]): Promise<string[]> {
	if (ids.length === 0) return [];
	const { file, thread_id } = threadAttachmentsTable;
	const { id, record_id, record_table } = threadsTable;
	const rows = await tx
		.select({ file })
		.from(threadAttachmentsTable)
		.innerJoin(threadsTable, eq(id, thread_id))
		.where(and(isNotNull(file), inArray(record_id, ids), sql`${record_table} = ${table}`));
	return rows.flatMap((row) => row.file ?? []);
}
