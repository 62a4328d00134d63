import { and, asc, eq, getTableColumns, inArray, ne, type SQL } from "drizzle-orm";
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { RecordDefinition } from "#lib/record.ts";
import type { Database } from "#platform/database/database.server.ts";
import { notFound } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { inPage, type ListQuery, newestFirst, type Page, toPage } from "./keyset.server.ts";
import { amongIds, withoutUndoneAnswer } from "./statuses.server.ts";
import { raised, requireVersion } from "./version.server.ts";

type Row = { id: string; [column: string]: unknown };

/** A kind of record on the server: its definition, its table, and which of its columns leave the server. */
export type RecordSource<Stored extends Row = Row, Presented extends { id: string } = { id: string }> = {
	record: RecordDefinition;
	table: PgTable & { id: PgColumn };
	/** The columns to read; all by default. Each has the same name as in the database. */
	columns?: Record<string, PgColumn | SQL.Aliased>;
	/** What the history of its person calls a row, where that is not the column itself. */
	personTitle?: SQL<string>;
	/** What the search shows beside a row, where that is not the column itself but depends on the clock. */
	searchDetail?(now: Date): SQL<string>;
	/** The table of the record that a row belongs to, if the definition's area is "record". */
	owner?: SQL<string | null>;
	/** The rows that staff can see; all by default. */
	listed?(db: Database): SQL | undefined;
	/** @param now where a member depends on the clock */
	present(row: Stored, now?: Date): Presented;
};

/** The column of this name. @throws if the table has none */
export function columnOf(
	{ table, record }: Pick<RecordSource, "table" | "record">,
	name: string | undefined,
): PgColumn {
	const column = name && getTableColumns(table)[name];
	if (!column) throw new Error(`${record.table} has no column ${name}`);
	return column;
}

const selectFrom = (db: Database, { table, columns, owner }: Pick<RecordSource, "table" | "columns" | "owner">) =>
	db
		.select({ ...(columns ?? getTableColumns(table)), ...(owner && { owner_table: owner.as("owner_table") }) })
		.from(table);

/** Lists rows, newest first, one page at a time. @param owners of rows that belong to records of these tables; all if undefined */
export async function listRecords<Stored extends Row>(
	db: Database,
	source: RecordSource<Stored>,
	query: ListQuery,
	owners?: string[],
): Promise<Page<Stored>> {
	const { table, record, listed, owner } = source;
	const at = columnOf(source, record.orderedBy);
	const { limit } = query;
	const columns = { at, id: table.id, updatedAt: columnOf(source, "updated_at") };
	const rows = await selectFrom(db, source)
		.where(and(...inPage(columns, query), listed?.(db), owner && owners && inArray(owner, owners)))
		.orderBy(...newestFirst(at, table.id))
		.limit(limit + 1);
	return toPage(rows as Stored[], limit, (row) => ({
		at: momentOf(source, row[at.name]),
		id: row.id,
	}));
}

/** A value of the column that a list is ordered by. */
export function momentOf({ record }: Pick<RecordSource, "record">, value: unknown): Date {
	if (!(value instanceof Date)) throw new Error(`${record.table} is ordered by a column that is not a timestamp`);
	return value;
}

/** The same list, in the form in which the endpoint returns it. */
export async function listPresented<Stored extends Row, Presented extends { id: string }>(
	{ db, clock }: Pick<Deps, "db" | "clock">,
	source: RecordSource<Stored, Presented>,
	query: ListQuery,
	owners?: string[],
): Promise<Page<Presented>> {
	const { rows, next } = await listRecords(db, source, query, owners);
	const now = clock();
	return { rows: rows.map((row) => source.present(row, now)), next };
}

/** Those of these rows that exist, in no particular order. */
export async function getRecords<Stored extends Row>(
	db: Database,
	source: RecordSource<Stored>,
	ids: string[],
): Promise<Stored[]> {
	const rows = await selectFrom(db, source).where(and(inArray(source.table.id, ids), source.listed?.(db)));
	return rows as Stored[];
}

/** @throws {HttpError} 404 */
export async function getRecord<Stored extends Row>(
	db: Database,
	source: RecordSource<Stored>,
	id: string,
): Promise<Stored> {
	const [row] = await getRecords(db, source, [id]);
	return required(row, theRecord(source));
}

/** How error messages name the record, such as 'This booking'. */
export const theRecord = ({ record }: Pick<RecordSource, "record">) => `This ${record.noun}`;

