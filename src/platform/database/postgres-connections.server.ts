import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Client, type ClientConfig, escapeIdentifier, Pool, type PoolConfig } from "pg";

/** A database that has not answered for this long is taken for dead. */
const answerWithinMs = 5_000;
const askEveryMs = 5_000;
/** Between two tries to connect: short, so that a database that is back is noticed. */
const retryMs = 500;
const idleMs = 20_000;
/** The server keeps the statements of a connection for as long as it lasts. */
const lifetimeSeconds = 1800;
/** What is under way may end before a pool is closed. */
const closeWithinMs = 5_000;

export type PoolOptions = {
	poolSize?: number;
	connectSeconds?: number;
	/** The server gives up a statement after this long; 0 lets it run. */
	statementSeconds?: number;
};

/** Errors of a lost connection are ignored here: each pending query rejects its own promise. */
const ignore = () => undefined;

/** Sends what is written in one turn at once: the statements of a transaction that do not wait for each other. */
class GatheringSocket extends Socket {
	#isGathering = false;

	override cork(): void {
		if (!this.#isGathering) {
			this.#isGathering = true;
			super.cork();
			process.nextTick(() => {
				this.#isGathering = false;
				super.uncork();
			});
		}
		super.cork();
	}
}

/**
 * Connections to one database, whose sockets can be cut: pg would wait for the operating system to notice a silent
 * server.
 */
function openConnections(url: string, { connectSeconds = 5, statementSeconds = 0 }: Omit<PoolOptions, "poolSize">) {
	const sockets = new Set<Socket>();
	const options: ClientConfig = {
		// `sslmode` means what it means to PostgreSQL's own programs.
		connectionString: `${url}${url.includes("?") ? "&" : "?"}uselibpqcompat=true`,
		connectionTimeoutMillis: connectSeconds * 1000,
		pipeline: true,
		stream: () => {
			const socket = new GatheringSocket();
			sockets.add(socket);
			socket.once("close", () => sockets.delete(socket));
			return socket;
		},
		...(statementSeconds > 0 && { statement_timeout: statementSeconds * 1000 }),
	};
	/** A pool would count the wait for one of its connections as well, which takes as long as the requests before it. */
	class SiteClient extends Client {
		constructor() {
			super(options);
			this.on("error", ignore);
		}
	}
	return {
		sockets,
		openClient: () => new SiteClient(),
		openPool: (settings: PoolConfig) => new Pool({ ...settings, Client: SiteClient }).on("error", ignore),
		/** Waits for what is under way, but not for ever. */
		async closeAll(clients: (Pool | Client)[], withinMs: number): Promise<void> {
			const ended = Promise.all(clients.map((each) => each.end()));
			const patience = new AbortController();
			const cut = async () => {
				await pause(withinMs, undefined, patience);
				for (const socket of sockets) socket.destroy();
			};
			await Promise.race([ended, cut()]).finally(() => patience.abort());
		},
	};
}

/**
 * A pool that gets over a database which stops answering without closing its connections, as a frozen machine or a cut
 * cable does. One connection beside the pool, which listens to notices as well, asks for a sign of life; without one,
 * all connections that are silent as well are cut, so that their pending queries fail.
 */
export function openPool(url: string, { poolSize = 10, ...options }: PoolOptions) {
	const { sockets, openClient, openPool, closeAll } = openConnections(url, options);
	const pool = openPool({ max: poolSize, idleTimeoutMillis: idleMs, maxLifetimeSeconds: lifetimeSeconds });
	const listeners = new Map<string, { onNotice: (payload: string) => void; onConnect?: (() => void) | undefined }>();
	let beside: Client | undefined;
	let connecting: Promise<void> | undefined;
	let isClosed = false;

	async function connectBeside(): Promise<void> {
		const client = openClient();
		client.on("notification", ({ channel, payload = "" }) => listeners.get(channel)?.onNotice(payload));
		client.once("end", () => {
			beside = undefined;
			if (!isClosed) setTimeout(askForSignOfLife, retryMs).unref();
		});
		await client.connect();
		// The pool was closed in the meantime, without this connection.
		if (isClosed) return client.end();
		for (const channel of listeners.keys()) await client.query(`listen ${escapeIdentifier(channel)}`);
		beside = client;
		for (const { onConnect } of listeners.values()) onConnect?.();
	}

	async function reach(): Promise<void> {
		if (beside) {
			await beside.query("select 1");
		} else {
			connecting ??= connectBeside().finally(() => {
				connecting = undefined;
			});
			await connecting;
		}
	}

	let isChecking = false;
	async function askForSignOfLife(): Promise<void> {
		if (isChecking || isClosed) return;
		isChecking = true;
		const before = [...sockets].map((socket) => [socket, socket.bytesRead] as const);
		const patience = setTimeout(() => {
			for (const [socket, bytesRead] of before) {
				if (socket.bytesRead === bytesRead) socket.destroy(new SilentDatabaseError());
			}
		}, answerWithinMs);
		await reach().catch(ignore);
		clearTimeout(patience);
		isChecking = false;
	}
	const timer = setInterval(askForSignOfLife, askEveryMs).unref();

	return {
		pool,
		/** One listener for each channel. `onConnect` runs at each (re)connection, the first included. */
		async listen(channel: string, onNotice: (payload: string) => void, onConnect?: () => void): Promise<void> {
			listeners.set(channel, { onNotice, onConnect });
			if (!beside) return reach();
			await beside.query(`listen ${escapeIdentifier(channel)}`);
			onConnect?.();
		},
		state: () => ({ open: sockets.size, size: poolSize }),
		async close(): Promise<void> {
			isClosed = true;
			clearInterval(timer);
			await closeAll([pool, ...(beside ? [beside] : [])], closeWithinMs);
		},
	};
}

/** A connection of its own, which is opened when it is first needed, and again after it was lost. */
export type Session = {
	query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
	close(withinMs: number): Promise<void>;
};

/** @param idleSeconds after which it is closed until it is needed again; 0 keeps it */
export function openSession(url: string, idleSeconds = 0): Session {
	const { openPool, closeAll } = openConnections(url, {});
	const pool = openPool({ max: 1, idleTimeoutMillis: idleSeconds * 1000 });
	let closing: Promise<void> | undefined;
	return {
		query: async (text, values) => (await pool.query(text, values)).rows,
		close(withinMs) {
			// pg refuses to end a pool twice, and restarting a server closes this once for each attempt.
			closing ??= closeAll([pool], withinMs);
			return closing;
		},
	};
}

class SilentDatabaseError extends Error {
	readonly code = "ETIMEDOUT";

	constructor() {
		super("the database is not responding");
	}
}
