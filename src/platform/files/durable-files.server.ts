import { closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/*
 * A file survives a power failure only after its contents, and then the folder that contains its name, have been
 * forced to disk. To store a file, write it under a temporary name, give it its final name with a link or a rename,
 * and sync the folder (docs/decisions/039).
 */

/** The number of files and folders that this process has forced to disk, counted on completion. */
export const syncs = { files: 0, folders: 0 };

/**
 * Writes a file that only its owner can read, and forces its contents to disk.
 * @param flags "wx" refuses to replace an existing file
 */
export async function writeSynced(
	path: string,
	content: Uint8Array | AsyncIterable<Uint8Array>,
	flags: "wx" | "w" = "wx",
): Promise<void> {
	await using file = await open(path, flags, 0o600);
	await file.writeFile(content);
	await file.sync();
	syncs.files += 1;
}

/** The suffix of a file that isn't complete yet. */
export const partSuffix = ".part";

/** Writes or replaces a file: it is either complete or missing, and on disk when this resolves. */
export async function writeDurably(path: string, content: Uint8Array): Promise<void> {
	const unfinished = `${path}${partSuffix}`;
	try {
		await writeSynced(unfinished, content, "w");
		await rename(unfinished, path);
		await syncFolder(dirname(path));
	} finally {
		await rm(unfinished, { force: true });
	}
}

/** Makes a link, a rename, or a removal in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
	await using folder = await open(path, "r");
	try {
		await folder.sync();
		syncs.folders += 1;
	} catch (error) {
		passIfUnknown(error);
	}
}

/** The synchronous version, for the program's start. */
export function syncFolderSync(path: string): void {
	const folder = openSync(path, "r");
	try {
		fsyncSync(folder);
		syncs.folders += 1;
	} catch (error) {
		passIfUnknown(error);
	} finally {
		closeSync(folder);
	}
}

/** Creates a folder and its missing parents durably. */
export function makeFolderSync(path: string): void {
	const first = mkdirSync(path, { recursive: true, mode: 0o700 });
	if (first === undefined) return;
	const above = dirname(resolve(first));
	for (let folder = resolve(path); folder.length > above.length; folder = dirname(folder)) {
		syncFolderSync(dirname(folder));
	}
}

/** A network share (SMB) doesn't support this call and syncs its folders itself. */
function passIfUnknown(error: unknown): void {
	if (!hasCode(error, "EINVAL")) throw error;
}

/** Whether the operating system has refused something with this code, such as `ENOENT`. */
export const hasCode = (error: unknown, code: string) =>
	error instanceof Error && "code" in error && error.code === code;

/** For `catch` where a file or a folder may be missing: undefined if it is. @throws any other failure */
export function ifMissing(error: unknown): undefined {
	if (!hasCode(error, "ENOENT")) throw error;
}
