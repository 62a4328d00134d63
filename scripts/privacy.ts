// npm run privacy -- export|erase EMAIL: hands out or deletes everything about an address. Works while the site runs.
import "#platform/process/private-umask.server.ts";
import { resolve } from "node:path";
import { eraseByCommand, exportByCommand } from "#features/privacy/privacy-commands.server.ts";
import { openStorage } from "#platform/files/open-storage.server.ts";
import { recordSources } from "#records.server.ts";
import { runOnSite, usage } from "./site-access.ts";

const explain = "npm run privacy -- export EMAIL [FILE] | erase EMAIL";
const [action, email = usage(explain), file = `${email.replaceAll(/[^A-Za-z0-9@._-]/g, "_")}.tar`] =
	process.argv.slice(2);
if (action !== "export" && action !== "erase") usage(explain);

await runOnSite(async ({ settings, database: { db } }) => {
	const deps = { db, settings, storage: await openStorage(settings), clock: () => new Date() };
	return action === "export"
		? exportByCommand(deps, recordSources, email, resolve(file))
		: eraseByCommand(deps, recordSources, email);
});
