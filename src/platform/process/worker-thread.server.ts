import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { limitConcurrency } from "#platform/limits/concurrency.server.ts";

/** What a thread posts for a job. `code` is that of the operating system, which says nothing about the job. */
export type ThreadReply<Answer> = { answer: Answer } | { failure: string; code?: string | undefined };

/** The thread has refused a job, did not respond in time, or crashed on what it was given. */
export class ThreadFailure extends Error {}

type ThreadOptions<Answer> = {
	start(): Worker;
	/** A job that takes longer ends the thread; the next job starts a new one. */
	withinMs: number;
	/** After this time without a job, the thread ends, which frees its memory. */
	idleMs: number;
	/** Whether the thread ends right after this answer. */
	isSpent?(answer: Answer): boolean;
};

/**
 * Runs jobs in a thread of their own, one after another, so that waiting for the first doesn't count against the time
 * limit of the second.
 * @returns a function that throws a `ThreadFailure`, or the operating system's own failure, such as a full disk
 */
export function createThread<Job, Answer>({ start, withinMs, idleMs, isSpent }: ThreadOptions<Answer>) {
	const inTurn = limitConcurrency({ running: 1, waiting: Number.POSITIVE_INFINITY });
	let worker: Worker | undefined;
	let idle: NodeJS.Timeout | undefined;

	function end(thread: Worker): void {
		if (worker === thread) worker = undefined;
		void thread.terminate();
	}

	function open(): Worker {
		const thread = start();
		// While no job is running, no one else listens.
		return thread.on("error", () => end(thread));
	}

	async function run(job: Job): Promise<Answer> {
		clearTimeout(idle);
		worker ??= open();
		const thread = worker;
		thread.ref();
		thread.postMessage(job);
		const reply = await nextReply<Answer>(thread, withinMs).catch((error) => {
			end(thread);
			throw new ThreadFailure("the thread did not respond", { cause: error });
		});
		if ("answer" in reply && isSpent?.(reply.answer)) end(thread);
		thread.unref();
		idle = setTimeout(() => end(thread), idleMs).unref();
		if ("answer" in reply) return reply.answer;
		const { failure, code } = reply;
		throw code === undefined
			? new ThreadFailure(failure)
			: Object.assign(new Error(failure), { code, syscall: "read" });
	}

	return (job: Job): Promise<Answer> => inTurn(() => run(job));
}

/** @throws if the thread ends first, or posts nothing in time */
async function nextReply<Answer>(thread: Worker, withinMs: number): Promise<ThreadReply<Answer>> {
	const over = new AbortController();
	const timer = setTimeout(() => over.abort(), withinMs);
	const exit = once(thread, "exit", over).then(() => Promise.reject(new Error("the thread has ended")));
	try {
		const [reply] = await Promise.race([once(thread, "message", over), exit]);
		return reply;
	} finally {
		clearTimeout(timer);
		over.abort();
	}
}
