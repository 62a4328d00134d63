import { unfinishedBytes } from "#platform/backup/backup.server.ts";
import { dailyBackupJobs, lacksRoom, newestBackup } from "#platform/backup/scheduled-backups.server.ts";
import { holdLock } from "#platform/database/database.server.ts";
import { conflict, HttpError } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";

export type Backups = Awaited<ReturnType<typeof describeBackups>>;

/** The newest backup, and how far the one that is being made has come. */
export async function describeBackups({ settings, jobs, db }: Pick<Deps, "settings" | "jobs" | "db">) {
	const { backup } = settings;
	if (!backup) return { folder: null } as const;
	// In this order: a job that is done by now has left its file.
	const unfinished = await jobs.find(db, dailyBackupJobs);
	const newest = await newestBackup(backup.dir);
	const running = unfinished.find(({ isRunning }) => isRunning);
	return {
		folder: backup.dir,
		keep: backup.keep,
		lacksRoom: await lacksRoom(settings),
		newest: newest ? { at: newest.at.toISOString(), bytes: newest.bytes } : null,
		state: running
			? "running"
			: unfinished.some(({ hasFailed }) => hasFailed)
				? "failed"
				: unfinished.length > 0
					? "waiting"
					: "idle",
		since: running?.since.toISOString() ?? null,
		bytes: running ? ((await unfinishedBytes(backup.dir)) ?? 0) : null,
	} as const;
}

/**
 * Queues a backup, which some process of the site begins at once.
 * @throws {HttpError} 409 without a folder or room for it, or while one is being made
 */
export async function requestBackup({ settings, jobs, db }: Pick<Deps, "settings" | "jobs" | "db">): Promise<void> {
	if (!settings.backup)
		throw new HttpError(
			409,
			"no_backup_folder",
			"No folder for backups is set. Set BACKUP_DIR and restart the server.",
		);
	if (await lacksRoom(settings))
		throw conflict("A backup would leave less than 2 GB free on the server's disk. Free up space first.", null);
	await db.transaction(async (tx) => {
		// Of two who ask at once, the second waits here and then finds the job of the first.
		await holdLock(tx, "backup");
		const unfinished = await jobs.find(tx, dailyBackupJobs);
		if (unfinished.some(({ hasFailed }) => !hasFailed))
			throw conflict("A backup is already being made. Wait until it's finished.", null);
		await jobs.send(tx, dailyBackupJobs, {});
	});
}
