import { randomUUID } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { BusboyFileStream } from "@fastify/busboy";
import type { Settings } from "#platform/process/settings.server.ts";
import { badRequest, HttpError, tooLarge, unsupportedMediaType } from "./http-errors.server.ts";
import { formBodyLimit, limitBytes, openFormParser, withTyped } from "./read-body.server.ts";

/** A file sent with a form. Its contents stay on disk, not in memory, until the form is disposed of. */
export type UploadedFile = {
	/**
	 * The name that the sender gave it, without folders. Use it only to check the extension, never as a path on disk.
	 */
	name: string;
	content: Blob;
	/** Whether the file exceeded `maxBytes`. The rest was discarded. */
	truncated: boolean;
};

/** Dispose of the form (`await using`) after handling it. That deletes its file. */
export type UploadForm = AsyncDisposable & { fields: Record<string, string>; file: UploadedFile | undefined };

/** The form's only file field. */
export type FileField = { name: string; maxBytes: number };

const megabyte = 1024 * 1024;

/**
 * A file that is too large is read to its end and discarded, so that the response can return the other fields. If the
 * body is larger than this many times the limit, the response returns only the fields that came before that point.
 */
const patience = 20;

/** The most bytes that are read of a form with this file. */
export const uploadBodyLimit = ({ maxBytes }: FileField) => maxBytes * patience + formBodyLimit;

/**
 * Reads a multipart form: the fields of these names, and its file to a temporary place on disk.
 * @param progress receives the number of bytes that have arrived; its signal ends the reading, with its reason
 * @throws {HttpError} 400 when the body is broken or cut off, 413 with the fields that came before its limit, 415 when
 * it is no such form
 */
export async function readUpload(
	request: Request,
	{ dataDir }: Pick<Settings, "dataDir">,
	fileField: FileField,
	names: readonly string[] = [],
	progress: { onBytes?(bytes: number): void; signal?: AbortSignal } = {},
): Promise<UploadForm> {
	const type = request.headers.get("content-type") ?? "";
	if (!/^multipart\/form-data\b/i.test(type) || !request.body) throw unsupportedMediaType();
	const bodyLimit = uploadBodyLimit(fileField);
	const refused = () => tooLarge(`${fileField.maxBytes / megabyte} MB`);

	const path = join(uploadsFolder(dataDir), randomUUID());
	const remove = () => rm(path, { force: true });
	const failure = new AbortController();
	const endReading = () => failure.abort(progress.signal?.reason);
	progress.signal?.addEventListener("abort", endReading, { once: true });
	let receiving: Promise<Pick<UploadedFile, "name" | "truncated">> | undefined;
	let fields = new Map<string, string>();

	try {
		await mkdir(uploadsFolder(dataDir), { recursive: true });
		const form = openFormParser(type, names, fileField.maxBytes);
		fields = form.fields;
		form.parser.on("file", (name, stream, fileName) => {
			if (name !== fileField.name || receiving) return void stream.resume();
			receiving = receive(stream, fileName, path, failure.signal);
			receiving.catch((error) => failure.abort(error));
		});
		const limited = limitBytes(bodyLimit, refused, progress.onBytes);
		// A pipeline that reads the web stream directly would wait for its next chunk before it ends.
		await pipeline(Readable.fromWeb(request.body as ReadableStream), limited, form.parser, { signal: failure.signal });
		const received = await receiving;
		// A file field without a chosen file is sent as an empty file without a name.
		const file = received?.name ? { ...received, content: await openAsBlob(path) } : undefined;
		return { fields: Object.fromEntries(fields), file, [Symbol.asyncDispose]: remove };
	} catch (error) {
		const cause: unknown = failure.signal.aborted ? failure.signal.reason : error;
		failure.abort(cause);
		await Promise.allSettled([receiving]);
		await remove();
		if (cause instanceof HttpError) throw withTyped(cause, fields);
		throw isSystemFailure(cause) ? cause : badRequest("We couldn't read this form. Please send it again.");
	} finally {
		progress.signal?.removeEventListener("abort", endReading);
	}
}

async function receive(stream: BusboyFileStream, name: string, path: string, signal: AbortSignal) {
	await pipeline(stream, createWriteStream(path, { flags: "wx" }), { signal });
	return { name, truncated: stream.truncated };
}

/** Whether the disk is full or unavailable, rather than the body unreadable. */
const isSystemFailure = (error: unknown) => error instanceof Error && "syscall" in error;

const uploadsFolder = (dataDir: string) => join(dataDir, "uploads");

const abandonedAfterMs = 60 * 60_000;

/** Deletes uploads left by a killed server. A running server deletes its own. */
export async function removeAbandonedUploads({ dataDir }: Pick<Settings, "dataDir">, now: Date): Promise<void> {
	const folder = uploadsFolder(dataDir);
	await mkdir(folder, { recursive: true });
	for (const name of await readdir(folder)) {
		const path = join(folder, name);
		const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
		if (now.getTime() - mtimeMs > abandonedAfterMs) await rm(path, { force: true });
	}
}
