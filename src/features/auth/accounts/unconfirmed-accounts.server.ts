import { subDays } from "date-fns/subDays";
import { subSeconds } from "date-fns/subSeconds";
import { and, eq, isNull, lt, ne, notExists, sql } from "drizzle-orm";
import { usersTable } from "#features/auth/auth.table.ts";
import { withoutActivityLog } from "#platform/database/actor.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { profilesTable } from "./profiles.table.ts";

const retentionDays = 7;

/**
 * Deletes accounts that no one confirmed within a week (contracts: auth 1), but none while a link that was emailed to it is
 * still good. An admin's is left to people, however it came about.
 */
export async function deleteUnconfirmedAccounts({
	db,
	clock,
	settings,
}: Pick<Deps, "db" | "clock" | "settings">): Promise<void> {
	const { id, confirmed_at, created_at, updated_at, confirmation_sent_at, recovery_sent_at } = usersTable;
	// Columns of the row itself, so that a sign-up or a link at this very moment keeps the account.
	const lastMailed = sql<Date>`greatest(${updated_at}, ${confirmation_sent_at}, ${recovery_sent_at})`;
	const linksOver = subSeconds(clock(), settings.auth.linkExp);
	await withoutActivityLog(db, (tx) => {
		const withRole = and(eq(profilesTable.user_id, id), ne(profilesTable.role, "user"));
		return tx
			.delete(usersTable)
			.where(
				and(
					isNull(confirmed_at),
					lt(created_at, subDays(clock(), retentionDays)),
					lt(lastMailed, linksOver.toISOString()),
					notExists(tx.select().from(profilesTable).where(withRole)),
				),
			);
	});
}
