import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Worker } from "node:worker_threads";
import { limitConcurrency } from "#platform/limits/concurrency.server.ts";
import { projectRoot } from "#platform/process/project-root.server.ts";
import type { ReaderAnswer, ReaderJob, ReaderReply } from "./message-reader.worker.ts";
import type { MessageHeader, ReadMessage } from "./read-message.ts";

/** A message that takes longer than this is unreadable (contracts: inbox 8). */
const readWithinMs = 10_000;
/** Its code takes a few megabytes, which are freed when no message has arrived for a while. */
const idleMs = 30_000;
/** After such a message, the thread ends right away, which frees the memory. */
const largeBytes = 4 * 1024 * 1024;
/** The limit for the thread's own objects; the message itself doesn't count. */
const heapMegabytes = 256;

/** The build bundles it into one file; development and tests run it from the sources. */
const workerFile = import.meta.env.PROD
	? join(projectRoot, "build", "server", "message-reader.js")
	: join(projectRoot, "src", "features", "inbound", "message", "message-reader.worker.ts");

/** The thread did not respond in time, or crashed on what it was given. */
class ReadingFailure extends Error {}

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;

/** One after another, so that waiting for the first message doesn't count against the time limit of the second. */
const oneAtATime = limitConcurrency({ running: 1, waiting: 100 });

/** Uses a separate thread for what strangers have written, so that no message can keep requests waiting. */
function ask(job: ReaderJob): Promise<ReaderAnswer> {
	return oneAtATime(
		() =>
			new Promise<ReaderAnswer>((resolve, reject) => {
				clearTimeout(idle);
				worker ??= start();
				const thread = worker;
				thread.ref();
				const id = ++lastId;
				const timer = setTimeout(
					() => finish(() => reject(new ReadingFailure("it took too long")), true),
					readWithinMs,
				);
				const onMessage = (reply: ReaderReply) => {
					if (reply.id !== id) return;
					if ("failure" in reply) return finish(() => reject(failureOf(reply)));
					const { answer } = reply;
					finish(() => resolve(answer), answer.kind === "message" && answer.bytes > largeBytes);
				};
				const onEnd = (error: unknown) =>
					finish(() => reject(new ReadingFailure("the thread has ended", { cause: error })), true);
				thread.on("message", onMessage).once("error", onEnd).once("exit", onEnd);
				thread.postMessage({ id, job });

				function finish(settle: () => void, spent = false): void {
					clearTimeout(timer);
					thread.off("message", onMessage).off("error", onEnd).off("exit", onEnd);
					if (spent) end(thread);
					else rest(thread);
					settle();
				}
			}),
		{ always: true },
	);
}

/** A full disk isn't the message's fault, so the message will be read again. */
const failureOf = ({ failure, code }: Extract<ReaderReply, { failure: string }>) =>
	code === undefined ? new ReadingFailure(failure) : Object.assign(new Error(failure), { code, syscall: "read" });

function start(): Worker {
	const thread = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } });
	// While no message is read, no one else listens.
	thread.on("error", () => end(thread));
	return thread;
}

function rest(thread: Worker): void {
	thread.unref();
	idle = setTimeout(() => end(thread), idleMs).unref();
}

function end(thread: Worker): void {
	if (worker === thread) worker = undefined;
	void thread.terminate();
}

/**
 * @param folder where its files are written; `removeFiles` ends them
 * @returns only the key if the message can't be read
 */
export async function readMessageFile(path: string, folder: string): Promise<ReadMessage | { unreadable: string }> {
	const answer = await ask({ kind: "message", path, folder }).catch(unlessFailed);
	return answer?.kind === "message" ? answer.message : { unreadable: await keyOfFile(path) };
}

/** Removes the files of a message once it has been stored or refused. */
export async function removeFiles({ files }: Pick<ReadMessage, "files">): Promise<void> {
	for (const { path } of files) await rm(path, { force: true });
}

/** Reads a file that contains the header of a message, and perhaps more. */
export async function readHeaderFile(path: string): Promise<MessageHeader | { unreadable: string }> {
	const answer = await ask({ kind: "header", path }).catch(unlessFailed);
	return answer?.kind === "header" ? answer.header : { unreadable: await keyOfFile(path) };
}

/** HTML that is safe to show. @throws if it can't be cleaned in time */
export async function cleanForDesk(html: string): Promise<{ html: string; blocked: number }> {
	const answer = await ask({ kind: "html", html });
	if (answer.kind !== "html") throw new Error("the reader sent an unexpected response");
	return answer;
}

function unlessFailed(error: unknown): undefined {
	if (!(error instanceof ReadingFailure)) throw error;
}

/** The key of a message that can't be read, computed without loading it into memory. */
export async function keyOfFile(path: string): Promise<string> {
	const hash = createHash("sha256");
	await pipeline(createReadStream(path), hash);
	return hash.digest("hex");
}
