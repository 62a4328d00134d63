import { fork, type Serializable } from "node:child_process";
import { type EventEmitter, once } from "node:events";
import { limitConcurrency } from "#platform/limits/concurrency.server.ts";

/** What a worker posts for a job. `code` is that of the operating system, which says nothing about the job. */
export type WorkerReply<Answer> = { answer: Answer } | { failure: string; code?: string | undefined };

/** The worker has refused a job. */
export class WorkerFailure extends Error {}

/** The worker did not respond in time, or ended on what it was given. */
export class WorkerEnded extends WorkerFailure {}

/** No worker could be started. The same job may succeed later. */
class WorkerUnavailable extends Error {}

/** Whether the machine is to blame and no job: for instance a full disk, or no memory for another process. */
export const isSystemFailure = (error: unknown) =>
	error instanceof WorkerUnavailable || (error instanceof Error && "syscall" in error);

type Worker = EventEmitter & { postMessage(job: unknown): void; terminate(): unknown; ref(): void; unref(): void };

type WorkerOptions = {
	start(): Promise<Worker>;
	/** A job that takes longer ends the worker; the next job starts a new one. */
	withinMs: number;
	/** After this time without a job, the worker ends, which frees its memory. */
	idleMs: number;
};

/**
 * Runs jobs in a process of their own, one after another, so that waiting for the first doesn't count against the time
 * limit of the second.
 * @returns a function that throws a `WorkerFailure`, or a failure for which no job is to blame (`isSystemFailure`)
 */
export function createWorker<Job, Answer>({ start, withinMs, idleMs }: WorkerOptions) {
	const inTurn = limitConcurrency({ running: 1, waiting: Number.POSITIVE_INFINITY });
	let worker: Worker | undefined;
	let idle: NodeJS.Timeout | undefined;

	function end(ended: Worker): void {
		if (worker === ended) worker = undefined;
		void ended.terminate();
	}

	async function open(): Promise<Worker> {
		const opened = await start();
		// While no job is running, no one else listens.
		return opened.on("error", () => end(opened)).on("exit", () => end(opened));
	}

	async function run(job: Job): Promise<Answer> {
		clearTimeout(idle);
		worker ??= await open();
		const used = worker;
		used.ref();
		used.postMessage(job);
		const reply = await nextReply<Answer>(used, withinMs).catch((error) => {
			end(used);
			throw isSystemFailure(error) ? error : new WorkerEnded("the worker did not respond", { cause: error });
		});
		used.unref();
		idle = setTimeout(() => end(used), idleMs).unref();
		if ("answer" in reply) return reply.answer;
		const { failure, code } = reply;
		throw code === undefined
			? new WorkerFailure(failure)
			: Object.assign(new Error(failure), { code, syscall: "read" });
	}

	return (job: Job): Promise<Answer> => inTurn(() => run(job));
}

/** @throws if the worker ends first, or posts nothing in time */
async function nextReply<Answer>(worker: Worker, withinMs: number): Promise<WorkerReply<Answer>> {
	const over = new AbortController();
	const timer = setTimeout(() => over.abort(), withinMs);
	const exit = once(worker, "exit", over).then(() => Promise.reject(new Error("the worker has ended")));
	try {
		const [reply] = await Promise.race([once(worker, "message", over), exit]);
		return reply;
	} finally {
		clearTimeout(timer);
		over.abort();
	}
}

const startWithinMs = 60_000;

/**
 * Starts a file in a process of its own, without this one's settings and secrets. If its objects take more than
 * `heapMegabytes`, that process ends and no other one does. (A thread that takes too much in many small pieces ends the
 * whole site in spite of its limits.)
 * @returns it once it has posted that its code is loaded, which doesn't count against the time of a job
 */
export async function startProcess(file: string, heapMegabytes: number, args: string[] = []): Promise<Worker> {
	const child = fork(file, args, {
		env: {},
		execArgv: [`--max-old-space-size=${heapMegabytes}`],
		serialization: "advanced",
		stdio: ["ignore", "ignore", "ignore", "ipc"],
	});
	const [ref, unref] = [child.ref.bind(child), child.unref.bind(child)];
	const worker = Object.assign(child, {
		// The callback takes the failure of a process that has just ended; its exit says the same.
		postMessage: (job: Serializable) => void child.send(job, () => undefined),
		terminate: () => child.kill("SIGKILL"),
		ref() {
			ref();
			child.channel?.ref();
		},
		unref() {
			unref();
			child.channel?.unref();
		},
	});
	await nextReply(worker, startWithinMs).catch((error) => {
		worker.terminate();
		throw new WorkerUnavailable("a process could not be started", { cause: error });
	});
	return worker;
}
