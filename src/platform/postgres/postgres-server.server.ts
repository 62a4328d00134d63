import { setTimeout as pause } from "node:timers/promises";
import { type DatabaseHandle, openPostgresDatabase } from "#platform/database/database.server.ts";
import { openSession, type Session } from "#platform/database/postgres-connections.server.ts";
import { isConnectionFailure, isUnreachable } from "#platform/http/http-errors.server.ts";
import type { Logger } from "#platform/process/logger.server.ts";
import { type Address, addressOf, listeningOn, urlOf } from "./postgres-address.server.ts";
import { type Binaries, DatabaseStartError } from "./postgres-binaries.server.ts";
import {
	clusterMajor,
	createCluster,
	type Place,
	removeUnfinished,
	siteRole,
	superuser,
} from "./postgres-cluster.server.ts";
import { type PostgresProcess, runPostgres } from "./postgres-process.server.ts";

/*
 * The program's own PostgreSQL server. The process that starts it holds a lock in the database for as long as it
 * runs, so another process can ask the server whether its program is still alive. PostgreSQL itself makes sure that
 * only one server uses a cluster.
 */

export type OwnServer = {
	/** The URL of the site's database, with the site's role. */
	url: string;
	/** The URL of the same server with its superuser, for tasks that the site's role must not do. */
	superuserUrl: string;
	/** Whether this process started the server, so that no other program is using it. */
	isOurs: boolean;
	/** Ends the server, if this process started it. */
	stop(): Promise<void>;
};

export class FolderInUseError extends DatabaseStartError {
	constructor(cluster: string) {
		super(`Another process has ${cluster} open. Stop it first, or set another DATA_DIR.`);
	}
}

export type ServerOptions = {
	place: Place;
	binaries: Binaries;
	/** Additional server settings. */
	settings?: Record<string, string>;
	/** Whether to use a running program's server instead of failing. */
	besideProgram: boolean;
	logger: Logger;
	/** Called when the server has stopped too often to be restarted. */
	onGivenUp(error: Error): void;
};

/** What can be found at a server's address. */
type Encounter = "unreachable" | "busy" | "owned" | "ownerless";

/**
 * How long to wait for each of these to change. A killed program holds its lock until the server notices. A server
 * without an owner has just been started or is about to stop. If it stays that way, its program was killed together
 * with the companion that should have stopped it.
 */
const patienceMs: Record<Encounter, number> = { unreachable: 0, busy: 300_000, owned: 2_000, ownerless: 5_000 };

/** How long another server, or what is left of one, may delay a start. */
const startWithinMs = 60_000;
/** For this long, a server that doesn't respond may just be shutting down, and will then remove its lock file. */
const lockFileCountsMs = 2_000;
const lookEveryMs = 50;

const mostEnds = 3;
const withinMs = 60_000;

/** Starts the server, creating its cluster if necessary, and keeps it running; or connects to a running one. */
export async function openOwnServer(options: ServerOptions): Promise<OwnServer> {
	const started = await start(options);
	const address = addressOf(options.place);
	const urls = { url: urlOf(address, siteRole, siteRole), superuserUrl: urlOf(address, superuser, superuser) };
	if (!started) return { ...urls, isOurs: false, stop: async () => undefined };
	removeUnfinished(options.place.cluster);
	return { ...urls, isOurs: true, stop: keepRunning(started, options) };
}

/** Runs work on a cluster whose server runs for that alone. */
export async function withServer(
	options: ServerOptions,
	work: (database: DatabaseHandle) => Promise<void>,
): Promise<void> {
	const server = await openOwnServer({ ...options, besideProgram: false });
	const database = openPostgresDatabase(server.url, { poolSize: 4 });
	try {
		await work(database);
	} finally {
		await database.close();
		await server.stop();
	}
}

type Started = {
	server: PostgresProcess;
	/** The session that holds the lock, which shows that the server's program is alive. */
	lock: Session;
};

const takeLock = ({ lock }: Pick<Started, "lock">) => lock.query("select pg_try_advisory_lock($1)", [programLock]);
const programLock = 1;

/** A session can end, with its lock, while the server runs. No other process may mistake that for abandoned. */
const takeLockEveryMs = 2_000;

