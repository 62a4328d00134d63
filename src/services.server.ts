import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
	type DatabaseHandle,
	migrateDatabase,
	openEmbeddedDatabase,
	openPostgresDatabase,
} from "./platform/database.server.ts";
import type { Deps } from "./platform/deps.server.ts";
import type { Logger } from "./platform/logger.server.ts";
import type { Settings } from "./platform/settings.server.ts";

export type Services = { deps: Deps; close(): Promise<void> };

/** Opens everything that outlives a request: database, migrations, mail, live updates. */
export async function openServices(settings: Settings, logger: Logger, migrationsFolder: string): Promise<Services> {
	const database = await openDatabase(settings);
	await migrateDatabase(database, migrationsFolder);
	const deps: Deps = { settings, database, db: database.db, logger, clock: () => new Date() };
	return { deps, close: () => database.close() };
}

function openDatabase(settings: Settings): Promise<DatabaseHandle> | DatabaseHandle {
	if (settings.databaseUrl) return openPostgresDatabase(settings.databaseUrl);
	mkdirSync(settings.dataDir, { recursive: true });
	return openEmbeddedDatabase(join(settings.dataDir, "db"));
}
