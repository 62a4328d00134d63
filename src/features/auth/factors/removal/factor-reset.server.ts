import { and, eq } from "drizzle-orm";
import { oneTimeTokensTable, usersTable } from "#features/auth/auth.table.ts";
import { hasVerifiedFactor } from "#features/auth/factors/assurance.server.ts";
import { endEverySession } from "#features/auth/sessions/session-life.server.ts";
import { counted } from "#lib/text/text.ts";
import { system } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { JobKind } from "#platform/jobs/job-queue.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { endFactors } from "./end-factors.server.ts";

/** The site writes the email to the owner: a command cannot compose one. */
export const factorResetJobs: JobKind = {
	name: "factor-reset",
	retryLimit: 10,
	retryDelay: 10,
	retryDelayMax: 900,
	expireInSeconds: 60,
};
export type FactorResetJob = { to: string; at: string };

type ResetDeps = Pick<Deps, "db" | "jobs" | "clock" | "logger">;

/**
 * For someone who has lost everything but the password. The person who runs the server decides; no HTTP request leads
 * here.
 * @returns what was removed, for the terminal
 */
export function resetSecondFactor(deps: ResetDeps, address: string): Promise<string> {
	const email = address.toLowerCase();
	return deps.db.transaction(async (tx) => {
		const [user] = await tx.select().from(usersTable).where(eq(usersTable.email, email)).for("no key update");
		if (!user) throw new Error(`There is no account for ${address}.`);
		const { apps, passkeys, codes } = await endFactors(tx, user.id, system);
		const sessions = await endEverySession(tx, user.id);
		await tx.delete(oneTimeTokensTable).where(eq(oneTimeTokensTable.user_id, user.id));
		const job: FactorResetJob = { to: user.email, at: deps.clock().toISOString() };
		await deps.jobs.send(tx, factorResetJobs, job);
		deps.logger.warn({ event: "auth.second_factor_reset", userId: user.id }, "a second step was removed by command");
		const removed = `${counted(apps, "authenticator app")}, ${counted(passkeys, "passkey")}, and ${counted(codes, "recovery code")}`;
		return `${email}: removed ${removed}, and ended ${counted(sessions.length, "session")}.`;
	});
}

export async function accountHasFactor(db: Database, address: string): Promise<boolean> {
	return (await db.$count(usersTable, and(eq(usersTable.email, address.toLowerCase()), hasVerifiedFactor))) > 0;
}
