import { join } from "node:path";
import type { DatabaseHandle } from "#platform/database/database.server.ts";
import { openDatabase } from "#platform/database/site-database.server.ts";
import { createLogger, type Logger } from "#platform/process/logger.server.ts";
import { readSettings, type Settings } from "#platform/process/settings.server.ts";

export type Site = { settings: Settings; database: DatabaseHandle; logger: Logger };

export const migrationsFolder = join(import.meta.dirname, "..", "migrations");

/**
 * Does something with the site that the settings name, whether it runs or not, and prints the answer. A failure ends with
 * its message and status 1.
 */
export async function runOnSite(work: (site: Site) => Promise<string>): Promise<void> {
	await runWithSettings(async ({ settings, logger }) => {
		const database = await openDatabase(settings, migrationsFolder, { logger, besideProgram: true });
		return work({ settings, database, logger }).finally(database.close);
	});
}

/** The same for what has to be done before there is a database. */
export async function runWithSettings(work: (site: Omit<Site, "database">) => Promise<string>): Promise<void> {
	try {
		const settings = readSettings(process.env);
		const logger = createLogger({ level: "warn", production: settings.production });
		console.log(await work({ settings, logger }));
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	}
}

export function usage(text: string): never {
	console.error(`Usage: ${text}`);
	process.exit(1);
}
