// npm run restore -- FILE [--force]: puts a backup into this site; into one that is not empty only by force.
import "#platform/private-umask.server.ts";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { restoreBackup } from "#platform/backup.server.ts";
import { verifyArchive } from "#platform/backup-archive.server.ts";
import { openJobQueue } from "#platform/job-queue.server.ts";
import { openStorage } from "#platform/storage.server.ts";
import { runOnSite, usage } from "./site-access.ts";

const { positionals, values } = parseArgs({ allowPositionals: true, options: { force: { type: "boolean" } } });
const [file = usage("npm run restore -- FILE [--force]")] = positionals;
const path = resolve(file);

await runOnSite(async ({ settings, database, logger }) => {
	// Work that was waiting is queued again, which takes the queues that it waited in.
	const { jobKinds } = await verifyArchive(path);
	const jobs = await openJobQueue(database, logger, jobKinds);
	try {
		const target = { db: database.db, storage: await openStorage(settings), clock: () => new Date(), jobs };
		return await restoreBackup(target, path, { force: values.force ?? false });
	} finally {
		await jobs.stop();
	}
});
