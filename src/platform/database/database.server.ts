import { type Logger, type SQL, sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Pool, PoolClient } from "pg";
import { openPool, type PoolOptions } from "./postgres-connections.server.ts";

/** The first argument of queries and writes: the database itself, or an open transaction. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

type SqlResult = { rows: Record<string, unknown>[] };

export type DatabaseHandle = {
	/** Whether only this process serves the site. If so, jobs marked as active belong to a process that has ended. */
	isExclusive: boolean;
	db: Database;
	/** The same database, with a logger that receives every statement. */
	withLogger(logger: Logger): Database;
	/**
	 * Runs plain SQL with `$1` parameters, for libraries that bring their own statements. Without values, the text may
	 * contain several statements, including a transaction of its own. Returns the rows of all of them.
	 */
	query(text: string, values?: unknown[]): Promise<SqlResult>;
	/**
	 * Calls `onNotice` for each NOTIFY on the channel. `onConnect` runs on every connection and reconnection. Notices
	 * sent while disconnected are lost, so use `onConnect` to fetch what was missed.
	 */
	listen(channel: string, onNotice: (payload: string) => void, onConnect?: () => void): Promise<void>;
	/** The number of open connections, and the maximum number that queries may share. */
	pool(): { open: number; size: number };
	/** Rejects if the database doesn't respond. */
	ping(): Promise<void>;
	close(): Promise<void>;
};

/** Runs a statement that the query builder can't express and returns its rows. */
export async function selectRows(db: Database, statement: SQL): Promise<Record<string, unknown>[]> {
	return ((await db.execute(statement).execute()) as SqlResult).rows;
}

/** Runs work on a connection of its own. If the work fails, an open transaction is rolled back. */
async function onOneConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
	const client = await pool.connect();
	let lost: Error | undefined;
	try {
		return await work(client);
	} catch (error) {
		await client.query("rollback").catch((failure) => {
			lost = failure;
		});
		throw error;
	} finally {
		client.release(lost);
	}
}

/** Connects to a PostgreSQL server (14 or later). Does not wait for the first connection; `ping` does. */
export function openPostgresDatabase(url: string, options: PoolOptions = {}, isExclusive = false): DatabaseHandle {
	const { pool, listen, state, close } = openPool(url, options);
	const withLogger = (logger?: Logger): Database => {
		const options = logger ? { logger } : {};
		const db: Database = drizzle(pool, options);
		// Drizzle would never give back a connection on which `begin` fails.
		db.transaction = (work) =>
			onOneConnection(pool, (client) =>
				drizzle(client, options).transaction(async (tx) => {
					const result = await work(tx);
					// After a failed statement that was ignored, PostgreSQL would answer the commit by rolling back, without an error.
					// Any other statement fails. What the driver knows of the transaction may be older than the failure.
					await tx.execute(sql`select`);
					return result;
				}),
			);
		return db;
	};

	const runScript = (text: string) =>
		onOneConnection(pool, async (client): Promise<SqlResult> => {
			const results: SqlResult | SqlResult[] = await client.query(text);
			return { rows: [results].flat().flatMap(({ rows }) => rows) };
		});

	return {
		isExclusive,
		db: withLogger(),
		withLogger,
		query: (text, values) => (values?.length ? pool.query(text, values) : runScript(text)),
		ping: async () => {
			await pool.query("select 1");
		},
		listen,
		pool: state,
		close,
	};
}

/** The moment of the last migration that a database has had, or a program has, in ms since 1970. */
type Schema = number;

/** Runs the migrations that an existing database lacks, for which it may have something to do before and afterwards. */
export type AroundMigrations = (from: Schema, migrateNow: () => Promise<void>) => Promise<void>;

/**
 * Brings the schema up to date. Safe when several processes start at once: one migrates, the others wait.
 * @throws {NewerDatabaseError} if the database is of a newer program, before anything is written
 */
export async function migrateDatabase(
	handle: DatabaseHandle,
	migrationsFolder: string,
	around: AroundMigrations = (_from, migrateNow) => migrateNow(),
): Promise<void> {
	const wanted = Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis));
	const migrateNow = () => migrate(handle.db as NodePgDatabase, { migrationsFolder });
	await oneAtATime(handle, "migrations", async () => {
		const schema = await schemaOf(handle.db);
		if (schema !== undefined && schema > wanted) throw new NewerDatabaseError(newerDatabase);
		if (schema === undefined) await migrateNow();
		else if (schema < wanted) await around(schema, migrateNow);
	});
}

export class NewerDatabaseError extends Error {}

const newerDatabase =
	"This database was made by a newer version of the site. Start that version, or go back with the backup that it made before its update (docs/operating.md). Nothing was changed.";

/** Of an existing database; undefined for an empty one. */
export async function schemaOf(db: Database): Promise<Schema | undefined> {
	const [table] = await selectRows(db, sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`);
	if (!table?.exists) return undefined;
	const [row] = await selectRows(db, sql`select max(created_at) as version from drizzle.__drizzle_migrations`);
	return row?.version == null ? undefined : Number(row.version);
}

/** Runs `work` while no other process of this site runs work of that name. `work` needs a connection of its own. */
export async function oneAtATime(handle: DatabaseHandle, name: string, work: () => Promise<void>): Promise<void> {
	await handle.db.transaction(async (tx) => {
		await holdLock(tx, name);
		await work();
	});
}

/** Makes all other transactions that take the lock of this name wait until this one ends. */
export async function holdLock(tx: Database, name: string): Promise<void> {
	await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${name}))`);
}