/** @returns a function that stops the server for good */
function keepRunning(first: Started, options: ServerOptions): () => Promise<void> {
	const { logger, onGivenUp } = options;
	let current = first;
	let stopping = false;
	const holding = setInterval(() => takeLock(current).catch(() => undefined), takeLockEveryMs).unref();

	async function startAgain(): Promise<void> {
		let ends: number[] = [];
		let words = await current.server.ended;
		while (!stopping) {
			const now = performance.now();
			ends = [...ends.filter((at) => now - at < withinMs), now];
			if (ends.length >= mostEnds) {
				return onGivenUp(new DatabaseStartError(`The database server stopped ${mostEnds} times in a minute: ${words}`));
			}
			logger.error({ words }, "the database server stopped and is being restarted");
			try {
				await current.lock.close(0);
				current = (await start({ ...options, besideProgram: false })) ?? current;
				if (stopping) await end(current);
				words = await current.server.ended;
			} catch (error) {
				words = String(error);
				await pause(restartPauseMs);
			}
		}
	}

	const watching = startAgain();
	return async () => {
		stopping = true;
		clearInterval(holding);
		await end(current);
		await watching;
	};
}

const restartPauseMs = 500;

async function end({ server, lock }: Started): Promise<void> {
	await lock.close(1_000);
	await server.stop();
}

/** @returns undefined if a running program's server can be used */
async function start(options: ServerOptions): Promise<Started | undefined> {
	const { place, besideProgram } = options;
	const began = performance.now();
	let [last, since]: [Encounter | undefined, number] = [undefined, began];
	let remains: Remains | undefined;
	for (;;) {
		const met = await lookAt(addressOf(place));
		const now = performance.now();
		if (met !== last) [last, since] = [met, now];
		if (met === "owned" && besideProgram) return undefined;
		if (now - since >= patienceMs[met]) {
			if (met === "owned" || met === "busy") throw new FolderInUseError(place.cluster);
			if (met === "ownerless") {
				await askToEnd(addressOf(place));
				since = now;
			} else {
				const started = await tryToStart(options, now - began > lockFileCountsMs ? remains : undefined);
				if ("server" in started) return started;
				remains = started;
			}
		}
		if (now - began > startWithinMs && met !== "busy") {
			throw remains ? new DatabaseStartError(remains.words) : new FolderInUseError(place.cluster);
		}
		await pause(lookEveryMs);
	}
}

/** PostgreSQL's reason to refuse a start because of another server, and the process that it took for that server. */
type Remains = { words: string; pid: number | undefined };

async function tryToStart(options: ServerOptions, remains: Remains | undefined): Promise<Started | Remains> {
	const { place, binaries, logger } = options;
	const address = addressOf(place);
	if (clusterMajor(place.cluster) === undefined) await createCluster(place, binaries);
	const server = runPostgres(place, binaries, { ...options.settings, ...listeningOn(address) }, logger, remains?.pid);
	try {
		await server.ready;
	} catch (error) {
		const words = error instanceof Error ? error.message : String(error);
		if (inTheWay.test(words)) return { words, pid: Number(words.match(/\(PID (\d+)\)/)?.[1]) || undefined };
		throw new DatabaseStartError(`The database server didn't start: ${words}`);
	}
	const lock = connect(address);
	try {
		await takeLock({ lock });
		return { server, lock };
	} catch (error) {
		await end({ server, lock });
		throw error;
	}
}

/** PostgreSQL's messages when a server is using the cluster, or was killed a moment ago. */
const inTheWay = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/;

const connect = (address: Address) => openSession(urlOf(address, superuser, superuser));

async function lookAt(address: Address): Promise<Encounter> {
	const client = connect(address);
	try {
		const [row] = await client.query(
			`select exists (select from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1
				and database = (select oid from pg_database where datname = current_database())) as owned`,
			[programLock],
		);
		return row?.owned ? "owned" : "ownerless";
	} catch (error) {
		if (isUnreachable(error)) return "unreachable";
		if (isConnectionFailure(error)) return "busy";
		throw new DatabaseStartError(`The database server can't be reached: ${error}`);
	} finally {
		await client.close(1_000);
	}
}

/**
 * Makes a server shut itself down cleanly. It reads its own process number from its own folder: no one else can be sure
 * that the number is still its own.
 */
async function askToEnd(address: Address): Promise<void> {
	const client = connect(address);
	try {
		await client.query(`copy (select) to program 'read -r pid < postmaster.pid && kill -INT "$pid"'`);
	} catch {
		// The server stops before it responds.
	} finally {
		await client.close(1_000);
	}
}
