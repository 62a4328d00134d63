import { closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/*
 * A file outlives a power cut when its content has been forced to disk, and after that the folder that holds its name. So
 * whoever keeps a file writes it under another name, gives it its own by a link or a rename, and syncs the folder
 * (docs/decisions/039).
 */

/** How many files and folders this process has forced to disk, each counted when that was done. */
export const syncs = { files: 0, folders: 0 };

/**
 * Writes a file for its owner only, and forces its content to disk.
 * @param flags "wx" refuses to replace a file
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

/** Ends the name of what is not complete yet. */
export const partSuffix = ".part";

/** A file that is there whole or not at all, and on the disk with its name when this has ended. It replaces one of its name. */
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

/** Makes the names in a folder last, after a link, a rename or a removal. */
export async function syncFolder(path: string): Promise<void> {
	if (!canSyncFolders) return;
	await using folder = await open(path, "r");
	try {
		await folder.sync();
		syncs.folders += 1;
	} catch (error) {
		passIfUnknown(error);
	}
}

/** The same for a start, which waits anyway. */
export function syncFolderSync(path: string): void {
	if (!canSyncFolders) return;
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

/** Makes a folder, and those above it, where they are missing, in a way that lasts. */
export function makeFolderSync(path: string): void {
	const first = mkdirSync(path, { recursive: true, mode: 0o700 });
	if (first === undefined) return;
	const above = dirname(resolve(first));
	for (let folder = resolve(path); folder.length > above.length; folder = dirname(folder)) {
		syncFolderSync(dirname(folder));
	}
}

/** Windows opens no folder for this. */
const canSyncFolders = process.platform !== "win32";

/** A share of another machine (SMB) keeps its folders by itself and has no such call. */
function passIfUnknown(error: unknown): void {
	if (!hasCode(error, "EINVAL")) throw error;
}

/** Whether the operating system has refused something with this code, such as `ENOENT`. */
export const hasCode = (error: unknown, code: string) =>
	error instanceof Error && "code" in error && error.code === code;
