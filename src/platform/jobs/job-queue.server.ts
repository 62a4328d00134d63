import { sql } from "drizzle-orm";
import { fromDrizzle, type JobResult, type JobWithMetadata, PgBoss, type Queue } from "pg-boss";
import type { Database, DatabaseHandle } from "#platform/database/database.server.ts";
import type { Logger } from "#platform/process/logger.server.ts";

/** A kind of work: its name, and how often and how patiently it is tried again. */
export type JobKind = Required<Pick<Queue, "name" | "retryLimit" | "retryDelay" | "retryDelayMax" | "expireInSeconds">>;

/** Work that must not be lost: kept in the database, done by whichever process is free, tried again when it fails. */
export type JobQueue = {
	/**
	 * Queues a job inside the caller's transaction: it is done if, and only if, that commits.
	 * @param afterSeconds how long it waits at least; it may be half a minute more, for workers are woken by new jobs only
	 */
	send(tx: Database, kind: JobKind, data: object, afterSeconds?: number): Promise<void>;
	/** Does the jobs of a kind, some at a time. A job leaves nothing behind, done or given up. */
	work<Data extends object>(
		kind: JobKind,
		handle: (data: Data) => Promise<void>,
		/** Called when the last try has failed too. */
		onGivenUp?: (data: Data) => Promise<void>,
	): Promise<void>;
	/** Lets running jobs finish for a moment, then hands them back. */
	stop(): Promise<void>;
};

/** Leaves the rest of the ten seconds that a stop may take to the other services. */
const finishWithinMs = 4_000;

/** Of a job whose process was killed during its last try, the one case in which pg-boss keeps it. */
const deleteAfterSeconds = 3600;

/** A notice wakes a worker once, however many jobs have come: a full batch has to be followed by another look. */
const workOptions = { batchSize: 5, burstWhenBatchFull: true, includeMetadata: true, perJobResults: true } as const;

/**
 * Starts pg-boss, which keeps its tables in a schema of its own. Workers are woken by a notice of the database when a
 * job commits; they poll only for jobs that are to be tried again.
 */
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
	// Whoever did these jobs was this process before it was killed: they need not wait until their time is over.
	if (database.isExclusive) {
		await database.query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
	}
	for (const { name, ...options } of kinds) {
		await boss.createQueue(name, { ...options, retryBackoff: true, deleteAfterSeconds, notify: true });
		// Fills the cache of pg-boss. It would otherwise look the queue up at the first `send`, on a connection beside that
		// transaction's: where all connections hold such a transaction, for ever.
		await boss.findJobs(name, { queued: true });
	}

	return {
		send: async (tx, kind, data, afterSeconds = 0) => {
			// `Database` leaves open what `execute` answers; fromDrizzle reads any of it.
			await boss.send(kind.name, data, { db: fromDrizzle(tx as never, sql), startAfter: afterSeconds });
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
			await boss.work<Data, JobResult[], typeof workOptions>(kind.name, workOptions, (jobs) =>
				Promise.all(jobs.map(settle)),
			);
		},
		stop: () => boss.stop({ graceful: true, timeout: finishWithinMs, close: false }),
	};
}
