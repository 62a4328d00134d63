import { dirname } from "node:path";
import { backUpFirst } from "#platform/backup/before-update.server.ts";
import { dropPointInTimeLog, logSettings, startPointInTimeLog } from "#platform/backup/point-in-time-log.server.ts";
import { openStorage } from "#platform/files/open-storage.server.ts";
import { DatabaseStartError, findBinaries } from "#platform/postgres/postgres-binaries.server.ts";
import { findPlace } from "#platform/postgres/postgres-cluster.server.ts";
import { type OwnServer, openOwnServer, type ServerOptions } from "#platform/postgres/postgres-server.server.ts";
import { findOlderCluster, moveOlderCluster } from "#platform/postgres/postgres-upgrade.server.ts";
import type { Logger } from "#platform/process/logger.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { type DatabaseHandle, migrateDatabase, NewerDatabaseError, openPostgresDatabase } from "./database.server.ts";

type DatabaseSettings = Pick<Settings, "databaseUrl" | "dataDir" | "postgresBin" | "pool" | "storage" | "backup">;

type OpenOptions = {
	logger: Logger;
	/** For commands: if the site is running with a server of its own, use that server instead of failing. */
	besideProgram?: boolean;
	/** For the site: copy the log of its own server to BACKUP_DIR, if that is set. Backups beside the database have no log. */
	takesLog?: boolean;
};

/**
 * Opens the database that the settings name and brings its schema up to date. Without DATABASE_URL, this process
 * starts its own server and stops it when the process ends. If that server can't be kept running, the process exits
 * with status 1.
 * @throws {DatabaseStartError} with a message for the operator if the server can't be started
 */
export async function openDatabase(
	settings: DatabaseSettings,
	migrationsFolder: string,
	options: OpenOptions,
): Promise<DatabaseHandle> {
	const server = settings.databaseUrl ? undefined : await openServer(settings, migrationsFolder, options);
	const url = settings.databaseUrl ?? server?.url ?? "";
	try {
		// Uses connections of its own, because a migration may exceed the time limit of the site's statements.
		const migrating = openPostgresDatabase(url, { poolSize: 2 });
		const source = { db: migrating.db, clock: () => new Date() };
		await migrateDatabase(migrating, migrationsFolder, backUpFirst(source, settings, options.logger)).finally(
			migrating.close,
		);
	} catch (error) {
		await server?.stop();
		if (error instanceof NewerDatabaseError) throw new DatabaseStartError(error.message);
		throw error;
	}
	const database = openPostgresDatabase(url, settings.pool, server?.isOurs);
	const endLog = server && options.takesLog ? await takeLog(server, settings, options.logger) : undefined;
	return {
		...database,
		close: async () => {
			await database.close();
			await endLog?.();
			await server?.stop();
		},
	};
}

const keepsLog = (backup: Settings["backup"]): backup is NonNullable<Settings["backup"]> =>
	backup !== undefined && !backup.besideDatabase;

async function takeLog(
	{ superuserUrl, cluster }: OpenedServer,
	settings: DatabaseSettings,
	logger: Logger,
): Promise<(() => Promise<void>) | undefined> {
	const source = { superuserUrl, cluster, logger };
	const { backup } = settings;
	if (!keepsLog(backup)) return void (await dropPointInTimeLog(source));
	return startPointInTimeLog({ ...source, storage: await openStorage(settings), backupDir: backup.dir });
}

type OpenedServer = OwnServer & { cluster: string };

async function openServer(
	settings: DatabaseSettings,
	migrationsFolder: string,
	{ logger, besideProgram = false }: OpenOptions,
): Promise<OpenedServer> {
	const { dataDir, postgresBin, pool, backup } = settings;
	const place = findPlace(dataDir, logger);
	const older = findOlderCluster(place.cluster);
	const options: ServerOptions = {
		place,
		binaries: findBinaries({
			// During an upgrade, POSTGRES_BIN may point to the older version.
			postgresBin: older ? undefined : postgresBin,
			account: place.account,
			copyInto: dirname(place.cluster),
		}),
		// Enough connections for the site and one or two commands at the same time.
		settings: { max_connections: String(2 * pool.poolSize + 20), ...(keepsLog(backup) && logSettings) },
		besideProgram,
		logger,
		onGivenUp: ({ message }) => {
			logger.error({}, message);
			process.exit(1);
		},
	};
	if (older) {
		const storage = await openStorage(settings);
		await moveOlderCluster(older, { ...options, storage, postgresBin, migrationsFolder });
	}
	return { ...(await openOwnServer(options)), cluster: place.cluster };
}
