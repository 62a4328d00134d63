// npm run admin -- EMAIL: creates or promotes an admin and prints a link, good for one use, to choose a password.
// npm run admin -- EMAIL --reset-second-factor [--yes]: for someone who has lost every way to take the second step.
import "#platform/process/private-umask.server.ts";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { appointAdmin } from "#features/auth/accounts/admins.server.ts";
import {
	accountHasFactor,
	factorResetJobs,
	resetSecondFactor,
} from "#features/auth/factors/removal/factor-reset.server.ts";
import { counted } from "#lib/text/text.ts";
import { openJobQueue } from "#platform/jobs/job-queue.server.ts";
import { runOnSite, type Site, usage } from "./site-access.ts";

const explain = "npm run admin -- EMAIL [--reset-second-factor [--yes]]";
const { values, positionals } = readWords();
const [email = usage(explain)] = positionals;
const clock = () => new Date();

if (values["reset-second-factor"] && !values.yes) await requireSameAddress();
await runOnSite(values["reset-second-factor"] ? reset : appoint);

function readWords() {
	const options = { "reset-second-factor": { type: "boolean" }, yes: { type: "boolean" } } as const;
	try {
		return parseArgs({ options, allowPositionals: true });
	} catch {
		return usage(explain);
	}
}

/** What is removed cannot be brought back, so the address is typed twice. */
async function requireSameAddress(): Promise<void> {
	const terminal = createInterface({ input: process.stdin, output: process.stderr });
	const typed = await terminal.question(`Type ${email} again to remove its second step: `);
	terminal.close();
	if (typed.trim().toLowerCase() === email.toLowerCase()) return;
	console.error("The addresses don't match, so nothing was changed. Run the command again.");
	process.exit(1);
}

async function appoint({ settings, database: { db } }: Site): Promise<string> {
	const link = await appointAdmin({ settings, db, clock }, email);
	const minutes = Math.round(settings.auth.linkExp / 60);
	const note = (await accountHasFactor(db, email))
		? "This account has a second step, which the link doesn't replace.\n"
		: "";
	return `${email} is an admin. To choose a password, open this link. It works once and expires in ${counted(minutes, "minute")}:\n\n${link}\n${note}`;
}

/** The email about it waits for the site where the site is stopped. */
async function reset({ database, logger }: Site): Promise<string> {
	const jobs = await openJobQueue(database, logger, [factorResetJobs]);
	return resetSecondFactor({ db: database.db, jobs, clock, logger }, email).finally(jobs.stop);
}
