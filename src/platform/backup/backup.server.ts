import { existsSync, renameSync } from "node:fs";
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { arrayBuffer } from "node:stream/consumers";
import { subDays } from "date-fns/subDays";
import { and, eq, gte, sql } from "drizzle-orm";
import { type Database, selectRows } from "#platform/database/database.server.ts";
import { syncFolder } from "#platform/files/durable-files.server.ts";
import { type Bucket, buckets, type FileStorage } from "#platform/files/storage.server.ts";
import { dailyRunsTable } from "#platform/jobs/daily-runs.table.ts";
import type { JobQueue } from "#platform/jobs/job-queue.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import {
	type ArchiveWriter,
	BackupError,
	fileEntry,
	jobsName,
	type Manifest,
	openArchiveWriter,
	readArchive,
	type Sum,
	tableEntry,
	verifyArchive,
	withChecksum,
} from "./backup-archive.server.ts";
import {
	clearMissingFiles,
	inBatches,
	insertRows,
	listTables,
	resetSequences,
	rowsAsJson,
	spoolLines,
	type TableInfo,
	unfinishedJobs,
} from "./backup-tables.server.ts";

type Source = Pick<Deps, "db" | "storage" | "clock">;

/**
 * Writes everything into one file and reads it again to make sure. The database is read in one transaction, so that the
 * rows fit each other; they go to a folder beside the archive first, because an entry of it begins with its length.
 * @returns the result, as a sentence for the operator
 * @throws {BackupError} rather than overwrite a file
 */
export async function createBackup(source: Source, path: string): Promise<string> {
	requireAbsent(path);
	await using staging = await openStagingFolder(dirname(path));
	const spool = staging.folder;
	const unfinished = join(spool, "archive");
	const archive = openArchiveWriter(unfinished);

	const { tables, ...state } = await source.db.transaction((tx) => spoolDatabase(tx, spool), {
		isolationLevel: "repeatable read",
		accessMode: "read only",
	});
	const manifest: Manifest = {
		format: 1,
		created_at: source.clock().toISOString(),
		...state,
		tables: {},
		jobs: { rows: 0, bytes: 0, sha256: "" },
		files: {},
	};
	for (const { name, columns } of tables) {
		const { lines: rows, ...sum } = await archive.addFile(tableEntry(name), join(spool, name));
		manifest.tables[name] = { rows, columns, ...sum };
	}
	const { lines: rows, ...sum } = await archive.addFile(jobsName, join(spool, jobsName));
	manifest.jobs = { rows, ...sum };
	for await (const [file, sum] of addFiles(source.storage, archive)) manifest.files[file] = sum;
	await archive.finish(manifest);
	await verifyArchive(unfinished);
	// In one go, so that of two backups of one name the first stays.
	requireAbsent(path);
	renameSync(unfinished, path);
	await syncFolder(dirname(path));
	return `${path}: ${describe(manifest)}, read again and verified.`;
}

function requireAbsent(path: string): void {
	if (existsSync(path)) throw new BackupError(`${path} already exists. Choose another name, or delete it first.`);
}

const stagingPrefix = ".unfinished-backup-";
const renewEveryMs = 60_000;
const abandonedAfterMs = 10 * renewEveryMs;

/**
 * A folder for what a backup writes until it is complete, beside the archive. A running backup renews its time; those
 * whose time is old were left by killed ones, and are removed here.
 */
async function openStagingFolder(place: string): Promise<AsyncDisposable & { folder: string }> {
	for (const name of await readdir(place)) {
		const folder = join(place, name);
		if (!name.startsWith(stagingPrefix) || (await ageOf(folder)) <= abandonedAfterMs) continue;
		// A folder that another account left may stay; it does no harm.
		await removeAll(folder).catch(() => undefined);
	}
	const folder = await mkdtemp(join(place, stagingPrefix));
	const renewal = setInterval(() => {
		const now = new Date();
		utimes(folder, now, now).catch(() => undefined);
	}, renewEveryMs).unref();
	return {
		folder,
		[Symbol.asyncDispose]: async () => {
			clearInterval(renewal);
			await removeAll(folder);
		},
	};
}

