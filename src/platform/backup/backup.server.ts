import { existsSync, renameSync } from "node:fs";
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { arrayBuffer } from "node:stream/consumers";
import { subDays } from "date-fns/subDays";
import { and, eq, gte, sql } from "drizzle-orm";
import { counted } from "#lib/text/text.ts";
import { type Database, schemaOf, selectRows } from "#platform/database/database.server.ts";
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

/** Without a storage, the archive has the database alone. */
type Source = Pick<Deps, "db" | "clock"> & Partial<Pick<Deps, "storage">>;

/**
 * Writes everything to one file, then reads it again to verify it. All rows are read in one transaction, so they are
 * consistent with each other. They go to a temporary folder beside the archive first, because a tar entry starts with
 * its length.
 * @returns the result, as a sentence for the operator
 * @throws {BackupError} if the file already exists
 */
export async function createBackup(source: Source, path: string): Promise<string> {
	requireAbsent(path);
	await using staging = await openStagingFolder(dirname(path));
	const spool = staging.folder;
	const unfinished = join(spool, archiveName);
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
		rows_only: !source.storage,
		files: {},
	};
	for (const { name, columns } of tables) {
		const { lines: rows, ...sum } = await archive.addFile(tableEntry(name), join(spool, name));
		manifest.tables[name] = { rows, columns, ...sum };
	}
	const { lines: rows, ...sum } = await archive.addFile(jobsName, join(spool, jobsName));
	manifest.jobs = { rows, ...sum };
	if (source.storage) for await (const [file, sum] of addFiles(source.storage, archive)) manifest.files[file] = sum;
	await archive.finish(manifest);
	await verifyArchive(unfinished);
	// Atomic: when two backups use the same name, the first one stays.
	requireAbsent(path);
	renameSync(unfinished, path);
	await syncFolder(dirname(path));
	return `${path}: ${describe(manifest)}, read again and verified.`;
}

function requireAbsent(path: string): void {
	if (existsSync(path)) throw new BackupError(`${path} already exists. Choose another name, or delete it first.`);
}

const archiveName = "archive";
const stagingPrefix = ".unfinished-backup-";
const renewEveryMs = 60_000;
const abandonedAfterMs = 10 * renewEveryMs;

/**
 * A folder beside the archive for an unfinished backup. A running backup keeps updating the folder's modification
 * time. Folders with an old time were left by killed backups and are removed here.
 */
async function openStagingFolder(place: string): Promise<AsyncDisposable & { folder: string }> {
	for (const name of await readdir(place)) {
		const folder = join(place, name);
		if (!name.startsWith(stagingPrefix) || (await ageOf(folder)) <= abandonedAfterMs) continue;
		// A folder left by another account can't be removed, but it does no harm.
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

/** How many bytes the archive of a running backup has so far, in the folder where it will be; undefined if none is running. */
export async function unfinishedBytes(place: string): Promise<number | undefined> {
	const names = await readdir(place).catch(() => []);
	for (const name of names) {
		const folder = join(place, name);
		if (!name.startsWith(stagingPrefix) || (await ageOf(folder)) > abandonedAfterMs) continue;
		return (await stat(join(folder, archiveName)).catch(() => ({ size: 0 }))).size;
	}
	return undefined;
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
	return { tables, jobKinds, schema: (await schemaOf(tx)) ?? 0 };
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

async function* addFiles(storage: FileStorage, archive: ArchiveWriter): AsyncGenerator<[string, Sum]> {
	for (const bucket of buckets) {
		for await (const { name } of storage.list(bucket)) {
			const file = await storage.get(bucket, name);
			// The file was removed after it was listed.
			if (!file) continue;
			const { lines: _, ...sum } = await archive.add(fileEntry(`${bucket}/${name}`), file.size, file.body);
			yield [`${bucket}/${name}`, sum];
		}
	}
}

type Target = Pick<Deps, "db" | "storage" | "clock"> & { jobs: Pick<JobQueue, "send"> };

/**
 * Restores a backup into this site: first the files, then all rows in one transaction. If it is interrupted, the
 * database stays as it was. It doesn't delete any files, because a file that the backup doesn't contain may have been
 * uploaded a moment ago. The cleanup of stray files removes those without a row.
 * @throws {BackupError} if the file is damaged or from a newer version, or if the site isn't empty and `force` isn't
 * set
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

/** Name of the row in `daily_runs` that shows, to all processes, that a restore is under way. */
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

/** Until a restore ends, a file without a row may be no stray. A killed one's note counts until the next day ends. */
export async function unlessRestoring<D extends Pick<Deps, "db" | "clock">>(
	deps: D,
	sweep: (deps: D) => Promise<void>,
): Promise<void> {
	const yesterday = dayOf(subDays(deps.clock(), 1));
	const note = and(eq(dailyRunsTable.name, restoreNote), gte(dailyRunsTable.day, yesterday));
	if ((await deps.db.$count(dailyRunsTable, note)) === 0) await sweep(deps);
}

/** Fails if a file is gone: a cleanup that was already running may have removed it before its row was written. */
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
	if (manifest.schema > ((await schemaOf(db)) ?? 0)) {
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
		// Read into memory: every file was an upload, and uploads have a size limit.
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
	// Rows are restored unchanged. Triggers must not update their times, refuse them, or announce each one.
	for (const { name } of tables) await tx.execute(sql`alter table ${sql.identifier(name)} disable trigger user`);
	await tx.execute(sql`truncate ${names}`);
	await tx.execute(sql`delete from pgboss.job where state < 'completed' and name not like '\_\_pgboss%'`);
	// The archive lists the tables in dependency order.
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
	// A row may name a file that the archive doesn't contain, because both were deleted while the backup was being
	// written.
	if (!manifest.rows_only) await clearMissingFiles(tx, Object.keys(manifest.files));
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
	return [
		`${counted(rows, "row")} of ${counted(Object.keys(tables).length, "table")}`,
		counted(Object.keys(files).length, "file"),
		counted(jobs.rows, "waiting job"),
	].join(", ");
}
