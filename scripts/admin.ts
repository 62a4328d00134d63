// npm run admin -- EMAIL: creates or promotes an admin and prints a link, good for one use, to choose a password.
import "#platform/process/private-umask.server.ts";
import { appointAdmin } from "#features/auth/accounts/admins.server.ts";
import { runOnSite, usage } from "./site-access.ts";

const [email = usage("npm run admin -- EMAIL")] = process.argv.slice(2);

await runOnSite(async ({ settings, database: { db } }) => {
	const link = await appointAdmin({ settings, db, clock: () => new Date() }, email);
	const minutes = Math.round(settings.auth.linkExp / 60);
	return `${email} is an admin. To choose a password, open this link. It works once and expires in ${minutes} minutes:\n\n${link}\n`;
});
