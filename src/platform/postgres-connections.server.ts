import { connect, type Socket } from "node:net";
import postgres from "postgres";
import { isConnectionFailure } from "./http-errors.server.ts";
import { survivingTransactions } from "./postgres-transactions.server.ts";

/** A database that has not answered `select 1` for this long is taken for dead. */
const answerWithinMs = 5_000;
const askEveryMs = 5_000;
/** Between two tries to connect, whoever has to wait for them: short, so that a database that is back is noticed. */
const retrySeconds = 0.5;

export type PoolOptions = {
	poolSize?: number;
	connectSeconds?: number;
	/** The server gives up a statement after this long; 0 lets it run. */
	statementSeconds?: number;
};

/**
 * What postgres.js has to be told apart of a URL that leads to a Unix socket (`postgres://role@%2Ffolder/database`), as
 * PostgreSQL's own clients write it.
 */
export function socketPathOf(url: string): { path?: string } {
	const [, folder, port = "5432"] = url.match(/^\w+:\/\/(?:[^@/]*@)?(%2F[^/:?]*)(?::(\d+))?/i) ?? [];
	return folder ? { path: `${decodeURIComponent(folder)}/.s.PGSQL.${port}` } : {};
}

/** Where postgres.js is to connect to, as it tells a `socket` function; its types leave that out. */
type Address = { host: string[]; port: number[]; path?: string };

/**
 * A pool that gets over a database which stops answering without closing its connections, as a frozen machine or a cut
 * cable does: postgres.js would wait for the operating system to notice, which takes a quarter of an hour. One
 * connection beside the pool asks for a sign of life; without one, all connections that are silent as well are cut, and
 * whoever waits on them learns it.
 */
export function openPool(url: string, { poolSize = 10, connectSeconds = 5, statementSeconds = 0 }: PoolOptions) {
	const sockets = new Set<Socket>();
	let turn = 0;
	const options = {
		...socketPathOf(url),
		max: poolSize,
		connect_timeout: connectSeconds,
		idle_timeout: 20,
		backoff: () => retrySeconds,
		onnotice: () => undefined,
		...(statementSeconds > 0 && { connection: { statement_timeout: statementSeconds * 1000 } }),
		socket: ({ host, port, path }: Address) => {
			const place = turn++ % host.length;
			const address = { host: host[place] ?? "localhost", port: port[place] ?? 5432 };
			const socket = path ? connect(path) : connect(address);
			sockets.add(socket);
			socket.once("close", () => sockets.delete(socket));
			return Object.assign(socket, address);
		},
	};
	const client = survivingTransactions(postgres(url, options));
	const scripts = postgres(url, { ...options, max: 1 });
	const pulse = postgres(url, { ...options, max: 1 });

	async function askForSignOfLife(): Promise<void> {
		const before = [...sockets].map((socket) => [socket, socket.bytesRead] as const);
		const patience = setTimeout(() => {
			for (const [socket, bytesRead] of before) {
				if (socket.bytesRead === bytesRead) socket.destroy(new SilentDatabaseError());
			}
		}, answerWithinMs);
		await pulse`select 1`.catch(() => undefined);
		clearTimeout(patience);
	}

	let asking = Promise.resolve();
	const timer = setInterval(() => {
		asking = asking.then(askForSignOfLife);
	}, askEveryMs).unref();

	let running: Promise<unknown> = Promise.resolve();
	/** Several statements, one script at a time, on a connection beside the pool: a script may open a transaction. */
	const runScript = (text: string): Promise<unknown[]> => {
		const result = running.then(async () => {
			try {
				const results: unknown[] = await scripts.unsafe(text);
				// One statement answers rows, several answer a list of such lists.
				return results.flat();
			} catch (error) {
				// A script that fails inside its own transaction leaves it open; one that lost its connection has none.
				if (!isConnectionFailure(error)) await scripts.unsafe("rollback");
				throw error;
			}
		});
		running = result.catch(() => undefined);
		return result;
	};

	return {
		client,
		runScript,
		state: () => ({ open: sockets.size, size: poolSize }),
		close: async () => {
			clearInterval(timer);
			await Promise.all([client.end({ timeout: 5 }), scripts.end({ timeout: 5 }), pulse.end({ timeout: 1 })]);
		},
	};
}

class SilentDatabaseError extends Error {
	readonly code = "ETIMEDOUT";

	constructor() {
		super("the database does not answer");
	}
}
