import { dirname } from "node:path";
import { dropPointInTimeLog, logSettings, startPointInTimeLog } from "#platform/backup/point-in-time-log.server.ts";
import { openStorage } from "#platform/files/open-storage.server.ts";
import { findBinaries } from "#platform/postgres/postgres-binaries.server.ts";
import { findPlace } from "#platform/postgres/postgres-cluster.server.ts";
import { type OwnServer, openOwnServer, type ServerOptions } from "#platform/postgres/postgres-server.server.ts";
import { findOlderCluster, moveOlderCluster } from "#platform/postgres/postgres-upgrade.server.ts";
import type { Logger } from "#platform/process/logger.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { type DatabaseHandle, migrateDatabase, openPostgresDatabase } from "./database.server.ts";

type DatabaseSettings = Pick<Settings, "databaseUrl" | "dataDir" | "postgresBin" | "pool" | "storage" | "backup">;

type OpenOptions = {
	logger: Logger;
	/** For a command: where the site runs on a server of its own, to work on that instead of failing. */
	besideProgram?: boolean;
	/** For the site: to take the log of its own server into BACKUP_DIR, where that is set. */
	takesLog?: boolean;
};

/**
 * The database that the settings name, with its schema up to date. Without DATABASE_URL this process starts a server, which
 * ends with it; when that cannot be kept running, the process ends with status 1.
 * @throws {DatabaseStartError} with words for an operator when the server cannot be started
 */
export async function openDatabase(
	settings: DatabaseSettings,
	migrationsFolder: string,
	options: OpenOptions,
): Promise<DatabaseHandle> {
	const server = settings.databaseUrl ? undefined : await openServer(settings, migrationsFolder, options);
	const url = settings.databaseUrl ?? server?.url ?? "";
	try {
		// On connections of its own: a migration may take longer than a statement of the site is allowed to.
		const migrating = openPostgresDatabase(url, { poolSize: 2 });
		await migrateDatabase(migrating, migrationsFolder).finally(migrating.close);
	} catch (error) {
		await server?.stop();
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

async function takeLog(
	{ superuserUrl, cluster }: OpenedServer,
	settings: DatabaseSettings,
	logger: Logger,
): Promise<(() => Promise<void>) | undefined> {
	const source = { superuserUrl, cluster, logger };
	if (!settings.backup) return void (await dropPointInTimeLog(source));
	return startPointInTimeLog({ ...source, storage: await openStorage(settings), backupDir: settings.backup.dir });
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
			// For a move it may name the older version's.
			postgresBin: older ? undefined : postgresBin,
			account: place.account,
			copyInto: dirname(place.cluster),
		}),
		// For the site, and for a command or two beside it.
		settings: { max_connections: String(2 * pool.poolSize + 20), ...(backup && logSettings) },
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
