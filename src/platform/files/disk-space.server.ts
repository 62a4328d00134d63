import { statfs } from "node:fs/promises";
import { HttpError } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";

/** The space on a disk, in bytes. `free` is what this user can still write. */
export type DiskSpace = { free: number; size: number };

/**
 * The space that visitors' files must leave free for the database, the mail folder, and the log (decision 034): a
 * tenth of the disk, so that a disk of one gigabyte can still take files, but at most one gigabyte, which holds
 * months of texts. Without that limit, a large disk would count as full with hundreds of gigabytes to spare.
 */
const reservedShare = 0.1;
const mostReserved = 1024 ** 3;

const reserveOf = ({ size }: DiskSpace) => Math.min(size * reservedShare, mostReserved);

export const isNearlyFull = (space: DiskSpace): boolean => space.free < reserveOf(space);

/** Texts may use more of the reserve than files. What they leave lets staff keep working and free up space. */
const isFullForTexts = (space: DiskSpace): boolean => space.free < reserveOf(space) / 3;

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
	const { bavail, blocks, bsize } = await statfs(folder);
	return { free: bavail * bsize, size: blocks * bsize };
}

/** When it makes sense to try again: someone may have freed up space by then. */
const comeBackSeconds = 600;

const diskNearlyFull = (what: string) =>
	new HttpError(
		503,
		"disk_nearly_full",
		`We can't accept ${what} right now because we're low on storage space. Please try again later, or email us.`,
		{ retryAfter: comeBackSeconds },
	);

const checkRoom =
	(isFull: (space: DiskSpace) => boolean, refused: string, what: string) =>
	async ({ settings, logger }: Pick<Deps, "settings" | "logger">, readSpace = readDiskSpace) => {
		const space = await readSpace(settings.dataDir);
		if (!isFull(space)) return undefined;
		logger.error(space, `the disk of DATA_DIR is nearly full; ${refused} was refused`);
		return diskNearlyFull(what);
	};

/** Why no file can be accepted now, if so: for the visitor in the response, for the operator in the log. */
export const checkRoomForFiles = checkRoom(isNearlyFull, "a file", "files");
/** The same check for a form without a file. */
export const checkRoomForTexts = checkRoom(isFullForTexts, "a submission", "messages");
