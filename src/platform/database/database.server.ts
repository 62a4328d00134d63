import { is, type Logger, Param, Placeholder, type QueryWithTypings, SQL, type SQLWrapper, sql } from "drizzle-orm";
import { NodePgDatabase, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { type PgDatabase, PgDialect, type PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Pool, PoolClient, QueryResult } from "pg";
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

type NoSchema = Record<string, never>;

/** Limits the length of value lists, because each length is a statement of its own that every connection keeps. */
const mostPreparedValues = 64;

/** A statement whose text exists already. */
class BuiltStatement extends SQL {
	readonly query: QueryWithTypings;

	constructor(query: QueryWithTypings) {
		super([]);
		this.query = query;
	}
}

class SiteDialect extends PgDialect {
	override sqlToQuery(statement: SQL, source?: "indexes"): QueryWithTypings {
		return statement instanceof BuiltStatement ? statement.query : super.sqlToQuery(statement, source);
	}
}

const dialect = new SiteDialect();

/**
 * Puts the text of a statement together once, which takes longer than sending it.
 * @param statement with `sql.placeholder(name)` for each value that changes
 * @returns the statement with these values, for `selectRows`
 */
export function prepareStatement(statement: SQLWrapper): (values: Record<string, unknown>) => SQL {
	const query = dialect.sqlToQuery(statement.getSQL());
	return (values) => new BuiltStatement({ ...query, params: query.params.map((param) => filled(param, values)) });
}

/** As drizzle's `fillPlaceholders`, which can't take a null for a column whose values it encodes. */
function filled(param: unknown, values: Record<string, unknown>): unknown {
	if (is(param, Placeholder)) return values[param.name];
	if (!is(param, Param) || !is(param.value, Placeholder)) return param;
	const value = values[param.value.name];
	return value === null ? null : param.encoder.mapToDriverValue(value);
}

/** Drizzle's session, with prepared statements, transactions of fewer round trips, and commits as requested. */
class PooledSession extends NodePgSession<NoSchema, NoSchema> {
	readonly #pool: Pool;
	readonly #logger: Logger | undefined;

	constructor(pool: Pool, logger: Logger | undefined, client: Pool | PoolClient = pool) {
		super(client, dialect, undefined, { ...(logger && { logger }) });
		this.#pool = pool;
		this.#logger = logger;
	}

	/** The name comes from the statement's text. The server keeps and plans the statement once per connection. */
	override prepareQuery: NodePgSession<NoSchema, NoSchema>["prepareQuery"] = (query, fields, name, ...rest) => {
		const isPrepared = query.params.length > 0 && query.params.length <= mostPreparedValues;
		return super.prepareQuery(query, fields, name ?? (isPrepared ? nameOf(query.sql) : undefined), ...rest);
	};

	override transaction<T>(work: (tx: NodePgTransaction<NoSchema, NoSchema>) => Promise<T>): Promise<T> {
		return onOneConnection(this.#pool, async (client) => {
			const session = new PooledSession(this.#pool, this.#logger, client);
			// Sent together with the first statement. If it fails, the connection is lost.
			const begun = client.query({ name: "begin", text: "begin" });
			const tx = new NodePgTransaction<NoSchema, NoSchema>(dialect, session, undefined);
			let committed: Promise<QueryResult> | undefined;
			const commit = () => (committed ??= client.query({ name: "commit", text: "commit" }));
			commits.set(tx, commit);
			const [result] = await Promise.all([work(tx), begun]);
			const { command } = await commit();
			if (command !== "COMMIT") throw new Error("a statement of this transaction failed, and the failure was ignored");
			return result;
		});
	}
}

const commits = new WeakMap<object, () => Promise<unknown>>();

/**
 * Sends the commit right behind the last statement of a transaction, which saves a round trip. If the statement fails, the
 * server rolls back.
 * @param last of a statement that has been sent
 */
export function commitWith<T>(tx: Database, last: Promise<T>): Promise<T> {
	// Its failure is that of the statement, or is met where the transaction ends.
	commits
		.get(tx)?.()
		.catch(() => undefined);
	return last;
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

/** Names by statement text. There is one for each statement in the code and each number of values it takes. */
const statementNames = new Map<string, string>();

function nameOf(text: string): string {
	const known = statementNames.get(text);
	if (known) return known;
	const name = `s${statementNames.size}`;
	statementNames.set(text, name);
	return name;
}

/** Connects to a PostgreSQL server (14 or later). Does not wait for the first connection; `ping` does. */
export function openPostgresDatabase(url: string, options: PoolOptions = {}, isExclusive = false): DatabaseHandle {
	const { pool, listen, state, close } = openPool(url, options);
	const withLogger = (logger?: Logger) =>
		new NodePgDatabase(dialect, new PooledSession(pool, logger), undefined) as unknown as Database;

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

/** Brings the schema up to date. Safe when several processes start at once: one migrates, the others wait. */
export async function migrateDatabase(handle: DatabaseHandle, migrationsFolder: string): Promise<void> {
	await oneAtATime(handle, "migrations", () => migrate(handle.db as NodePgDatabase, { migrationsFolder }));
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
