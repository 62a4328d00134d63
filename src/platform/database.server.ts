import { Column, is, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { openPool, type PoolOptions } from "./postgres-connections.server.ts";

/** What queries and writes take first: the database itself or an open transaction. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export type SqlResult = { rows: Record<string, unknown>[] };

export type DatabaseHandle = {
	/** Whether no other process serves this site, so that jobs that are marked as begun were begun by one that has ended. */
	isExclusive: boolean;
	db: Database;
	/**
	 * Plain SQL with `$1` parameters, for libraries that bring their own statements. Without values it takes several
	 * statements, a transaction of their own included, and answers the rows of all.
	 */
	query(text: string, values?: unknown[]): Promise<SqlResult>;
	/**
	 * Calls `onNotice` for each NOTIFY on the channel. `onConnect` runs at each (re)connection, the first included:
	 * notices sent while disconnected are lost, so that is the moment to fetch what was missed.
	 */
	listen(channel: string, onNotice: (payload: string) => void, onConnect?: () => void): Promise<void>;
	/** How many connections are open, and how many of them queries may share. */
	pool(): { open: number; size: number };
	/** Rejects when the database cannot answer. */
	ping(): Promise<void>;
	close(): Promise<void>;
};

/** Rows of a statement that no query builder has a form for. */
export async function selectRows(db: Database, statement: SQL): Promise<Record<string, unknown>[]> {
	return [...((await db.execute(statement)) as unknown as Record<string, unknown>[])];
}

/** A query builder's select. */
type Select<Row> = SQLWrapper & PromiseLike<Row[]> & { _: { selectedFields: Record<string, unknown> } };

/**
 * The rows of a select, fetched as one JSON value: the embedded engine takes three times as long to hand out row by row
 * and column by column (docs/decisions/030). For what JSON can hold as it is: texts, whole numbers, booleans, lists and moments.
 */
export async function selectAsJson<Row>(db: Database, select: Select<Row>): Promise<Row[]> {
	const [answer] = await selectRows(db, sql`select coalesce(json_agg(page), '[]') as rows from ${select} page`);
	const rows = answer?.rows as Record<string, unknown>[];
	const moments = Object.entries(select._.selectedFields)
		.filter(([, field]) => is(field, Column) && field.dataType === "date")
		.map(([name]) => name);
	for (const row of rows) {
		for (const name of moments) if (row[name] !== null) row[name] = new Date(String(row[name]));
	}
	return rows as Row[];
}

/** Connects to a PostgreSQL server (14 or later). Does not wait for the first connection; `ping` does. */
export function openPostgresDatabase(url: string, options: PoolOptions = {}, isExclusive = false): DatabaseHandle {
	const { client, runScript, state, close } = openPool(url, options);
	return {
		isExclusive,
		db: drizzle(client) as unknown as Database,
		query: async (text, values) => ({
			rows: (values?.length ? [...(await client.unsafe(text, values as never[]))] : await runScript(text)) as Record<
				string,
				unknown
			>[],
		}),
		ping: async () => {
			await client`select 1`;
		},
		listen: async (channel, onNotice, onConnect) => {
			await client.listen(channel, onNotice, onConnect);
		},
		pool: state,
		close,
	};
}

/** Brings the schema up to date. Safe when several processes start at once: one migrates, the others wait. */
export async function migrateDatabase(handle: DatabaseHandle, migrationsFolder: string): Promise<void> {
	await oneAtATime(handle, "migrations", () => migrate(handle.db as never, { migrationsFolder }));
}

/** Does something while no other process of this site does what has the same name. `work` needs a connection of its own. */
export async function oneAtATime(handle: DatabaseHandle, name: string, work: () => Promise<void>): Promise<void> {
	await handle.db.transaction(async (tx) => {
		await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${name}))`);
		await work();
	});
}
