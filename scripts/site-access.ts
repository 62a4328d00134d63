import { join } from "node:path";
import type { DatabaseHandle } from "#platform/database.server.ts";
import { createLogger, type Logger } from "#platform/logger.server.ts";
import { readSettings, type Settings } from "#platform/settings.server.ts";
import { openDatabase } from "#platform/site-database.server.ts";

export type Site = { settings: Settings; database: DatabaseHandle; logger: Logger };

/**
 * Does something with the site that the settings name, whether it runs or not, and prints the answer. A failure ends with
 * its message and status 1.
 */
export async function runOnSite(work: (site: Site) => Promise<string>): Promise<void> {
	try {
		const settings = readSettings(process.env);
		const logger = createLogger({ level: "warn", production: settings.production });
		const migrations = join(import.meta.dirname, "..", "migrations");
		const database = await openDatabase(settings, migrations, { logger, besideProgram: true });
		console.log(await work({ settings, database, logger }).finally(database.close));
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	}
}

export function usage(text: string): never {
	console.error(`Usage: ${text}`);
	process.exit(1);
}
