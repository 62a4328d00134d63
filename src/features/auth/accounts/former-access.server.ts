import { and, eq, ne } from "drizzle-orm";
import { oneTimeTokensTable, sessionsTable } from "#features/auth/auth.table.ts";
import { endFactors } from "#features/auth/factors/removal/end-factors.server.ts";
import { endFeed } from "#features/auth/sessions/session-life.server.ts";
import type { Database } from "#platform/database/database.server.ts";

/**
 * Ends all that a former holder of the account may have left, when its password ends because a stranger may have chosen
 * it (contracts: auth 1; contracts: second-factor 8): links, sessions, the calendar feed, and every second step. A session that an emailed link opened is
 * the owner's and stays.
 */
export async function endFormerAccess(tx: Database, userId: string, by: string): Promise<void> {
	await tx.delete(oneTimeTokensTable).where(eq(oneTimeTokensTable.user_id, userId));
	await tx.delete(sessionsTable).where(and(eq(sessionsTable.user_id, userId), ne(sessionsTable.method, "otp")));
	await endFeed(tx, userId);
	await endFactors(tx, userId, by);
}
