import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Logger } from "#platform/process/logger.server.ts";
import type { Binaries } from "./postgres-binaries.server.ts";
import type { Place } from "./postgres-cluster.server.ts";

/** One run of the server. It ends with this process, however this process ends. */
export type PostgresProcess = {
	/** Resolves when the server accepts connections. Rejects with its last log lines if it exits first. */
	ready: Promise<void>;
	/** Resolves with the server's last log lines when it exits. */
	ended: Promise<string>;
	/** Ends the remaining sessions and shuts down cleanly. A server that takes too long is killed, which loses nothing. */
	stop(): Promise<void>;
};

const cutOffAfterSeconds = 4;

/**
 * A companion between this process and the server, in a session of its own. A Ctrl-C in a terminal therefore reaches
 * only this process, which still has requests to finish. The companion's input ends when this process closes the pipe
 * or ends in any way.
 */
const companion = `
trap '' INT TERM HUP
"$@" 3<&- &
server=$!
{
	read -r _ <&3
	kill -INT $server
	for _ in ${"1 ".repeat(cutOffAfterSeconds)}; do sleep 1; done
	kill -QUIT $server
} >/dev/null 2>&1 &
reader=$!
wait $server
kill -KILL $reader 2>/dev/null
`;

/** Set at each start, overriding the cluster's own configuration. */
const settings: Record<string, string> = {
	// Acknowledged data must be on disk.
	fsync: "on",
	synchronous_commit: "on",
	full_page_writes: "on",
	// On macOS, any other method stops at the disk's own cache.
	...(process.platform === "darwin" && { wal_sync_method: "fsync_writethrough" }),
	// Small, because only one process uses it.
	shared_buffers: "32MB",
	max_worker_processes: "2",
	max_parallel_workers: "0",
	max_parallel_workers_per_gather: "0",
	autovacuum_max_workers: "1",
	max_wal_senders: "0",
	// A replication slot keeps the log until it has been copied to BACKUP_DIR, but not so much that the disk fills up
	// (decision 040).
	max_replication_slots: "1",
	max_slot_wal_keep_size: "512MB",
	max_logical_replication_workers: "0",
	// After a checkpoint, the log contains whole pages, which take longer to write than to compress.
	wal_compression: "on",
	min_wal_size: "32MB",
	max_wal_size: "256MB",
	huge_pages: "off",
	jit: "off",
	timezone: "UTC",
	// A statement's error is returned to its sender. The log contains no statements, and so no personal data.
	log_destination: "stderr",
	logging_collector: "off",
	log_min_messages: "log",
	log_min_error_statement: "panic",
	log_line_prefix: "%e ",
	log_checkpoints: "off",
	checkpoint_warning: "0",
	log_autovacuum_min_duration: "-1",
};

/** Older versions don't know these settings and refuse to start with them. */
const settingsSince18: Record<string, string> = { io_method: "sync", autovacuum_worker_slots: "1" };

/**
 * Starts the server on a cluster. PostgreSQL itself refuses if another server is using it.
 * @param passOver the process number that a killed server left in `postmaster.pid`, to be ignored; PostgreSQL still
 * refuses if a server is attached to the cluster's shared memory
 */
export function runPostgres(
	{ cluster, account }: Place,
	{ folder, major }: Binaries,
	ownSettings: Record<string, string>,
	logger: Pick<Logger, "debug" | "warn" | "error">,
	passOver: number = process.pid,
): PostgresProcess {
	const given = { ...settings, ...(major >= 18 && settingsSince18), ...ownSettings };
	const flags = Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
	const command = [join(folder, "postgres"), "-D", cluster, ...flags];
	const environment = { PATH: process.env.PATH, LC_ALL: "C", PG_GRANDPARENT_PID: String(passOver) };
	const child = spawn("/bin/sh", ["-c", companion, "sh", ...command], {
		...account,
		cwd: "/",
		env: environment,
		detached: true,
		stdio: ["ignore", "ignore", "pipe", "pipe"],
	});

	let state: "starting" | "ready" | "stopping" = "starting";
	const complaints: string[] = [];
	const ready = Promise.withResolvers<void>();
	// A caller who doesn't await `ready` learns of the exit from `ended`.
	ready.promise.catch(() => undefined);
	if (child.stderr) {
		createInterface({ input: child.stderr }).on("line", (line) => {
			const [, code = "", text = line] = line.match(/^([0-9A-Z]{5}) (.*)$/) ?? [];
			if (code !== "00000") complaints.push(text);
			if (complaints.length > maxComplaints) complaints.shift();
			const unusual = state === "ready" && !sessionEnds.test(code);
			if (text.startsWith("PANIC")) logger.error({}, `database server: ${text}`);
			else if (unusual) logger.warn({}, `database server: ${text}`);
			else logger.debug({}, `database server: ${text}`);
			if (state !== "starting" || !text.endsWith("database system is ready to accept connections")) return;
			state = "ready";
			ready.resolve();
		});
	}
	const ended = untilEnd(child).then((end) => complaints.join("\n") || end);
	ended.then((words) => ready.reject(new Error(words)));
	return {
		ready: ready.promise,
		ended,
		stop: async () => {
			state = "stopping";
			child.stdio[3]?.destroy();
			await ended;
		},
	};
}

const maxComplaints = 8;

/** SQLSTATEs of a session that was ended, or that disconnected without notice. */
const sessionEnds = /^(57|08)/;

/** Waits until all processes of the server have exited and its memory is free, at most as long as a stop may take. */
async function untilEnd(child: ChildProcess): Promise<string> {
	const closed = once(child, "close");
	try {
		const [code, signal] = await once(child, "exit");
		// If the companion was killed, this ends the server.
		child.stdio[3]?.destroy();
		const { promise: enough, resolve } = Promise.withResolvers<void>();
		const patience = setTimeout(resolve, (cutOffAfterSeconds + 1) * 1000);
		await Promise.race([closed, enough]);
		clearTimeout(patience);
		return `it exited with ${signal ?? `status ${code}`}`;
	} catch (error) {
		return String(error);
	}
}
