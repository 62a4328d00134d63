import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { projectRoot } from "#platform/process/project-root.server.ts";
import { createWorker, startProcess, WorkerEnded, WorkerFailure } from "#platform/process/worker.server.ts";
import type { ReaderAnswer, ReaderJob } from "./message-reader.process.ts";
import type { MessageHeader, ReadMessage } from "./read-message.ts";

/** The process itself has a limit of five seconds on a processor. A busy machine takes longer for the same. */
const readWithinMs = 60_000;
/** An email that staff look at. */
const showWithinMs = 2_000;
/** What it has read takes memory, which is freed when no message has arrived for a while. */
const idleMs = 30_000;
/** The limit for a process's own objects; the message itself doesn't count. */
const heapMegabytes = 256;

/** The build bundles it into one file; development and tests run it from the sources. */
const file = import.meta.env.PROD
	? join(projectRoot, "build", "server", "message-reader.js")
	: join(projectRoot, "src", "features", "inbound", "message", "message-reader.process.ts");

/** Uses a process of its own for what strangers have written, so that no message can end the site or keep it waiting. */
const createReader = (withinMs: number) =>
	createWorker<ReaderJob, ReaderAnswer>({ start: () => startProcess(file, heapMegabytes), withinMs, idleMs });
const readMail = createReader(readWithinMs);
/** Of its own, so that staff never wait for email that is coming in. */
const cleanView = createReader(showWithinMs);

/** A process that has ended twice on a message says so the third time, because each try is on disk. */
const mostRequests = 3;

async function readInTries(job: ReaderJob): Promise<ReaderAnswer | undefined> {
	for (let request = 0; request < mostRequests; request++) {
		const answer = await readMail(job).catch(unlessEnded);
		if (answer) return answer;
	}
}

const unlessEnded = (error: unknown): undefined => {
	if (!(error instanceof WorkerEnded)) throw error;
};

/**
 * @param folder where its files are written; `removeFiles` ends them
 * @returns only the key if the message can't be read
 */
export async function readMessageFile(path: string, folder: string): Promise<ReadMessage | { unreadable: string }> {
	const answer = await readInTries({ kind: "message", path, folder }).catch(unlessFailed);
	return answer?.kind === "message" ? answer.message : { unreadable: await keyOfFile(path) };
}

/** Removes the files of a message once it has been stored or refused. */
export async function removeFiles({ files }: Pick<ReadMessage, "files">): Promise<void> {
	for (const { path } of files) await rm(path, { force: true });
}

/** Reads a file that contains the header of a message, and perhaps more. */
export async function readHeaderFile(path: string): Promise<MessageHeader | { unreadable: string }> {
	const answer = await readInTries({ kind: "header", path, folder: dirname(path) }).catch(unlessFailed);
	return answer?.kind === "header" ? answer.header : { unreadable: await keyOfFile(path) };
}

/** HTML that is safe to show, or undefined if it can't be made in two seconds. */
export async function cleanForDesk(html: string): Promise<{ html: string; blocked: number } | undefined> {
	const answer = await cleanView({ kind: "html", html }).catch(unlessFailed);
	return answer?.kind === "html" ? answer : undefined;
}

function unlessFailed(error: unknown): undefined {
	if (!(error instanceof WorkerFailure)) throw error;
}

/** The key of a message that can't be read, computed without loading it into memory. */
export async function keyOfFile(path: string): Promise<string> {
	const hash = createHash("sha256");
	await pipeline(createReadStream(path), hash);
	return hash.digest("hex");
}
