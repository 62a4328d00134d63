import { hash, randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { RecordDefinition } from "#lib/record.ts";
import { type Database, holdLock } from "#platform/database/database.server.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import { deletionsTable } from "#platform/live/deletions.table.ts";

// A save has a name, and a row keeps those of its last saves: So a save whose answer was lost can be sent again, and its
// editor finds it among them (decision 079).

const keptSaves = 20;

type NamedSave = { id?: string | undefined; save_id?: string | undefined; version?: unknown; draft?: unknown };

/** What a row notes of a save: its id, and which body it names. A save without an id is named by its body. */
function nameOfSave({ id: _id, save_id = "", version: _version, draft: _draft, ...body }: NamedSave): string {
	return `${save_id}.${hash("sha256", JSON.stringify(body), "base64url").slice(0, 16)}`;
}

/** What an edit makes of a row's name and version. */
export const savedAs = (row: { save_ids: string[]; version: number }, input: NamedSave) => ({
	save_ids: [...row.save_ids, nameOfSave(input)].slice(-keptSaves),
	version: row.version + 1,
});

/** The ids of a row's last saves, as they leave the server. */
export const saveIdsOf = ({ save_ids }: { save_ids: string[] }): string[] =>
	save_ids.map((save) => save.slice(0, save.indexOf("."))).filter(Boolean);

/** How `createOnce` finds a record that is there already, and what of it leaves the server. */
type Creatable<Row> = {
	record: RecordDefinition;
	read(id: string): Promise<Row | undefined>;
	present(row: Row): object;
};

/**
 * Creates a record, once for each id that its editor has chosen: The same save again gets the same row.
 * @param create is given the id and the row's first `save_ids`
 * @throws {HttpError} 409 `key_reused` if another save has created it, 410 if it has been deleted
 */
export async function createOnce<Row extends { save_ids: string[] }>(
	tx: Database,
	{ record, read, present }: Creatable<Row>,
	input: NamedSave,
	create: (id: string, save_ids: string[]) => Promise<Row>,
): Promise<Row> {
	const save = nameOfSave(input);
	if (!input.id) return create(randomUUID(), [save]);
	const what = `This ${record.noun}`;
	await holdLock(tx, input.id);
	const row = await read(input.id);
	if (row?.save_ids.includes(save)) return row;
	if (row) {
		const current = present(row);
		throw new HttpError(409, "key_reused", `${what} was created with other contents. Reload the page.`, { current });
	}
	const isDeleted = and(eq(deletionsTable.table_name, record.table), eq(deletionsTable.row_id, input.id));
	const deleted = await tx.select({ id: deletionsTable.row_id }).from(deletionsTable).where(isDeleted).limit(1);
	if (deleted.length > 0) throw new HttpError(410, "gone", `${what} has been deleted.`);
	return create(input.id, [save]);
}
