import { dirname } from "node:path";
import { type DatabaseHandle, migrateDatabase, openPostgresDatabase } from "./database.server.ts";
import type { Logger } from "./logger.server.ts";
import { findBinaries } from "./postgres-binaries.server.ts";
import { findPlace } from "./postgres-cluster.server.ts";
import { type OwnServer, openOwnServer, type ServerOptions } from "./postgres-server.server.ts";
import { findOlderCluster, moveOlderCluster } from "./postgres-upgrade.server.ts";
import type { Settings } from "./settings.server.ts";
import { openStorage } from "./storage.server.ts";

type DatabaseSettings = Pick<Settings, "databaseUrl" | "dataDir" | "postgresBin" | "pool" | "storage">;

type OpenOptions = {
	logger: Logger;
	/** For a command: where the site runs on a server of its own, to work on that instead of failing. */
	besideProgram?: boolean;
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
	return {
		...database,
		close: async () => {
			await database.close();
			await server?.stop();
		},
	};
}

async function openServer(
	settings: DatabaseSettings,
	migrationsFolder: string,
	{ logger, besideProgram = false }: OpenOptions,
): Promise<OwnServer> {
	const { dataDir, postgresBin, pool } = settings;
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
		settings: { max_connections: String(2 * pool.poolSize + 20) },
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
	return openOwnServer(options);
}
