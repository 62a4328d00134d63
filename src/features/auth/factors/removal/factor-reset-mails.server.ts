import { factorResetMail } from "#features/auth/factors/factor-mails.server.ts";
import { queueAccountMail } from "#features/mails/mail-outbox.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { type FactorResetJob, factorResetJobs } from "./factor-reset.server.ts";

/** Notifies the owners of accounts of what the command on the server did. */
export const mailFactorResets = (deps: Deps): Promise<void> =>
	deps.jobs.work<FactorResetJob>(factorResetJobs, (job) => mailFactorReset(deps, job));

export async function mailFactorReset(deps: Pick<Deps, "db" | "jobs">, { to, at }: FactorResetJob): Promise<void> {
	await deps.db.transaction((tx) => queueAccountMail(deps, tx, to, factorResetMail(new Date(at))));
}