export async function insertRow<Table extends PgTable>(
	db: Database,
	table: Table,
	values: Table["$inferInsert"],
): Promise<Table["$inferSelect"]> {
	const [row] = await db
		.insert(table)
		.values(values as PgInsertValue<Table>)
		.returning();
	if (!row) throw new Error("the insert returned no row");
	return row as Table["$inferSelect"];
}

/** @returns the row as it is now, the first of several; undefined if there was none to change */
export async function updateRow<Table extends PgTable>(
	db: Database,
	table: Table,
	which: SQL | undefined,
	values: PgUpdateSetSource<Table>,
): Promise<Table["$inferSelect"] | undefined> {
	const rows = await db.update(table).set(values).where(which).returning();
	return (rows as Table["$inferSelect"][])[0];
}

/** The row that is wanted. @param what how the refusal names it. @throws {HttpError} 404 */
export async function getRow<Table extends PgTable>(
	db: Database,
	table: Table,
	which: SQL | undefined,
	what: string,
): Promise<Table["$inferSelect"]> {
	const [row] = await db
		.select()
		.from(table as PgTable)
		.where(which);
	return required(row, what);
}

/** The row as it was. @throws {HttpError} 404 */
export async function deleteRow<Table extends PgTable>(
	db: Database,
	table: Table,
	which: SQL | undefined,
	what: string,
): Promise<Table["$inferSelect"]> {
	const [row] = await db
		.delete(table as PgTable)
		.where(which)
		.returning();
	return required(row, what);
}

/** For a row that may be gone. @throws {HttpError} 404 */
export function required<Row>(row: Row | undefined, what: string): Row {
	if (row === undefined) throw notFound(what);
	return row;
}

/** Call it in a transaction. @throws {HttpError} 404, or 409 if the record has changed since the caller read it */
export async function updateRecord<Stored extends Row>(
	tx: Database,
	source: RecordSource<Stored, { id: string; version: string }>,
	id: string,
	{ version, ...values }: { version?: string | undefined; [column: string]: unknown },
): Promise<Stored> {
	const { table, present } = source;
	const [before] = await selectFrom(tx, source).where(eq(table.id, id)).for("update");
	requireVersion(before && present(before as Stored), version, theRecord(source));
	const [row] = await tx.update(table).set(values).where(eq(table.id, id)).returning();
	return required(row, theRecord(source)) as Stored;
}

/** A status change for many rows. With `undo_of`, it undoes a change to that status (lib/status-change.ts). */
type StatusesChange<Status extends string, Change> = { changes: Change[]; undo_of?: Status | undefined };

/**
 * Changes all rows or none; call it in a transaction. Locks the rows in a fixed order, so that two such changes can't
 * deadlock. An undo skips rows that someone else has changed since.
 * @param stored the status as the table has it, in the column of this name, and what else follows from it
 */
export async function changeStatuses<Status extends string, Change extends { ids: string[]; status: Status }>(
	tx: Database,
	source: RecordSource,
	{ changes, undo_of }: StatusesChange<Status, Change>,
	stored: { column: string; of(status: Status): unknown; also?(change: Change): object } = {
		column: "status",
		of: (status) => status,
	},
): Promise<{ id: string; status: Status; updated_at: Date }[]> {
	const { table } = source;
	const { first_answered_at, version } = getTableColumns(table);
	const updated_at = columnOf(source, "updated_at");
	const current = columnOf(source, stored.column);
	const ids = changes.flatMap((change) => change.ids);
	await tx.select({ id: table.id }).from(table).where(amongIds(table.id, ids)).orderBy(asc(table.id)).for("update");
	const changed = [];
	for (const change of changes) {
		const { ids, status } = change;
		const next = stored.of(status);
		const takesAnswerBack = undo_of && status === "new" && first_answered_at;
		const rows = await tx
			.update(table)
			.set({
				[stored.column]: next,
				...stored.also?.(change),
				...(version && { version: raised(version) }),
				...(takesAnswerBack && { first_answered_at: withoutUndoneAnswer({ first_answered_at, updated_at }) }),
			})
			.where(and(amongIds(table.id, ids), undo_of ? eq(current, stored.of(undo_of)) : ne(current, next)))
			.returning({ id: table.id, updated_at });
		changed.push(...rows.map((row) => ({ ...(row as { id: string; updated_at: Date }), status })));
	}
	return changed;
}
