import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, type Pack, pack } from "tar-stream";
import { z } from "zod";
import { writeSynced } from "#platform/files/durable-files.server.ts";

/*
 * The file of a backup: a gzipped tar of one file of JSON lines for each table, the stored files, and last the
 * manifest, which says how much there must be of each and with which checksum (docs/decisions/021).
 */

const sumSchema = z.object({ bytes: z.number(), sha256: z.string() });

const manifestSchema = z.object({
	format: z.literal(1),
	created_at: z.string(),
	/** Time of the last migration, in milliseconds: what drizzle orders migrations by. */
	schema: z.number(),
	tables: z.record(z.string(), sumSchema.extend({ rows: z.number(), columns: z.array(z.string()) })),
	/** Work that was waiting, by kind. */
	jobs: sumSchema.extend({ rows: z.number() }),
	jobKinds: z.array(
		z.object({
			name: z.string(),
			retryLimit: z.number(),
			retryDelay: z.number(),
			retryDelayMax: z.number(),
			expireInSeconds: z.number(),
		}),
	),
	/** Without the files, of which a site that goes back still has its own. */
	rows_only: z.boolean().default(false),
	/** By bucket/name. */
	files: z.record(z.string(), sumSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type Sum = z.infer<typeof sumSchema>;

const manifestName = "manifest.json";
export const jobsName = "jobs.ndjson";
export const tableEntry = (table: string) => `tables/${table}.ndjson`;
export const fileEntry = (path: string) => `files/${path}`;

/** Says what is wrong with a backup, or why it cannot be restored here, in words for an operator. */
export class BackupError extends Error {}

/** Passes the chunks through and counts their bytes and checksum. `sum` is final once the stream has ended. */
export function withChecksum(source: AsyncIterable<Uint8Array>): {
	chunks: AsyncIterable<Uint8Array>;
	sum(): Sum & { lines: number };
} {
	const hash = createHash("sha256");
	let [bytes, lines] = [0, 0];
	async function* chunks() {
		for await (const chunk of source) {
			hash.update(chunk);
			bytes += chunk.byteLength;
			for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) lines += 1;
			yield chunk;
		}
	}
	return { chunks: chunks(), sum: () => ({ bytes, lines, sha256: hash.digest("hex") }) };
}
const newline = 10;

/** A gzipped tar file that is being written. */
export type TarWriter = ReturnType<typeof openTarWriter>;

/** Only the owner can read the file: it contains everything that visitors have ever sent. */
export function openTarWriter(path: string) {
	const tar = pack();
	const cancelling = new AbortController();
	const write = (zipped: AsyncIterable<Uint8Array>) => writeSynced(path, zipped);
	const written = pipeline(Readable.from(tar), createGzip({ level: 6 }), write, {
		signal: cancelling.signal,
	});
	// The caller gets this error when it awaits the end. Until then, Node must not report it as unhandled.
	written.catch(() => undefined);
	return {
		add: (name: string, size: number, content: AsyncIterable<Uint8Array> | Uint8Array[]) =>
			Promise.race([addEntry(tar, name, size, content), written]),
		/** Resolves when all of it is on the disk. */
		finish: () => {
			tar.finalize();
			return written;
		},
		/** Stops writing and discards the archive. */
		cancel: () => cancelling.abort(),
	};
}

export type ArchiveWriter = ReturnType<typeof openArchiveWriter>;

export function openArchiveWriter(path: string) {
	const tar = openTarWriter(path);
	const add = async (name: string, size: number, content: AsyncIterable<Uint8Array>) => {
		const { chunks, sum } = withChecksum(content);
		await tar.add(name, size, chunks);
		return sum();
	};
	return {
		add,
		addFile: async (name: string, file: string) => add(name, (await stat(file)).size, createReadStream(file)),
		/** Resolves when the whole archive is on disk. */
		finish: async (manifest: Manifest) => {
			const content = Buffer.from(JSON.stringify(manifest, null, "\t"));
			await tar.add(manifestName, content.byteLength, [content]);
			await tar.finish();
		},
	};
}

function addEntry(tar: Pack, name: string, size: number, content: AsyncIterable<Uint8Array> | Uint8Array[]) {
	return new Promise<void>((done, failed) => {
		const entry = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? failed(error) : done()));
		pipeline(Readable.from(content), entry).catch(failed);
	});
}

/** The entries in order. The caller must read each one to its end before asking for the next. */
export async function* readArchive(path: string): AsyncGenerator<{ name: string; content: AsyncIterable<Uint8Array> }> {
	const tar = extract();
	const source = createReadStream(path);
	const unpacked = pipeline(source, createGunzip(), tar);
	unpacked.catch((error) => tar.destroy(error));
	try {
		// The library's type for an entry doesn't say that its chunks are buffers.
		for await (const entry of asBackupErrors(path, tar)) {
			yield { name: entry.header.name, content: asBackupErrors(path, entry as AsyncIterable<Uint8Array>) };
		}
		for await (const _ of asBackupErrors(path, [unpacked]));
	} finally {
		source.destroy();
	}
}

/** Reports every read error as damage to the file. */
async function* asBackupErrors<T>(path: string, source: AsyncIterable<T> | Iterable<Promise<T>>): AsyncGenerator<T> {
	try {
		for await (const each of source) yield each;
	} catch (error) {
		throw new BackupError(
			`${path} is not a backup, or it is damaged: ${error instanceof Error ? error.message : error}`,
		);
	}
}

/**
 * Reads the whole file and compares its contents with its manifest.
 * @throws {BackupError} listing everything that is missing, damaged, or unexpected
 */
export async function verifyArchive(path: string): Promise<Manifest> {
	const found = new Map<string, Sum & { lines: number }>();
	let manifest: Manifest | undefined;
	for await (const { name, content } of readArchive(path)) {
		if (name === manifestName) {
			manifest = await readManifest(content);
			continue;
		}
		const { chunks, sum } = withChecksum(content);
		for await (const _ of chunks);
		found.set(name, sum());
	}
	if (!manifest) throw new BackupError(`${path} ends early: it has no manifest`);
	const problems = compare(expectedEntries(manifest), found);
	if (problems.length > 0) throw new BackupError(`${path} is damaged:\n${problems.join("\n")}`);
	return manifest;
}

async function readManifest(content: AsyncIterable<Uint8Array>): Promise<Manifest> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of content) chunks.push(chunk);
	const manifest = manifestSchema.safeParse(JSON.parse(Buffer.concat(chunks).toString()));
	if (!manifest.success) throw new BackupError("this version cannot read the format of this backup");
	return manifest.data;
}

function expectedEntries({ tables, jobs, files }: Manifest): Map<string, Sum & { rows?: number }> {
	return new Map<string, Sum & { rows?: number }>([
		...Object.entries(tables).map(([table, sum]) => [tableEntry(table), sum] as const),
		[jobsName, jobs],
		...Object.entries(files).map(([file, sum]) => [fileEntry(file), sum] as const),
	]);
}

function compare(
	expected: Map<string, Sum & { rows?: number }>,
	found: Map<string, Sum & { lines: number }>,
): string[] {
	const missing = [...expected.keys()].filter((name) => !found.has(name)).map((name) => `${name} is missing`);
	const wrong = [...found].flatMap(([name, { lines, sha256 }]) => {
		const wanted = expected.get(name);
		if (!wanted) return [`${name} is not in the manifest`];
		if (wanted.rows !== undefined && wanted.rows !== lines)
			return [`${name} has ${lines} rows instead of ${wanted.rows}`];
		return sha256 === wanted.sha256 ? [] : [`${name} has a different checksum`];
	});
	return [...missing, ...wrong];
}
