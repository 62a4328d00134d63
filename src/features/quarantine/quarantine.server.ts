import { subDays } from "date-fns/subDays";
import { and, count, eq, isNotNull, isNull, lt, min, or, sql } from "drizzle-orm";
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
import { deleteRow, getRow, updateRow } from "#platform/records/records.server.ts";
import { type Quarantined, quarantineTable } from "./quarantine.table.ts";
import { type ListedQuarantined, listedColumns } from "./quarantine-notices.server.ts";
import { type FormName, formNames, type Waiting } from "./waiting-forms.ts";

const { claimed_at, file, form, id, received_at } = quarantineTable;

/** A form that was on hold since it was sent. `end` deletes it there, or refuses. */
type Released = Required<Pick<Reception, "sentAt" | "heldId" | "end">> & Reception;

/** How each submission becomes a record: by the same function that receives it when it isn't put on hold. */
export type Releases = Record<
	FormName,
	(fields: Record<string, unknown>, released: Released, file: UploadedFile | undefined) => Promise<unknown>
>;

/** As many as staff review at a time; the rest follow when these are decided. */
const shownAtOnce = 200;

export function listQuarantined(db: Database): Promise<ListedQuarantined[]> {
	return db
		.select(listedColumns)
		.from(quarantineTable)
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

/** After this time, a release that was interrupted won't finish anymore. */
const claimLastsMs = 60_000;

/**
 * Releases a submission to its subject, with the time at which it was sent, and deletes its row here in the same
 * transaction, so that a deletion or an erasure at the same time finds one or the other.
 * @throws {HttpError} 404, 409 while someone else is releasing it, or the subject's own refusal
 */
export async function release(
	{ db, storage, clock }: Pick<Deps, "db" | "storage" | "clock">,
	releases: Releases,
	actor: Actor,
	rowId: string,
): Promise<void> {
	const now = clock();
	const row = await updateRow(
		db,
		quarantineTable,
		and(eq(id, rowId), or(isNull(claimed_at), lt(claimed_at, new Date(now.getTime() - claimLastsMs)))),
		{ claimed_at: now },
	);
	if (!row) {
		await getQuarantined(db, rowId);
		throw conflict("Someone else is releasing this right now. If it's still here in a minute, try again.", null);
	}
	try {
		const stored = row.file ? await storage.get("quarantine", row.file) : undefined;
		if (row.file && !stored) throw new Error("the file of a submission on hold is missing");
		const content = stored && (await new Response(stored.body).blob());
		await releases[row.form](
			row.fields,
			{
				actor,
				form_key: row.form_key,
				sentAt: row.received_at,
				heldId: rowId,
				end: (tx) => deleteReleased(tx, rowId, now),
			},
			content && { name: row.file_name ?? row.file ?? "", content, truncated: false },
		);
	} catch (error) {
		await db.update(quarantineTable).set({ claimed_at: null }).where(isClaimed(rowId, now));
		throw error;
	}
	await removeFile(storage, "quarantine", row.file);
}

const isClaimed = (rowId: string, at: Date) => and(eq(id, rowId), eq(claimed_at, at));

async function deleteReleased(tx: Database, rowId: string, claimedAt: Date): Promise<void> {
	// For the activity log: the row is deleted because it was released, not discarded (decision 024).
	await tx.execute(sql`select set_config('app.releasing', 'on', true)`);
	// Deleted or erased meanwhile, or claimed by someone else, so it must not be released here.
	const rows = await tx.delete(quarantineTable).where(isClaimed(rowId, claimedAt)).returning({ id });
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
