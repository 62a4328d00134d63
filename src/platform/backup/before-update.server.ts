import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
	type AroundMigrations,
	type DatabaseHandle,
	migrateDatabase,
	openPostgresDatabase,
	schemaOf,
} from "#platform/database/database.server.ts";
import { syncFolderSync } from "#platform/files/durable-files.server.ts";
import { openStorage } from "#platform/files/open-storage.server.ts";
import { openJobQueue } from "#platform/jobs/job-queue.server.ts";
import { DatabaseStartError, findBinaries } from "#platform/postgres/postgres-binaries.server.ts";
import { createCluster, findPlace, unfinishedMark } from "#platform/postgres/postgres-cluster.server.ts";
import { withServer } from "#platform/postgres/postgres-server.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { Logger } from "#platform/process/logger.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { createBackup, restoreBackup } from "./backup.server.ts";
import { BackupError, verifyArchive } from "./backup-archive.server.ts";

/** How many are kept. */
const mostKept = 3;

/**
 * The way back from an update: before migrations change the database, its rows go to `before-{schema}-{time}.tar.gz`, in
 * BACKUP_DIR or, without one, in the data folder. Files are left out, because migrations touch none. While the migrations
 * fail, each start would make the same archive again; it is made once.
 */
export function backUpFirst(
	source: Pick<Deps, "db" | "clock">,
	{ dataDir, backup }: Pick<Settings, "dataDir" | "backup">,
	logger: Logger,
): AroundMigrations {
	const folder = backup?.dir ?? join(dataDir, "backups");
	return async (from, migrateNow) => {
		/** There from the archive's end to that of the migrations. */
		const underWay = join(folder, `.updating-${from}`);
		if (!existsSync(underWay)) {
			const time = source.clock().toISOString().slice(0, 19).replaceAll(":", "-");
			const archive = join(folder, `before-${from}-${time}Z.tar.gz`);
			try {
				mkdirSync(folder, { recursive: true });
				await createBackup(source, archive);
				writeFileSync(underWay, "");
			} catch (error) {
				throw new DatabaseStartError(
					`The backup before the update couldn't be written to ${folder} (${error instanceof Error ? error.message : error}). Make room there, or set BACKUP_DIR, and start again. The database wasn't changed.`,
				);
			}
			logger.info({ archive }, "made a backup before the update; docs/operating.md says how to go back to it");
			removeOlder(folder);
		}
		await migrateNow();
		rmSync(underWay, { force: true });
	};
}

function removeOlder(folder: string): void {
	const times = (name: string) => name.replace(/^before-\d+-/, "");
	const archives = readdirSync(folder).filter((name) => /^before-\d+-.*\.tar\.gz$/.test(name));
	const sorted = archives.toSorted((one, other) => times(other).localeCompare(times(one)));
	for (const name of sorted.slice(mostKept)) rmSync(join(folder, name), { force: true });
}

type Target = { settings: Settings; logger: Logger; migrationsFolder: string };

/**
 * The way back: a new database with what is in an archive, in the archive's own schema, for the version that made it. The
 * database that was there is kept beside it.
 * @returns the result, as a sentence for the operator
 * @throws {BackupError} if a database server of one's own isn't empty, or the archive is of a newer version
 */
export async function restoreFresh(path: string, { settings, logger, migrationsFolder }: Target): Promise<string> {
	const { schema, jobKinds } = await verifyArchive(path);
	const storage = await openStorage(settings);
	const clock = () => new Date();
	let restored = "";
	async function fill(database: DatabaseHandle): Promise<void> {
		if ((await schemaOf(database.db)) !== undefined)
			throw new BackupError("DATABASE_URL names a database that isn't empty. Name an empty one. Nothing was changed.");
		const folder = migrationsUntil(schema, migrationsFolder);
		await migrateDatabase(database, folder).finally(() => rmSync(folder, { recursive: true }));
		const jobs = await openJobQueue(database, logger, jobKinds);
		restored = await restoreBackup({ db: database.db, storage, clock, jobs }, path, { force: true }).finally(jobs.stop);
	}
	const start = "Now start the version that made this backup.";
	if (settings.databaseUrl) {
		const database = openPostgresDatabase(settings.databaseUrl, { poolSize: 4 });
		await fill(database).finally(database.close);
		return `${restored} ${start}`;
	}
	const place = findPlace(settings.dataDir, logger);
	const own = { postgresBin: settings.postgresBin, account: place.account, copyInto: dirname(place.cluster) };
	const server = {
		binaries: findBinaries(own),
		besideProgram: false,
		logger,
		onGivenUp: ({ message }: Error) => {
			throw new BackupError(message);
		},
	};
	// Fails while the site runs.
	if (existsSync(place.cluster)) await withServer({ ...server, place }, async () => undefined);
	const target = { ...place, cluster: `${place.cluster}${unfinishedMark}fresh` };
	rmSync(target.cluster, { recursive: true, force: true });
	await createCluster(target, server.binaries);
	await withServer({ ...server, place: target }, fill);
	const aside = `${place.cluster}-before-${clock().toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
	if (existsSync(place.cluster)) renameSync(place.cluster, aside);
	renameSync(target.cluster, place.cluster);
	syncFolderSync(dirname(place.cluster));
	return `${restored} What came in since then is in the former database, ${aside}. ${start}`;
}

/** A copy of the migrations that ends with those of a schema. */
function migrationsUntil(schema: number, migrationsFolder: string): string {
	const folder = mkdtempSync(join(tmpdir(), "migrations-"));
	cpSync(migrationsFolder, folder, { recursive: true });
	const journal = join(folder, "meta", "_journal.json");
	const { entries, ...rest }: { entries: { when: number }[] } = JSON.parse(readFileSync(journal, "utf8"));
	const until = entries.filter(({ when }) => when <= schema);
	if (until.at(-1)?.when !== schema)
		throw new BackupError("This backup was made by a newer version of the site. Restore it with that version.");
	writeFileSync(journal, JSON.stringify({ ...rest, entries: until }));
	return folder;
}
