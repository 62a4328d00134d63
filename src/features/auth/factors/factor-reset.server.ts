import { and, eq, isNull } from "drizzle-orm";
import { oneTimeTokensTable, usersTable } from "#features/auth/auth.table.ts";
import { endEverySession } from "#features/auth/sessions/session-life.server.ts";
import { counted } from "#lib/text/text.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { JobKind } from "#platform/jobs/job-queue.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { hasVerifiedFactor } from "./assurance.server.ts";
import {
	factorsTable,
	knownDevicesTable,
	passkeysTable,
	recoveryCodeSetsTable,
	recoveryCodesTable,
} from "./factors.table.ts";

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
		const ofUser = (table: typeof factorsTable | typeof passkeysTable) => eq(table.user_id, user.id);
		const apps = await tx.delete(factorsTable).where(ofUser(factorsTable)).returning({ id: factorsTable.id });
		const passkeys = await tx.delete(passkeysTable).where(ofUser(passkeysTable)).returning({ id: passkeysTable.id });
		const codes = await countCodes(tx, user.id);
		await tx.delete(recoveryCodeSetsTable).where(eq(recoveryCodeSetsTable.user_id, user.id));
		const sessions = await endEverySession(tx, user.id);
		await tx.delete(oneTimeTokensTable).where(eq(oneTimeTokensTable.user_id, user.id));
		await tx.delete(knownDevicesTable).where(eq(knownDevicesTable.user_id, user.id));
		const job: FactorResetJob = { to: user.email, at: deps.clock().toISOString() };
		await deps.jobs.send(tx, factorResetJobs, job);
		deps.logger.warn({ event: "auth.second_factor_reset", userId: user.id }, "a second step was removed by command");
		const removed = `${counted(apps.length, "authenticator app")}, ${counted(passkeys.length, "passkey")}, and ${counted(codes.length, "recovery code")}`;
		return `${email}: removed ${removed}, and ended ${counted(sessions.length, "session")}.`;
	});
}

const countCodes = (tx: Database, userId: string) =>
	tx
		.select({ hash: recoveryCodesTable.hash })
		.from(recoveryCodesTable)
		.innerJoin(recoveryCodeSetsTable, eq(recoveryCodeSetsTable.id, recoveryCodesTable.set_id))
		.where(and(eq(recoveryCodeSetsTable.user_id, userId), isNull(recoveryCodesTable.used_at)));

export async function accountHasFactor(db: Database, address: string): Promise<boolean> {
	return (await db.$count(usersTable, and(eq(usersTable.email, address.toLowerCase()), hasVerifiedFactor))) > 0;
}
