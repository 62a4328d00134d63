import { type SQL, sql } from "drizzle-orm";
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
