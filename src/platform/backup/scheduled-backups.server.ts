import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolderSync } from "#platform/files/durable-files.server.ts";
import type { DailyWork } from "#platform/jobs/daily-work.server.ts";
import type { JobKind } from "#platform/jobs/job-queue.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
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
	const [oldest] = (await readdir(folder)).filter((name) => ours.test(name)).sort();
	return oldest === undefined ? undefined : new Date(oldest.replace(ours, "$1T$2:$3:$4"));
}

/** Writes one backup a day to BACKUP_DIR and keeps the newest BACKUP_KEEP. */
export function dailyBackup(deps: Pick<Deps, "db" | "storage" | "clock" | "logger" | "settings">): DailyWork {
	return {
		kind: dailyBackupJobs,
		run: async () => {
			const { backup } = deps.settings;
			if (!backup) return;
			makeFolderSync(backup.dir);
			const time = deps.clock().toISOString().slice(0, 19).replaceAll(":", "-");
			const done = await createBackup(deps, join(backup.dir, `site-${time}Z.tar.gz`));
			deps.logger.info({}, `backup: ${done}`);
			const names = (await readdir(backup.dir)).filter((name) => ours.test(name)).sort();
			// An old backup is deleted only after the new one has been verified.
			for (const name of names.slice(0, -backup.keep)) await rm(join(backup.dir, name));
		},
	};
}
