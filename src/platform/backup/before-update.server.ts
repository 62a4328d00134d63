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

const archives = /^before-(\d+)-(.*)\.tar\.gz$/;

/**
 * The way back from an update: before migrations change the database, its rows go to `before-{schema}-{time}.tar.gz`, in
 * the folder for backups or, without one, in the data folder. Files are left out, because migrations touch none. Of each
 * schema only the newest is kept, so that a start that fails again and again doesn't crowd out the others.
 */
export function backUpFirst(
	source: Pick<Deps, "db" | "clock">,
	{ dataDir, backup }: Pick<Settings, "dataDir" | "backup">,
	logger: Logger,
): AroundMigrations {
	const folder = backup?.dir ?? join(dataDir, "backups");
	return async (from, migrateNow) => {
		const archive = join(folder, `before-${from}-${stampOf(source.clock())}.tar.gz`);
		try {
			mkdirSync(folder, { recursive: true });
			await createBackup(source, archive);
		} catch (error) {
			throw new DatabaseStartError(
				`The backup before the update couldn't be written to ${folder} (${error instanceof Error ? error.message : error}). Make room there, or set BACKUP_DIR, and start again. The database wasn't changed.`,
			);
		}
		logger.info({ archive }, "made a backup before the update; docs/operating.md says how to go back to it");
		removeOlder(folder);
		await migrateNow();
	};
}

const stampOf = (time: Date) => `${time.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;

function removeOlder(folder: string): void {
	const found = readdirSync(folder).flatMap((name) => {
		const [, schema, time = ""] = archives.exec(name) ?? [];
		return schema ? [{ name, schema, time }] : [];
	});
	const newestFirst = found.toSorted((one, other) => other.time.localeCompare(one.time));
	const newest = newestFirst.filter(({ schema }, at) => newestFirst.findIndex((each) => each.schema === schema) === at);
	const kept = new Set(newest.slice(0, mostKept));
	for (const each of found) if (!kept.has(each)) rmSync(join(folder, each.name), { force: true });
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
	const aside = `${place.cluster}-before-${stampOf(clock())}`;
	if (existsSync(place.cluster)) renameSync(place.cluster, aside);
	renameSync(target.cluster, place.cluster);
	syncFolderSync(dirname(place.cluster));
	return `${restored} What came in since then is in the former database, ${aside}. ${start}`;
}

/** A copy of the migrations that ends with those of a schema. */
function migrationsUntil(schema: number, migrationsFolder: string): string {
	const journal = join("meta", "_journal.json");
	const { entries, ...rest }: { entries: { when: number }[] } = JSON.parse(
		readFileSync(join(migrationsFolder, journal), "utf8"),
	);
	const until = entries.filter(({ when }) => when <= schema);
	if (until.at(-1)?.when !== schema)
		throw new BackupError("This backup was made by a newer version of the site. Restore it with that version.");
	const folder = mkdtempSync(join(tmpdir(), "migrations-"));
	cpSync(migrationsFolder, folder, { recursive: true });
	writeFileSync(join(folder, journal), JSON.stringify({ ...rest, entries: until }));
	return folder;
}
