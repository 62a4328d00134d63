import { sql } from "drizzle-orm";
import { fromDrizzle, type JobResult, type JobWithMetadata, PgBoss, type Queue } from "pg-boss";
import type { Database, DatabaseHandle } from "#platform/database/database.server.ts";
import type { Logger } from "#platform/process/logger.server.ts";

/** A kind of job: its name, how often it is retried, and how long to wait between attempts. */
export type JobKind = Required<Pick<Queue, "name" | "retryLimit" | "retryDelay" | "retryDelayMax" | "expireInSeconds">>;

type UnfinishedJob = {
	/** Whether it is being done now, in any process. */
	isRunning: boolean;
	/** Whether an attempt has failed, so that it waits for the next one. */
	hasFailed: boolean;
	/** When it was begun, or queued. */
	since: Date;
};

/** Work that must not be lost. It is kept in the database, done by any free process, and retried if it fails. */
export type JobQueue = {
	/**
	 * Queues a job in the caller's transaction, so the job runs only if the transaction commits.
	 * @param afterSeconds the minimum delay. This process looks then; after a restart it may take half a minute longer, because
	 * workers are woken only for new jobs
	 */
	send(tx: Database, kind: JobKind, data: object, afterSeconds?: number): Promise<void>;
	/** Works on the jobs of a kind, several at a time. A job is deleted when it is done or has failed for good. */
	work<Data extends object>(
		kind: JobKind,
		handle: (data: Data) => Promise<void>,
		/** Called when the last attempt has failed. */
		onGivenUp?: (data: Data) => Promise<void>,
	): Promise<void>;
	/** The jobs of a kind that aren't done yet. */
	find(db: Database, kind: JobKind): Promise<UnfinishedJob[]>;
	/** Gives running jobs a moment to finish, then returns them to the queue. */
	stop(): Promise<void>;
};

/** A stop may take ten seconds. This leaves the rest to the other services. */
const finishWithinMs = 4_000;

/** How long to keep a job whose process was killed during its last attempt; pg-boss deletes all others at once. */
const deleteAfterSeconds = 3600;

/** In seconds: what is due later than this is found by the next look. */
const longestWake = 300;

/** One notice wakes a worker only once, even for many jobs, so after a full batch the worker has to look again. */
const workOptions = { batchSize: 5, burstWhenBatchFull: true, includeMetadata: true, perJobResults: true } as const;

/** Starts pg-boss, in a schema of its own. A notice wakes the workers when a job commits; they poll only for retries. */
export async function openJobQueue(database: DatabaseHandle, logger: Logger, kinds: JobKind[]): Promise<JobQueue> {
	const boss = new PgBoss({
		db: {
			executeSql: (text, values) => database.query(text, values),
			listen: async (channel, onNotice, onConnect) => {
				await database.listen(channel, onNotice, onConnect);
				return { close: async () => undefined }; // ends with the database
			},
		},
		useListenNotify: true,
		schedule: false,
	});
	boss.on("error", (error) => logger.error({ err: error }, "the job queue failed"));
	boss.on("warning", (warning) => logger.warn({ warning: warning.message }, "the job queue warned"));
	await boss.start();
	// These jobs were active when this process was killed. They can run again without waiting for their time limit.
	if (database.isExclusive) {
		await database.query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
	}
	for (const { name, ...options } of kinds) {
		await boss.createQueue(name, { ...options, retryBackoff: true, deleteAfterSeconds, notify: true });
		// Fills the cache of pg-boss. Otherwise the first `send` would look up the queue on a second connection beside
		// the transaction's. If every connection held such a transaction, they would wait forever.
		await boss.findJobs(name, { queued: true });
	}

	/** The ids of the workers of each kind. */
	const workers = new Map<string, string[]>();
	return {
		send: async (tx, kind, data, afterSeconds = 0) => {
			// `Database` doesn't specify what `execute` returns. fromDrizzle accepts every variant.
			await boss.send(kind.name, data, { db: fromDrizzle(tx as never, sql), startAfter: afterSeconds });
			const wake = () => {
				for (const id of workers.get(kind.name) ?? []) boss.notifyWorker(id);
			};
			// A little later: what is due at a moment may be looked for just before it.
			if (afterSeconds > 0 && afterSeconds <= longestWake) setTimeout(wake, afterSeconds * 1000 + 250).unref();
		},
		work: async <Data extends object>(
			kind: JobKind,
			handle: (data: Data) => Promise<void>,
			onGivenUp?: (data: Data) => Promise<void>,
		) => {
			const settle = async (job: JobWithMetadata<Data>): Promise<JobResult> => {
				try {
					await handle(job.data);
				} catch (error) {
					if (job.retryCount < job.retryLimit) return { id: job.id, status: "failed", output: { reason: `${error}` } };
					logger.error({ err: error, kind: kind.name, job: job.id }, "a job failed permanently");
					await onGivenUp?.(job.data);
				}
				await boss.deleteJob(kind.name, job);
				return { id: job.id, status: "completed" };
			};
			const worker = await boss.work<Data, JobResult[], typeof workOptions>(kind.name, workOptions, (jobs) =>
				Promise.all(jobs.map(settle)),
			);
			workers.set(kind.name, [...(workers.get(kind.name) ?? []), worker]);
		},
		stop: () => {
			workers.clear();
			return boss.stop({ graceful: true, timeout: finishWithinMs, close: false });
		},
		find: async (db, { name }) => {
			const jobs = await boss.findJobs(name, { db: fromDrizzle(db as never, sql) });
			return jobs
				.filter(({ state }) => state === "created" || state === "retry" || state === "active")
				.map(({ state, startedOn, createdOn }) => ({
					isRunning: state === "active",
					hasFailed: state === "retry",
					// Drizzle leaves moments as the text that the database sends.
					since: new Date(startedOn ?? createdOn),
				}));
		},
	};
}
