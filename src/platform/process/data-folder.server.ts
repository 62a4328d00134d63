import { chmod, lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeFolderSync } from "#platform/files/durable-files.server.ts";
import type { Logger } from "./logger.server.ts";

/** A group may pass through the folder, as the account of a database server has to, when it can see nothing of it. */
const forOthers = 0o067;
const sticky = 0o1000;

/**
 * Creates the data folder for this user only. An existing one is closed to others when it is the site's own: one that
 * other users have files in, or may create files in, is shared with them, and closing it would shut them out.
 */
export async function claimDataFolder(folder: string, logger: Pick<Logger, "warn">): Promise<void> {
	makeFolderSync(folder);
	const { mode, uid } = await stat(folder);
	if ((mode & forOthers) === 0) return;
	if (uid === process.getuid?.() && (mode & sticky) === 0 && (await holdsOnly(folder, uid))) await chmod(folder, 0o700);
	else logger.warn({ folder }, "other users of this machine can read DATA_DIR; give the site a folder of its own");
}

async function holdsOnly(folder: string, uid: number): Promise<boolean> {
	const owners = (await readdir(folder)).map(async (name) => (await lstat(join(folder, name))).uid);
	return (await Promise.all(owners)).every((owner) => owner === uid);
}
