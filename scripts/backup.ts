// npm run backup -- FILE: database and files in one archive, verified after writing. Works while the site runs.
import "#platform/process/private-umask.server.ts";
import { resolve } from "node:path";
import { createBackup } from "#platform/backup/backup.server.ts";
import { openStorage } from "#platform/files/open-storage.server.ts";
import { runOnSite, usage } from "./site-access.ts";

const [file = usage("npm run backup -- FILE")] = process.argv.slice(2);

await runOnSite(async ({ settings, database: { db } }) =>
	createBackup({ db, storage: await openStorage(settings), clock: () => new Date() }, resolve(file)),
);
