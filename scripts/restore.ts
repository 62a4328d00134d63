// npm run restore -- FILE [--force]: puts a backup into this site; into one that is not empty only by force.
// npm run restore -- FILE --fresh: the way back from an update. The site is stopped; its database is kept beside the new one.
// npm run restore -- --at MOMENT: rebuilds what the site was at a moment, from BACKUP_DIR into an empty data folder.
import "#platform/process/private-umask.server.ts";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { fillCurrencies } from "#features/invoices/ledger/fill-currencies.server.ts";
import { restoreBackup } from "#platform/backup/backup.server.ts";
import { BackupError, verifyArchive } from "#platform/backup/backup-archive.server.ts";
import { restoreFresh } from "#platform/backup/before-update.server.ts";
import { restoreMoment } from "#platform/backup/point-in-time-restore.server.ts";
import { openStorage } from "#platform/files/open-storage.server.ts";
import { openJobQueue } from "#platform/jobs/job-queue.server.ts";
import { site } from "#site.config.ts";
import { parseMoment } from "./moment-input.ts";
import { migrationsFolder, runOnSite, runWithSettings, usage } from "./site-access.ts";

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: { force: { type: "boolean" }, fresh: { type: "boolean" }, at: { type: "string" } },
});
const [file] = positionals;
if (file !== undefined && !existsSync(file)) {
	console.error(`There is no file ${resolve(file)}.`);
	process.exit(1);
}
if (values.at !== undefined && file === undefined && !values.force) await restoreAt(values.at);
else if (values.fresh && file !== undefined && !values.force)
	await runWithSettings(({ settings, logger }) => restoreFresh(resolve(file), { settings, logger, migrationsFolder }));
else if (values.at === undefined && file !== undefined) await restoreFrom(file, values.force ?? false);
else usage(`npm run restore -- FILE [--force | --fresh], or npm run restore -- --at "2026-11-22 14:05" (or latest)`);

function restoreAt(text: string): Promise<void> {
	return runWithSettings(async ({ settings, logger }) => {
		const moment = text === "latest" ? undefined : parseMoment(site.timeZone, text);
		if (!moment && text !== "latest") {
			throw new BackupError(
				`"${text}" isn't a valid time. Write it as "2026-11-22 14:05" (the time in ${site.timeZone}) or, with an offset, as 2026-11-22T14:05:00Z.`,
			);
		}
		return restoreMoment(moment, { settings, logger, migrationsFolder });
	});
}

async function restoreFrom(file: string, force: boolean): Promise<void> {
	const path = resolve(file);
	await runOnSite(async ({ settings, database, logger }) => {
		// Work that was waiting is queued again, which takes the queues that it waited in.
		const { jobKinds } = await verifyArchive(path);
		const jobs = await openJobQueue(database, logger, jobKinds);
		try {
			const target = { db: database.db, storage: await openStorage(settings), clock: () => new Date(), jobs };
			const done = await restoreBackup(target, path, { force });
			await fillCurrencies(database.db);
			return done;
		} finally {
			await jobs.stop();
		}
	});
}
