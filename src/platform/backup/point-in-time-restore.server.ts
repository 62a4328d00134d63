import { createWriteStream, existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { sql } from "drizzle-orm";
import { formatFirmMomentLong } from "#lib/time/firm-moment.ts";
import { type DatabaseHandle, migrateDatabase } from "#platform/database/database.server.ts";
import { openDatabase } from "#platform/database/site-database.server.ts";
import { syncFolder } from "#platform/files/durable-files.server.ts";
import { openStorage } from "#platform/files/open-storage.server.ts";
import { changeOwner, findBinaries, postgresMajor } from "#platform/postgres/postgres-binaries.server.ts";
import { clusterMajor, findPlace, type Place, unfinishedMark } from "#platform/postgres/postgres-cluster.server.ts";
import { type ServerOptions, withServer } from "#platform/postgres/postgres-server.server.ts";
import type { Logger } from "#platform/process/logger.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { site } from "#site.config.ts";
import { BackupError, readArchive } from "./backup-archive.server.ts";
import { clearMissingFiles, listTables } from "./backup-tables.server.ts";
import { restoreFiles } from "./point-in-time-files.server.ts";
import {
	basesOf,
	type Chain,
	listChains,
	planRestore,
	pointInTimeFolder,
	type RestorePlan,
	segmentFile,
} from "./point-in-time-folder.server.ts";

type Target = { settings: Settings; logger: Logger; migrationsFolder: string };

/**
 * Restores the site to an earlier time, or to the latest state in BACKUP_DIR, in an empty data folder.
 * @returns the result, as a sentence for the operator
 * @throws {BackupError} with a message for the operator; leaves nothing behind
 */
export async function restoreMoment(moment: Date | undefined, target: Target): Promise<string> {
	const { settings, logger, migrationsFolder } = target;
	const folder = requireBackupDir(settings);
	await requireEmptyFolder(settings);
	const chains = existsSync(folder) ? await listChains(folder) : [];
	const plan = requirePlan(folder, chains, moment);
	const { cluster, account } = findPlace(settings.dataDir, logger);
	const place = { cluster: `${cluster}${unfinishedMark}restore`, account };
	const storage = await openStorage(settings);
	let reached: Date;
	try {
		await unpackBaseCopy(join(folder, plan.base.chain, plan.base.file), place.cluster);
		await unpackLog(join(folder, plan.base.chain), plan.segments, join(place.cluster, "pg_wal"));
		reached = await recover({ ...target, place, moment, plan, chains }, async (database) => {
			await migrateDatabase(database, migrationsFolder);
			const files = await restoreFiles(storage, folder);
			await database.db.transaction((tx) => clearMissingFiles(tx, files));
		});
		await rename(place.cluster, cluster);
		await syncFolder(dirname(cluster));
	} catch (error) {
		await rm(place.cluster, { recursive: true, force: true });
		if (!settings.storage) await rm(join(settings.dataDir, "files"), { recursive: true, force: true });
		throw error;
	}
	const content = await tryToOpen(target);
	return `Restored ${describe(moment ?? reached)} into ${settings.dataDir}: ${content}. The last change in it was made at ${reached.toISOString()}. To use it, start the site with this DATA_DIR.`;
}

function requireBackupDir({ databaseUrl, backup }: Settings): string {
	if (databaseUrl) {
		throw new BackupError(
			"DATABASE_URL points to a database server of your own. This program doesn't keep its log, so restore with that server's tools.",
		);
	}
	if (!backup || backup.besideDatabase)
		throw new BackupError("BACKUP_DIR is not set. A restore to a point in time needs the log in that folder.");
	return pointInTimeFolder(backup.dir);
}

/** May be in the target folder already: the secret that keeps people signed in, and what a failed restore left. */
const mayBeThere = /^(auth-secret|db-address|postgresql-.*)$/;

async function requireEmptyFolder({ dataDir, backup }: Settings): Promise<void> {
	const found = (existsSync(dataDir) ? await readdir(dataDir) : []).filter((name) => {
		const path = join(dataDir, name);
		const holdsBackups = `${backup?.dir}${sep}`.startsWith(path + sep);
		return !mayBeThere.test(name) && !holdsBackups && !(name === "db" && !existsSync(path));
	});
	if (found.length > 0) {
		throw new BackupError(
			`${dataDir} is not empty (${found.sort().join(", ")}). Set DATA_DIR to a new folder. Nothing was changed.`,
		);
	}
}

function requirePlan(folder: string, chains: Chain[], moment: Date | undefined): RestorePlan {
	const [oldest] = basesOf(chains);
	if (!oldest) throw new BackupError(`${folder} contains no base copy of a database to restore.`);
	const plan = planRestore(chains, moment);
	if (plan) return plan;
	throw new BackupError(
		`${describe(moment ?? new Date())} cannot be restored: the oldest base copy in ${folder} is from ${describe(oldest.completeAt)}.`,
	);
}

const describe = (at: Date) => `${formatFirmMomentLong(site, at)} (${at.toISOString()})`;

async function unpackBaseCopy(path: string, cluster: string): Promise<void> {
	await rm(cluster, { recursive: true, force: true });
	await mkdir(cluster, { mode: 0o700 });
	for await (const { name, content } of readArchive(path)) {
		const to = join(cluster, name);
		if (!to.startsWith(cluster + sep)) throw new BackupError(`${path} is not a base copy: it names ${name}`);
		if (name.endsWith("/")) {
			await mkdir(to, { mode: 0o700 });
			for await (const _ of content);
		} else await pipeline(content, createWriteStream(to, { mode: 0o600, flags: "wx" }));
	}
	const major = clusterMajor(cluster);
	if (major === postgresMajor) return;
	throw new BackupError(
		`${path} was made by PostgreSQL ${major}; this has ${postgresMajor}. Restore it with the version of the site that made it.`,
	);
}

const decompress = promisify(gunzip);
const pageSize = 8192;

/** Segments that ended early are mostly zeros. They are written as sparse files, which take no space for zeros. */
async function unpackLog(from: string, segments: string[], to: string): Promise<void> {
	for (const segment of segments) {
		const content = await decompress(await readFile(join(from, segmentFile(segment))));
		let end = content.byteLength;
		while (end > 0 && content.subarray(end - pageSize, end).equals(zeros)) end -= pageSize;
		await using file = await open(join(to, segment), "wx", 0o600);
		await file.writeFile(content.subarray(0, end));
		await file.truncate(content.byteLength);
	}
}
const zeros = Buffer.alloc(pageSize);

type Recovery = Target & { place: Place; moment: Date | undefined; plan: RestorePlan; chains: Chain[] };

/**
 * Starts a server that replays the log, then runs `work` on the result.
 * @returns the time of the last change in the restored database
 */
async function recover(recovery: Recovery, work: (database: DatabaseHandle) => Promise<void>): Promise<Date> {
	const { plan } = recovery;
	const said: string[] = [];
	await writeFile(join(recovery.place.cluster, "recovery.signal"), "", { mode: 0o600 });
	changeOwner(recovery.place.account, recovery.place.cluster);
	await withServer(recoveryOptions(recovery, said), work).catch((error) => {
		const tooShort = String(error).includes("recovery ended before configured recovery target was reached");
		throw tooShort ? endOfLogError(recovery, lastChange(said) ?? plan.base.completeAt) : error;
	});
	return lastChange(said) ?? plan.base.completeAt;
}

/** @param said collects the server's log messages */
function recoveryOptions({ settings, place, moment, logger }: Recovery, said: string[]): ServerOptions {
	const copyInto = dirname(place.cluster);
	return {
		place,
		binaries: findBinaries({ postgresBin: settings.postgresBin, account: place.account, copyInto }),
		settings: {
			// The whole log is already in the server's own folder.
			restore_command: "exit 1",
			recovery_target_action: "promote",
			...(moment && { recovery_target_time: moment.toISOString().replace("Z", "+00") }),
			hot_standby: "off",
			log_timezone: "UTC",
		},
		besideProgram: false,
		logger: {
			debug: (_, text) => said.push(text),
			info: (fields, text) => logger.info(fields, text),
			warn: (fields, text) => logger.warn(fields, text),
			error: (fields, text) => logger.error(fields, text),
			child: (fields) => logger.child(fields),
		},
		onGivenUp: () => undefined,
	};
}

function lastChange(said: string[]): Date | undefined {
	const pattern = /last completed transaction was at log time (\S+) (\d\d:\d\d:\d\d\.\d{3})/;
	const [, day, time] = said.flatMap((text) => text.match(pattern) ?? []);
	return day && time ? new Date(`${day}T${time}Z`) : undefined;
}

function endOfLogError({ settings, chains, plan, moment }: Recovery, end: Date): BackupError {
	const later = basesOf(chains).find(({ chain, completeAt }) => chain !== plan.base.chain && completeAt > end);
	const choice = later
		? `Choose an earlier time, or one from ${describe(later.completeAt)} onward`
		: "Choose an earlier time, or restore all of it with --at latest";
	return new BackupError(
		`The log in ${settings.backup?.dir} ends with a change made on ${describe(end)}, before ${describe(moment ?? end)}. ${choice}.`,
	);
}

/** Opens the restored database the way the site does, and counts its contents. */
async function tryToOpen({ settings, logger, migrationsFolder }: Target): Promise<string> {
	const { db, close } = await openDatabase(settings, migrationsFolder, { logger });
	try {
		const tables = await listTables(db);
		let rows = 0;
		for (const { name } of tables) rows += await db.$count(sql.identifier(name));
		return `${rows} rows of ${tables.length} tables`;
	} finally {
		await close();
	}
}
