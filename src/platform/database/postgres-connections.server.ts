import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Client, type ClientConfig, escapeIdentifier, Pool, type PoolConfig } from "pg";

/** A database that hasn't responded for this long is considered dead. */
const answerWithinMs = 5_000;
const askEveryMs = 5_000;
/** Time between two attempts to connect. It is short, so that the site recovers soon after the database does. */
const retryMs = 500;
const idleMs = 20_000;
/** How long running queries may take to finish before a pool is closed. */
const closeWithinMs = 5_000;

export type PoolOptions = {
	poolSize?: number;
	/** Where notices come from, if the pool's address is that of a pooler, which gives each transaction another connection. */
	listenUrl?: string;
	connectSeconds?: number;
	/** The server cancels a statement after this long. 0 means no limit. */
	statementSeconds?: number;
};

/** Errors of a lost connection are ignored here: each pending query rejects its own promise. */
const ignore = () => undefined;

/** Connections whose sockets this code can cut. pg waits until the operating system notices that a server is silent. */
function openConnections(
	url: string,
	{ connectSeconds = 5, statementSeconds = 0 }: Pick<PoolOptions, "connectSeconds" | "statementSeconds">,
	sockets = new Set<Socket>(),
) {
	const options: ClientConfig = {
		// `sslmode` has the same meaning as in PostgreSQL's own programs.
		connectionString: `${url}${url.includes("?") ? "&" : "?"}uselibpqcompat=true`,
		connectionTimeoutMillis: connectSeconds * 1000,
		pipeline: true,
		stream: () => {
			const socket = new Socket();
			sockets.add(socket);
			socket.once("close", () => sockets.delete(socket));
			return socket;
		},
		...(statementSeconds > 0 && { statement_timeout: statementSeconds * 1000 }),
	};
	/** The limit is for each client: the pool's own would include the wait for a free connection. */
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
		/** Waits for running queries to finish, up to `withinMs`. */
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
 * A pool that recovers when the database stops responding without closing its connections, as when a machine freezes
 * or a cable is cut. One connection beside the pool, which also listens for notices, checks regularly that the
 * database responds. If it doesn't, all silent connections are cut, so that their pending queries fail.
 */
export function openPool(url: string, { poolSize = 10, listenUrl = url, ...options }: PoolOptions) {
	const { sockets, openPool, closeAll } = openConnections(url, options);
	const { openClient } = openConnections(listenUrl, options, sockets);
	const pool = openPool({ max: poolSize, idleTimeoutMillis: idleMs });
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
		// The pool was closed while this connection was being opened.
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
		/** One listener per channel. `onConnect` runs on every connection and reconnection. */
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

/** A single connection, opened when it is first needed and reopened after it is lost. */
export type Session = {
	query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
	close(withinMs: number): Promise<void>;
};

/** @param idleSeconds closes the connection after this long without use; 0 keeps it open */
export function openSession(url: string, idleSeconds = 0): Session {
	const { openPool, closeAll } = openConnections(url, {});
	const pool = openPool({ max: 1, idleTimeoutMillis: idleSeconds * 1000 });
	let closing: Promise<void> | undefined;
	return {
		query: async (text, values) => (await pool.query(text, values)).rows,
		close(withinMs) {
			// pg throws if a pool is ended twice, and each attempt to restart the server closes this session.
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
