import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { cleanHtml } from "./clean-html.ts";
import { UnreadableMessage } from "./mime-parts.ts";
import { type MessageHeader, type ReadMessage, readHeaderOnly, readMessage } from "./read-message.ts";

/** What the thread is asked. A message is named by its file, so that no other thread has it in memory. */
export type ReaderJob =
	| { kind: "message"; path: string }
	| { kind: "header"; path: string }
	| { kind: "html"; html: string };

export type ReaderAnswer =
	| { kind: "message"; message: ReadMessage }
	| { kind: "header"; header: MessageHeader }
	| { kind: "html"; html: string; blocked: number }
	/** It is no message. */
	| { kind: "unreadable" };

async function answer(job: ReaderJob): Promise<{ answer: ReaderAnswer; buffers: ArrayBuffer[] }> {
	if (job.kind === "html") {
		const { html, blocked } = cleanHtml(job.html);
		return { answer: { kind: "html", html, blocked }, buffers: [] };
	}
	const raw = new Uint8Array(await readFile(job.path));
	try {
		if (job.kind === "header") return { answer: { kind: "header", header: await readHeaderOnly(raw) }, buffers: [] };
		const message = await readMessage(raw);
		const buffers = new Set(message.files.map(({ content }) => content.buffer));
		return { answer: { kind: "message", message }, buffers: [...buffers] };
	} catch (error) {
		if (!(error instanceof UnreadableMessage)) throw error;
		return { answer: { kind: "unreadable" }, buffers: [] };
	}
}

parentPort?.on("message", async ({ id, job }: { id: number; job: ReaderJob }) => {
	try {
		const { answer: found, buffers } = await answer(job);
		parentPort?.postMessage({ id, answer: found }, buffers);
	} catch (error) {
		parentPort?.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
	}
});
