import { readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { createBackup, restoreBackup } from "#platform/backup/backup.server.ts";
import { verifyArchive } from "#platform/backup/backup-archive.server.ts";
import { migrateDatabase } from "#platform/database/database.server.ts";
import { syncFolderSync } from "#platform/files/durable-files.server.ts";
import type { FileStorage } from "#platform/files/storage.server.ts";
import { openJobQueue } from "#platform/jobs/job-queue.server.ts";
import { changeOwner, DatabaseStartError, findOlderBinaries, postgresMajor } from "./postgres-binaries.server.ts";
import { clusterMajor, createCluster, unfinishedMark } from "./postgres-cluster.server.ts";
import { type ServerOptions, withServer } from "./postgres-server.server.ts";

/*
 * PostgreSQL reads only clusters of its own major version. An older cluster is moved with a backup, like that of `npm
 * run backup`, which its own older programs read.
 */

export type Older = { cluster: string; major: number };

/** The cluster to upgrade before the server can start; usually undefined. Also finds an interrupted upgrade. */
export function findOlderCluster(cluster: string): Older | undefined {
	const major = clusterMajor(cluster);
	if (major === postgresMajor) return;
	if (major !== undefined) return { cluster, major };
	const olderVersions = readdirSync(dirname(cluster))
		.filter((name) => name.startsWith(`${basename(cluster)}-`))
		.map((name) => Number(name.slice(basename(cluster).length + 1)))
		.filter(Number.isInteger);
	if (olderVersions.length === 0) return;
	const newest = Math.max(...olderVersions);
	return { cluster: `${cluster}-${newest}`, major: newest };
}

type Moving = ServerOptions & {
	storage: FileStorage;
	postgresBin: string | undefined;
	migrationsFolder: string;
};

/** Copies an older cluster's data into a new one, which gets its final name last. The older one is kept beside it. */
export async function moveOlderCluster(older: Older, moving: Moving): Promise<void> {
	const { place, logger, storage, migrationsFolder } = moving;
	const binaries = findOlderBinaries(older.major, moving.postgresBin, place.account);
	if (!binaries) throw new DatabaseStartError(cannotRead(older));
	logger.warn({ from: older.major, to: postgresMajor }, "upgrading the database to another version of PostgreSQL");

	const archive = `${place.cluster}${unfinishedMark}move.tar.gz`;
	rmSync(archive, { force: true });
	const clock = () => new Date();
	changeOwner(place.account, older.cluster);
	await withServer({ ...moving, place: { ...place, cluster: older.cluster }, binaries }, async (database) => {
		await migrateDatabase(database, migrationsFolder);
		await createBackup({ db: database.db, storage, clock }, archive);
	});
	// If the upgrade is interrupted after this point, it starts again from the kept folder.
	const kept = `${place.cluster}-${older.major}`;
	if (older.cluster !== kept) renameSync(older.cluster, kept);

	const target = { ...place, cluster: `${place.cluster}${unfinishedMark}move` };
	rmSync(target.cluster, { recursive: true, force: true });
	await createCluster(target, moving.binaries);
	await withServer({ ...moving, place: target }, async (database) => {
		await migrateDatabase(database, migrationsFolder);
		const jobs = await openJobQueue(database, logger, (await verifyArchive(archive)).jobKinds);
		await restoreBackup({ db: database.db, storage, clock, jobs }, archive, { force: true }).finally(jobs.stop);
	});
	renameSync(target.cluster, place.cluster);
	syncFolderSync(dirname(place.cluster));
	rmSync(archive);
	logger.warn({ kept }, "upgraded the database; the old folder was kept");
}

function cannotRead({ cluster, major }: Older): string {
	if (major > postgresMajor)
		return `${cluster} was made by PostgreSQL ${major}; this has ${postgresMajor}. Update first.`;
	return `${cluster} was made by PostgreSQL ${major}; this has ${postgresMajor}, and upgrades it automatically if PostgreSQL ${major} is installed, or if POSTGRES_BIN points to its programs for one start. Nothing was changed.`;
}
