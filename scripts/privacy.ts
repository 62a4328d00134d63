// npm run privacy -- export|erase EMAIL: hands out or deletes everything about an address. Works while the site runs.
import "#platform/private-umask.server.ts";
import { resolve } from "node:path";
import { eraseByCommand, exportByCommand } from "#features/privacy/privacy-commands.server.ts";
import { openStorage } from "#platform/storage.server.ts";
import { runOnSite, usage } from "./site-access.ts";

const explain = "npm run privacy -- export EMAIL [FILE] | erase EMAIL";
const [action, email = usage(explain), file = `${email.replaceAll(/[^A-Za-z0-9@._-]/g, "_")}.tar`] =
	process.argv.slice(2);

const clock = () => new Date();

if (action === "export") {
	const request = JSON.stringify({ email, path: resolve(file) });
	await runOnSite("privacy-export", request, async (settings, { db }) =>
		exportByCommand({ db, storage: await openStorage(settings), clock }, request),
	);
} else if (action === "erase") {
	await runOnSite("privacy-erase", email, async (settings, { db }) =>
		eraseByCommand({ db, storage: await openStorage(settings), settings }, email),
	);
} else usage(explain);
