import { openAsBlob } from "node:fs";
import { readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { makeFolderSync, partSuffix, writeDurably } from "#platform/files/durable-files.server.ts";
import { type Bucket, buckets, type FileStorage, isFileName } from "#platform/files/storage.server.ts";
import { filesFolder } from "./point-in-time-folder.server.ts";

/*
 * Copies of the stored files, which a restore to a given minute needs (decision 040). A stored file never changes, so
 * one copy is enough. It is kept for as long as anyone can restore a time at which the file existed.
 */

/** Copies the files that have no copy yet. */
export async function copyFiles(storage: FileStorage, folder: string): Promise<void> {
	for (const bucket of buckets) {
		const copies = await openFolder(folder, bucket);
		const copied = new Set(await readdir(copies));
		for await (const { name } of storage.list(bucket)) {
			const file = copied.has(name) ? undefined : await storage.get(bucket, name);
			// If it is missing, it was removed after it was listed.
			if (file) await writeDurably(join(copies, name), await new Response(file.body).bytes());
		}
	}
}

/**
 * Removes the copies of files that were deleted before `since`. A copy's modification time says when its file last
 * existed. This function updates those times, so call it more often than `since` advances.
 */
export async function pruneFiles(storage: FileStorage, folder: string, since: Date): Promise<void> {
	const now = new Date();
	for (const bucket of buckets) {
		const copies = await openFolder(folder, bucket);
		const stored = new Set<string>();
		for await (const { name } of storage.list(bucket)) stored.add(name);
		for (const name of await readdir(copies)) {
			const path = join(copies, name);
			if (stored.has(name)) await utimes(path, now, now);
			else if ((await stat(path)).mtime < since) await rm(path);
		}
	}
}

/**
 * Restores every file that is missing. The cleanup of stray files removes those without a row.
 * @returns the names of all files (`bucket/name`)
 */
export async function restoreFiles(storage: FileStorage, folder: string): Promise<string[]> {
	const names: string[] = [];
	for (const bucket of buckets) {
		const known = new Set<string>();
		for await (const { name } of storage.list(bucket)) known.add(name);
		const copies = await openFolder(folder, bucket);
		for (const name of (await readdir(copies)).filter(isFileName)) {
			// Left unfinished by a killed process.
			if (name.endsWith(partSuffix)) continue;
			if (!known.has(name)) await storage.put(bucket, name, await openAsBlob(join(copies, name)));
			known.add(name);
		}
		for (const name of known) names.push(`${bucket}/${name}`);
	}
	return names;
}

async function openFolder(folder: string, bucket: Bucket): Promise<string> {
	const path = filesFolder(folder, bucket);
	makeFolderSync(path);
	return path;
}
