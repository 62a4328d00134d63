import { createHash, randomUUID } from "node:crypto";
import { appendFile, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing } from "#platform/files/durable-files.server.ts";
import { limitCpuTime } from "#platform/process/cpu-limit.server.ts";
import type { WorkerReply } from "#platform/process/worker.server.ts";
import { cleanHtml } from "./clean-html.ts";
import type { MessageFile, WrittenFile } from "./files.ts";
import { UnreadableMessage } from "./mime-parts.ts";
import { type MessageHeader, type ReadMessage, readHeaderOnly, readMessage } from "./read-message.ts";

/** The requests to the process. A message is passed as the name of its file, so that no other process has it in memory. */
export type ReaderJob =
	/** The tries, and the files of a message, are written to the folder. */
	{ kind: "message" | "header"; path: string; folder: string } | { kind: "html"; html: string };

export type ReaderAnswer =
	| { kind: "message"; message: ReadMessage }
	| { kind: "header"; header: MessageHeader }
	| { kind: "html"; html: string; blocked: number }
	/** It isn't a message, or everything has ended on it. */
	| { kind: "unreadable" };

const mostTries = 2;
/** With the second try, a message that takes longer than ten seconds is unreadable (contracts: inbox 8). */
const jobBegins = limitCpuTime(5_000);

async function answer(job: ReaderJob): Promise<ReaderAnswer> {
	if (job.kind === "html") {
		const { html, blocked } = cleanHtml(job.html);
		return { kind: "html", html, blocked };
	}
	const raw = await readFile(job.path);
	// Under a name that is made from the message, whatever way it comes. With abandoned uploads, it goes after an hour.
	const tries = join(job.folder, `${createHash("sha256").update(raw).digest("hex")}.tries`);
	try {
		if (((await stat(tries).catch(ifMissing))?.size ?? 0) >= mostTries) return { kind: "unreadable" };
		await appendFile(tries, ".", { flush: true });
		if (job.kind === "header") return { kind: "header", header: await readHeaderOnly(raw) };
		const { files, ...message } = await readMessage(raw);
		const written = await writeFiles(files, job.folder);
		return { kind: "message", message: { ...message, files: written } };
	} catch (error) {
		if (!(error instanceof UnreadableMessage)) throw error;
		return { kind: "unreadable" };
	} finally {
		await rm(tries, { force: true });
	}
}

async function writeFiles(files: MessageFile[], folder: string): Promise<WrittenFile[]> {
	const written: WrittenFile[] = [];
	try {
		for (const { content, ...file } of files) {
			const path = join(folder, randomUUID());
			written.push({ ...file, path, size: content.length });
			await writeFile(path, content, { flag: "wx", mode: 0o600 });
		}
	} catch (error) {
		for (const { path } of written) await rm(path, { force: true });
		throw error;
	}
	return written;
}

function describeFailure(error: unknown) {
	if (!(error instanceof Error)) return { failure: String(error), code: undefined };
	const code = "syscall" in error && "code" in error ? String(error.code) : undefined;
	return { failure: error.message, code };
}

process.on("message", async (job: ReaderJob) => {
	jobBegins();
	const reply: WorkerReply<ReaderAnswer> = await answer(job).then((found) => ({ answer: found }), describeFailure);
	process.send?.(reply);
});
// The site has ended, perhaps without being able to say so.
process.on("disconnect", () => process.exit());
process.send?.("loaded");
