import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type DiskSpace, readDiskSpace } from "#platform/files/disk-space.server.ts";
import { makeFolderSync } from "#platform/files/durable-files.server.ts";
import type { DailyWork } from "#platform/jobs/daily-work.server.ts";
import type { JobKind } from "#platform/jobs/job-queue.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { createBackup } from "./backup.server.ts";

export const dailyBackupJobs = {
	name: "daily-backup",
	retryLimit: 3,
	retryDelay: 600,
	retryDelayMax: 3600,
	expireInSeconds: 6 * 3600,
} as const satisfies JobKind;

const ours = /^site-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\dZ)\.tar\.gz$/;

/** The time of the oldest backup that is still in BACKUP_DIR. */
export async function oldestBackup(folder: string): Promise<Date | undefined> {
	const [oldest] = await namesIn(folder);
	return oldest === undefined ? undefined : timeOf(oldest);
}

/** The newest backup in the folder, and its size in bytes. */
export async function newestBackup(folder: string): Promise<{ at: Date; bytes: number } | undefined> {
	const name = (await namesIn(folder)).at(-1);
	if (name === undefined) return undefined;
	return { at: timeOf(name), bytes: (await stat(join(folder, name))).size };
}

/** Oldest first. */
const namesIn = async (folder: string) =>
	(await readdir(folder).catch(() => [])).filter((name) => ours.test(name)).sort();

const timeOf = (name: string) => new Date(name.replace(ours, "$1T$2:$3:$4"));

/** The database goes on writing after the backup, so this much has to be left on its disk. */
const leftForDatabase = 2 * 1024 ** 3;

/** Whether a backup beside the database, as large as the last one, would leave less than 2 GB free. */
export async function lacksRoom(
	{ backup, dataDir }: Pick<Settings, "backup" | "dataDir">,
	readSpace: (folder: string) => Promise<DiskSpace> = readDiskSpace,
): Promise<boolean> {
	if (!backup?.besideDatabase) return false;
	const { free } = await readSpace(dataDir);
	return free - ((await newestBackup(backup.dir))?.bytes ?? 0) < leftForDatabase;
}

/**
 * Writes one backup a day to the folder of the settings, and more when someone asks for one. Of each day the newest
 * stays, for the newest BACKUP_KEEP days: those by hand must not push out earlier days.
 */
export function dailyBackup(
	deps: Pick<Deps, "db" | "storage" | "clock" | "logger" | "settings">,
	readSpace = readDiskSpace,
): DailyWork {
	return {
		kind: dailyBackupJobs,
		run: async () => {
			const { backup } = deps.settings;
			if (!backup) return;
			if (await lacksRoom(deps.settings, readSpace)) {
				const place = { folder: backup.dir };
				deps.logger.warn(
					place,
					"no backup today, because it would leave less than 2 GB free; set BACKUP_DIR to another disk",
				);
				return;
			}
			makeFolderSync(backup.dir);
			const time = deps.clock().toISOString().slice(0, 19).replaceAll(":", "-");
			const done = await createBackup(deps, join(backup.dir, `site-${time}Z.tar.gz`));
			deps.logger.info({}, `backup: ${done}`);
			const days = [...Map.groupBy(await namesIn(backup.dir), (name) => name.replace(ours, "$1")).values()];
			const superseded = days.slice(0, -1).flatMap((names) => names.slice(0, -1));
			const names = days.flatMap((each) => each.slice(-1));
			// An old backup is deleted only after the new one has been verified.
			for (const name of [...superseded, ...names.slice(0, -backup.keep)]) await rm(join(backup.dir, name));
		},
	};
}
