import { subDays } from "date-fns/subDays";
import { and, count, eq, inArray, isNotNull, lt, min, sql } from "drizzle-orm";
import type { Reception } from "#features/forms/reception.server.ts";
import { recordBy } from "#lib/pick.ts";
import { type Actor, withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { removeFile } from "#platform/files/stored-file.server.ts";
import { namesIn, removeStrayFiles } from "#platform/files/stray-files.server.ts";
import { conflict } from "#platform/http/http-errors.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { newestFirst } from "#platform/records/keyset.server.ts";
import { deleteRow, getRow } from "#platform/records/records.server.ts";
import { type Quarantined, quarantineTable } from "./quarantine.table.ts";
import { type ListedQuarantined, listedColumns } from "./quarantine-notices.server.ts";
import { type FormName, formNames, type Waiting } from "./waiting-forms.ts";

const { file, form, id, received_at } = quarantineTable;

/** A form that was on hold since it was sent. `end` deletes it there, or refuses. */
type Released = Required<Pick<Reception, "sentAt" | "heldId" | "end">> & Reception;

/** How each submission becomes a record: by the same function that receives it when it isn't put on hold. */
export type Releases = Record<
	FormName,
	(fields: Record<string, unknown>, released: Released, file: UploadedFile | undefined) => Promise<unknown>
>;

/** As many as staff review at a time; the rest follow when these are decided. */
const shownAtOnce = 200;

/** @param forms all if undefined */
export function listQuarantined(db: Database, forms: FormName[] | undefined): Promise<ListedQuarantined[]> {
	return db
		.select(listedColumns)
		.from(quarantineTable)
		.where(forms && inArray(form, forms))
		.orderBy(...newestFirst(received_at, id))
		.limit(shownAtOnce);
}

export async function countQuarantined(db: Database): Promise<Record<FormName, Waiting>> {
	const rows = await db
		.select({ form, waiting: count(), oldest: min(received_at) })
		.from(quarantineTable)
		.groupBy(form);
	return recordBy(formNames, (name) => {
		const counted = rows.find((row) => row.form === name);
		return { waiting: counted?.waiting ?? 0, oldest: counted?.oldest?.toISOString() ?? null };
	});
}

/** @throws {HttpError} 404 */
export const getQuarantined = (db: Database, rowId: string): Promise<Quarantined> =>
	getRow(db, quarantineTable, eq(id, rowId), "This submission");

/**
 * Releases a submission to its subject, with the time at which it was sent, and deletes its row here in the same
 * transaction, so that of two releases, a deletion, and an erasure at the same time one finds it.
 * @throws {HttpError} 404, 409 when someone else was faster, or the subject's own refusal
 */
export async function release(
	{ db, storage }: Pick<Deps, "db" | "storage">,
	releases: Releases,
	actor: Actor,
	rowId: string,
): Promise<void> {
	const { fields, form_key, received_at, ...row } = await getQuarantined(db, rowId);
	const stored = row.file ? await storage.get("quarantine", row.file) : undefined;
	if (row.file && !stored) {
		// Whoever is faster removes the file after the row.
		await getQuarantined(db, rowId);
		throw new Error("the file of a submission on hold is missing");
	}
	const content = stored && (await new Response(stored.body).blob());
	await releases[row.form](
		fields,
		{ actor, form_key, sentAt: received_at, heldId: rowId, end: (tx) => deleteReleased(tx, rowId) },
		content && { name: row.file_name ?? row.file ?? "", content, truncated: false },
	);
	await removeFile(storage, "quarantine", row.file);
}

async function deleteReleased(tx: Database, rowId: string): Promise<void> {
	// For the activity log: the row is deleted because it was released, not discarded (decision 024).
	await tx.execute(sql`select set_config('app.releasing', 'on', true)`);
	const rows = await tx.delete(quarantineTable).where(eq(id, rowId)).returning({ id });
	if (rows.length === 0) throw gone();
}

/** Not a 404, which from an application means that its job is closed. */
const gone = () => conflict("Someone else has already released or deleted this.", null);

/** Removes the row, then its file. The activity log keeps the kind of submission and who deleted it. @throws {HttpError} 404 */
export async function discard(
	{ db, storage }: Pick<Deps, "db" | "storage">,
	actor: Actor,
	rowId: string,
): Promise<void> {
	const remove = (tx: Database) => deleteRow(tx, quarantineTable, eq(id, rowId), "This submission");
	const { file } = await withActor(db, actor, remove);
	await removeFile(storage, "quarantine", file);
}

/** Long enough to review it after a vacation; a stranger's file isn't kept forever (decision 034). */
const fileRetentionDays = 30;

/** Detaches files that were not released in time from their rows. The cleanup then deletes them; the rows stay. */
export async function endOldQuarantineFiles({ db, clock, logger }: Pick<Deps, "db" | "clock" | "logger">) {
	const old = and(isNotNull(file), lt(received_at, subDays(clock(), fileRetentionDays)));
	const rows = await db.update(quarantineTable).set({ file: null }).where(old).returning({ id });
	if (rows.length > 0) logger.info({ forms: rows.length }, "deleted the files of old submissions on hold");
}

export const removeStrayQuarantineFiles = (deps: Pick<Deps, "db" | "storage" | "clock" | "logger">) =>
	removeStrayFiles(deps, "quarantine", namesIn(deps.db, quarantineTable.file));
