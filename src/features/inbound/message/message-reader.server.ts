import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Worker } from "node:worker_threads";
import { projectRoot } from "#platform/process/project-root.server.ts";
import { createThread, ThreadFailure } from "#platform/process/worker-thread.server.ts";
import type { ReaderAnswer, ReaderJob } from "./message-reader.worker.ts";
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

/** Uses a separate thread for what strangers have written, so that no message can keep requests waiting. */
const ask = createThread<ReaderJob, ReaderAnswer>({
	start: () => new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } }),
	withinMs: readWithinMs,
	idleMs,
	isSpent: (answer) => answer.kind === "message" && answer.bytes > largeBytes,
});

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
	if (!(error instanceof ThreadFailure)) throw error;
}

/** The key of a message that can't be read, computed without loading it into memory. */
export async function keyOfFile(path: string): Promise<string> {
	const hash = createHash("sha256");
	await pipeline(createReadStream(path), hash);
	return hash.digest("hex");
}
