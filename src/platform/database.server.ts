import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { Column, is, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import type postgres from "postgres";
import { connectEmbedded, type OnLost } from "./embedded-connection.server.ts";
import { lockFolder } from "./folder-lock.server.ts";
import { openPool, type PoolOptions } from "./postgres-connections.server.ts";
import type { Settings } from "./settings.server.ts";

/** What queries and writes take first: the database itself or an open transaction, on either engine. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export type SqlResult = { rows: Record<string, unknown>[] };

export type DatabaseHandle = {
	engine: "pglite" | "postgres";
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
	/** Of a PostgreSQL server: how many connections are open, how many queries may share. */
	pool?(): { open: number; size: number };
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

/** Small enough to keep an idle embedded server under 200 MB; only read when the cluster is created. */
const clusterConfiguration = ["shared_buffers=16MB"];
const checkpointEvery = 5 * 60_000;
const vacuumEvery = 60 * 60_000;

/** In-process database for tests and the demo; gone when closed. Pass a dump to start from a copy. */
export async function openMemoryDatabase(dump?: Blob): Promise<DatabaseHandle & { dump(): Promise<Blob> }> {
	const client = await PGlite.create({
		postgresqlconf: clusterConfiguration,
		...(dump && { loadDataDir: dump }),
	});
	return { ...embeddedHandle(client, () => client.close()), dump: () => client.dumpDataDir("none") };
}

/**
 * Opens PGlite in `folder`, which is created when missing.
 * PGlite has no lock against a second process, no autovacuum and no automatic checkpoint: all three are added here.
 * @param onLost told, just before the process ends, that the disk has refused a write on which all others depend
 * @throws when another process holds the folder
 */
export async function openEmbeddedDatabase(folder: string, onLost?: OnLost): Promise<DatabaseHandle> {
	mkdirSync(folder, { recursive: true });
	const unlock = await lockFolder(folder);
	try {
		const dataDir = join(folder, "cluster");
		if (!existsSync(join(dataDir, "PG_VERSION"))) await createCluster(dataDir);
		const client = await PGlite.create({ dataDir });
		const close = async () => {
			for (const timer of timers) clearInterval(timer);
			await client.close();
			await unlock();
		};
		const handle = embeddedHandle(client, close, onLost);
		const timers = [
			setInterval(() => handle.query("checkpoint").catch(ignoreAfterClose), checkpointEvery),
			setInterval(() => handle.query("vacuum (analyze)").catch(ignoreAfterClose), vacuumEvery),
		];
		for (const timer of timers) timer.unref();
		return handle;
	} catch (error) {
		await unlock();
		throw error;
	}
}

/** Connects to a PostgreSQL server (14 or later). Does not wait for the first connection; `ping` does. */
export function openPostgresDatabase(url: string, options: PoolOptions = {}): DatabaseHandle {
	const { client, runScript, state, close } = openPool(url, options);
	return {
		engine: "postgres",
		...asking(client, runScript),
		listen: async (channel, onNotice, onConnect) => {
			await client.listen(channel, onNotice, onConnect);
		},
		pool: state,
		close,
	};
}

/** The database that the settings name, with its schema up to date. */
export async function openDatabase(
	settings: Pick<Settings, "databaseUrl" | "inMemory" | "dataDir" | "pool">,
	migrationsFolder: string,
	onLost?: OnLost,
): Promise<DatabaseHandle> {
	if (settings.databaseUrl) {
		// On connections of its own: a migration may take longer than a statement of the site is allowed to.
		const migrating = openPostgresDatabase(settings.databaseUrl, { poolSize: 2 });
		await migrateDatabase(migrating, migrationsFolder).finally(migrating.close);
		return openPostgresDatabase(settings.databaseUrl, settings.pool);
	}
	const database = settings.inMemory
		? await openMemoryDatabase()
		: await openEmbeddedDatabase(join(settings.dataDir, "db"), onLost);
	await migrateDatabase(database, migrationsFolder);
	return database;
}

/** Brings the schema up to date. Safe when several processes start at once: one migrates, the others wait. */
export async function migrateDatabase(handle: DatabaseHandle, migrationsFolder: string): Promise<void> {
	await oneAtATime(handle, "migrations", () => migrate(handle.db as never, { migrationsFolder }));
}

/** Does something while no other process of this site does what has the same name. `work` needs a connection of its own. */
export async function oneAtATime(handle: DatabaseHandle, name: string, work: () => Promise<void>): Promise<void> {
	if (handle.engine === "pglite") return work();
	await handle.db.transaction(async (tx) => {
		await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${name}))`);
		await work();
	});
}

function embeddedHandle(server: PGlite, closeServer: () => Promise<void>, onLost?: OnLost): DatabaseHandle {
	const { client, runScript, listen, close } = connectEmbedded(server, onLost);
	return {
		engine: "pglite",
		...asking(client, runScript),
		listen: async (channel, onNotice, onConnect) => {
			await listen(channel, onNotice);
			onConnect?.();
		},
		close: async () => {
			await close();
			await closeServer();
		},
	};
}

/** What is the same for both engines. */
function asking(
	client: postgres.Sql,
	runScript: (text: string) => Promise<unknown[]>,
): Pick<DatabaseHandle, "db" | "query" | "ping"> {
	return {
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
	};
}

/** The first initdb takes over 100 MB that are never given back: a child process takes them along when it ends. */
function createCluster(dataDir: string): Promise<void> {
	const script = `
		const { PGlite } = await import("@electric-sql/pglite");
		const client = await PGlite.create({ dataDir: process.argv[1], postgresqlconf: JSON.parse(process.argv[2]) });
		await client.close();`;
	const child = spawn(
		process.execPath,
		["--input-type=module", "--eval", script, "--", dataDir, JSON.stringify(clusterConfiguration)],
		{ stdio: ["ignore", "ignore", "inherit"], cwd: process.cwd() },
	);
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("exit", (code) =>
			code === 0 ? resolve() : reject(new Error(`creating the database failed (${code})`)),
		);
	});
}

function ignoreAfterClose(): void {
	// A timer may fire while the database is closing; nothing is lost by skipping one round of upkeep.
}
