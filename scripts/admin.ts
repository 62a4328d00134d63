// npm run admin -- EMAIL: creates or promotes an admin and prints a link, good for one use, to choose a password.
import "#platform/private-umask.server.ts";
import { join } from "node:path";
import { appointAdmin } from "#features/auth/admins.server.ts";
import { sendCommand } from "#platform/control-channel.server.ts";
import { openDatabase } from "#platform/database.server.ts";
import { readSettings, type Settings } from "#platform/settings.server.ts";

const [email] = process.argv.slice(2);

try {
	if (!email) throw new Error("Usage: npm run admin -- EMAIL");
	const settings = readSettings(process.env);
	const link = (await askRunningServer(settings, email)) ?? (await appointHere(settings, email));
	const minutes = Math.round(settings.auth.linkExp / 60);
	console.log(
		`${email} is an admin. To choose a password, open this link once within ${minutes} minutes:\n\n${link}\n`,
	);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
}

/** The embedded database is open in one process only: a server that runs on it has to do it. */
async function askRunningServer(settings: Settings, address: string): Promise<string | undefined> {
	return settings.databaseUrl ? undefined : sendCommand(settings.dataDir, "appoint-admin", address);
}

async function appointHere(settings: Settings, address: string): Promise<string> {
	const database = await openDatabase(settings, join(import.meta.dirname, "..", "migrations"));
	try {
		return await appointAdmin({ settings, db: database.db, clock: () => new Date() }, address);
	} finally {
		await database.close();
	}
}
