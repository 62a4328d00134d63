import { join } from "node:path";
import { sendCommand } from "#platform/control-channel.server.ts";
import { type DatabaseHandle, openDatabase } from "#platform/database.server.ts";
import { readSettings, type Settings } from "#platform/settings.server.ts";

/**
 * Runs a command on the site that the settings name. The embedded database is open in one process only: a server that
 * runs on it does the work; otherwise it is done here. A failure ends with its message and status 1.
 */
export async function runOnSite(
	command: string,
	argument: string,
	here: (settings: Settings, database: DatabaseHandle) => Promise<string>,
): Promise<void> {
	try {
		const settings = readSettings(process.env);
		const answer = settings.databaseUrl ? undefined : await sendCommand(settings.dataDir, command, argument);
		console.log(answer ?? (await withDatabase(settings, here)));
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	}
}

async function withDatabase(
	settings: Settings,
	work: (settings: Settings, database: DatabaseHandle) => Promise<string>,
): Promise<string> {
	const database = await openDatabase(settings, join(import.meta.dirname, "..", "migrations"));
	try {
		return await work(settings, database);
	} finally {
		await database.close();
	}
}

export function usage(text: string): never {
	console.error(`Usage: ${text}`);
	process.exit(1);
}