const ageOf = async (folder: string) =>
	Date.now() - (await stat(folder).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
const removeAll = (folder: string) => rm(folder, { recursive: true, force: true });

async function spoolDatabase(tx: Database, spool: string) {
	const tables = await listTables(tx);
	for (const { name } of tables) await spoolLines(tx, rowsAsJson(name), join(spool, name));
	const [queue] = await selectRows(tx, sql`select to_regclass('pgboss.job') is not null as exists`);
	const jobKinds = queue?.exists ? await selectJobKinds(tx) : [];
	if (queue?.exists) await spoolLines(tx, unfinishedJobs, join(spool, jobsName));
	else await writeFile(join(spool, jobsName), "");
	return { tables, jobKinds, schema: await schemaVersion(tx) };
}

async function selectJobKinds(tx: Database): Promise<Manifest["jobKinds"]> {
	const rows = await selectRows(
		tx,
		sql`select name, retry_limit, retry_delay, retry_delay_max, expire_seconds from pgboss.queue
			where name not like '\_\_pgboss%' and name not like 'daily-%'`,
	);
	return rows.map((row) => ({
		name: String(row.name),
		retryLimit: Number(row.retry_limit),
		retryDelay: Number(row.retry_delay),
		retryDelayMax: Number(row.retry_delay_max),
		expireInSeconds: Number(row.expire_seconds),
	}));
}

async function schemaVersion(db: Database): Promise<number> {
	const [row] = await selectRows(db, sql`select max(created_at) as version from drizzle.__drizzle_migrations`);
	return Number(row?.version);
}

async function* addFiles(storage: FileStorage, archive: ArchiveWriter): AsyncGenerator<[string, Sum]> {
	for (const bucket of buckets) {
		for await (const { name } of storage.list(bucket)) {
			const file = await storage.get(bucket, name);
			// Removed since it was listed.
			if (!file) continue;
			const { lines: _, ...sum } = await archive.add(fileEntry(`${bucket}/${name}`), file.size, file.body);
			yield [`${bucket}/${name}`, sum];
		}
	}
}

type Target = Pick<Deps, "db" | "storage" | "clock"> & { jobs: Pick<JobQueue, "send"> };

/**
 * Puts everything of a backup into this site: first the files, then all rows in one transaction. Broken off anywhere,
 * it leaves the database as it was. It removes no file, for one that the backup does not know may have come a moment
 * ago: those without a row go with the strays.
 * @throws {BackupError} when the file is damaged or from a newer version, or when the site is not empty without `force`
 */
export async function restoreBackup(target: Target, path: string, options: { force: boolean }): Promise<string> {
	const manifest = await verifyArchive(path);
	const tables = await listTables(target.db);
	await checkFit(target.db, manifest, tables);
	if (!options.force) await requireEmpty(target, tables);
	await whileRestoring(target, async () => {
		await restoreFiles(target.storage, path, manifest);
		await target.db.transaction(async (tx) => {
			await restoreRows(tx, target.jobs, path, manifest, tables);
			await requireFiles(target.storage, manifest);
		});
	});
	return `Restored ${describe(manifest)}, from the backup of ${manifest.created_at}.`;
}

/** What stands in `daily_runs`, with the day, while a restore is under way, in whichever process. */
const restoreNote = "restore";

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

async function whileRestoring({ db, clock }: Pick<Deps, "db" | "clock">, restore: () => Promise<void>): Promise<void> {
	const day = dayOf(clock());
	await db
		.insert(dailyRunsTable)
		.values({ name: restoreNote, day })
		.onConflictDoUpdate({ target: dailyRunsTable.name, set: { day } });
	try {
		await restore();
	} finally {
		await db.delete(dailyRunsTable).where(eq(dailyRunsTable.name, restoreNote));
	}
}

/**
 * A restore stores files before their rows: until it is done, a file without a row is not known to be a stray. The note
 * of a restore that was killed counts until the end of the next day.
 */
export async function unlessRestoring<D extends Pick<Deps, "db" | "clock">>(
	deps: D,
	sweep: (deps: D) => Promise<void>,
): Promise<void> {
	const yesterday = dayOf(subDays(deps.clock(), 1));
	const note = and(eq(dailyRunsTable.name, restoreNote), gte(dailyRunsTable.day, yesterday));
	if ((await deps.db.$count(dailyRunsTable, note)) === 0) await sweep(deps);
}

/** A sweep that had already begun may have taken a file that lay here without a row. */
async function requireFiles(storage: FileStorage, { files }: Manifest): Promise<void> {
	const missing = new Set(Object.keys(files));
	for (const bucket of buckets) {
		for await (const { name } of storage.list(bucket)) missing.delete(`${bucket}/${name}`);
	}
	if (missing.size > 0) {
		throw new BackupError(`Files disappeared during the restore (${[...missing].join(", ")}). Run the command again.`);
	}
}

async function checkFit(db: Database, manifest: Manifest, tables: TableInfo[]): Promise<void> {
	if (manifest.schema > (await schemaVersion(db))) {
		throw new BackupError("This backup was made by a newer version of the site. Update first, then restore.");
	}
	for (const [name, { columns }] of Object.entries(manifest.tables)) {
		const here = tables.find((table) => table.name === name);
		const lost = here ? columns.filter((column) => !here.columns.includes(column)) : [];
		if (here && lost.length === 0) continue;
		throw new BackupError(
			`This backup is from an older version, which had ${here ? `columns ${lost.join(", ")} in ${name}` : `a table ${name}`}. Restore it with that version, then update.`,
		);
	}
}

async function requireEmpty({ db, storage }: Pick<Deps, "db" | "storage">, tables: TableInfo[]): Promise<void> {
	const found: string[] = [];
	for (const { name } of tables) {
		const count = await db.$count(sql.identifier(name));
		if (count > 0) found.push(`${count} in ${name}`);
	}
	for (const bucket of buckets) {
		for await (const _ of storage.list(bucket)) {
			found.push(`files in ${bucket}`);
			break;
		}
	}
	if (found.length > 0) {
		throw new BackupError(`This site is not empty (${found.join(", ")}). With --force, the backup replaces all of it.`);
	}
}

async function restoreFiles(storage: FileStorage, path: string, manifest: Manifest): Promise<void> {
	for await (const { name, content } of readArchive(path)) {
		const [, bucket, file] = name.match(/^files\/([^/]+)\/([^/]+)$/) ?? [];
		if (!isBucket(bucket) || !file) {
			for await (const _ of content);
			continue;
		}
		// In memory: each was an upload, whose size has a limit.
		const copy = new Blob([await arrayBuffer(content)]);
		if (await isStored(storage, bucket, file, manifest.files[`${bucket}/${file}`]?.sha256)) continue;
		await storage.remove(bucket, file);
		await storage.put(bucket, file, copy);
	}
}

const isBucket = (name: string | undefined): name is Bucket => buckets.some((bucket) => bucket === name);

async function isStored(storage: FileStorage, bucket: Bucket, name: string, sha256: string | undefined) {
	const known = await storage.get(bucket, name);
	if (!known) return false;
	const { chunks, sum } = withChecksum(known.body);
	for await (const _ of chunks);
	return sum().sha256 === sha256;
}

async function restoreRows(
	tx: Database,
	jobs: Pick<JobQueue, "send">,
	path: string,
	manifest: Manifest,
	tables: TableInfo[],
): Promise<void> {
	const names = sql.join(
		tables.map(({ name }) => sql.identifier(name)),
		sql`, `,
	);
	// Rows come as they were: no trigger may change their times, refuse them or announce each of them.
	for (const { name } of tables) await tx.execute(sql`alter table ${sql.identifier(name)} disable trigger user`);
	await tx.execute(sql`truncate ${names}`);
	await tx.execute(sql`delete from pgboss.job where state < 'completed' and name not like '\_\_pgboss%'`);
	// Tables lie in the archive in the order in which they refer to each other.
	for await (const { name, content } of readArchive(path)) {
		const [, table = ""] = name.match(/^tables\/(.+)\.ndjson$/) ?? [];
		const columns = manifest.tables[table]?.columns;
		for await (const lines of inBatches(content)) {
			if (columns) await insertRows(tx, table, columns, lines);
			else if (name === jobsName) await queueAgain(tx, jobs, manifest, lines);
		}
	}
	for (const [table, { rows }] of Object.entries(manifest.tables)) {
		const count = await tx.$count(sql.identifier(table));
		if (count !== rows) throw new BackupError(`${table} would have ${count} rows instead of ${rows}`);
	}
	// Of rows that were deleted while the backup was written, their files before these could be copied.
	await clearMissingFiles(tx, Object.keys(manifest.files));
	await resetSequences(tx);
	for (const { name } of tables) await tx.execute(sql`alter table ${sql.identifier(name)} enable trigger user`);
	await tx.execute(sql`select pg_notify('changes', 'gap')`);
}

async function queueAgain(tx: Database, jobs: Pick<JobQueue, "send">, { jobKinds }: Manifest, lines: string[]) {
	for (const line of lines) {
		const { name, data } = JSON.parse(line);
		const kind = jobKinds.find((known) => known.name === name);
		if (kind) await jobs.send(tx, kind, data);
	}
}

function describe({ tables, files, jobs }: Manifest): string {
	const rows = Object.values(tables).reduce((total, table) => total + table.rows, 0);
	return `${rows} rows of ${Object.keys(tables).length} tables, ${Object.keys(files).length} files, ${jobs.rows} waiting jobs`;
}
