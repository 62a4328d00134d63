import { asc, eq, sql } from "drizzle-orm";
import { type CannedInput, replyLimits } from "#features/threads/threads.schema.ts";
import { type CannedReply, cannedRepliesTable } from "#features/threads/threads.table.ts";
import { withIsoDates } from "#lib/pick.ts";
import { type Database, holdLock } from "#platform/database/database.server.ts";
import { invalidInput } from "#platform/http/http-errors.server.ts";
import { deleteRow, insertRow, required, updateRow } from "#platform/records/records.server.ts";

const what = "This canned reply";

const present = (row: CannedReply) => withIsoDates(row);

export async function listCannedReplies(db: Database) {
	const { id, title } = cannedRepliesTable;
	const rows = await db
		.select()
		.from(cannedRepliesTable)
		.orderBy(asc(sql`lower(${title})`), asc(id));
	return rows.map(present);
}

/** @throws {HttpError} 422 when the limit has been reached */
export async function createCannedReply(tx: Database, input: CannedInput) {
	// One after the other, so that two requests can't both add the last one allowed.
	await holdLock(tx, "canned replies");
	if ((await tx.$count(cannedRepliesTable)) >= replyLimits.canned) {
		throw invalidInput({ title: `You already have ${replyLimits.canned} canned replies. Please delete one first.` });
	}
	return present(await insertRow(tx, cannedRepliesTable, input));
}

/** @throws {HttpError} 404 */
export async function updateCannedReply(tx: Database, id: string, input: CannedInput) {
	const changes = { ...input, updated_at: sql`clock_timestamp()` };
	return present(required(await updateRow(tx, cannedRepliesTable, eq(cannedRepliesTable.id, id), changes), what));
}

/** @throws {HttpError} 404 */
export const deleteCannedReply = (tx: Database, id: string): Promise<CannedReply> =>
	deleteRow(tx, cannedRepliesTable, eq(cannedRepliesTable.id, id), what);
