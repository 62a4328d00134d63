import { desc, eq, getTableColumns, isNull, or, type SQL, sql } from "drizzle-orm";
import { type Profile, profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { usersTable } from "#features/auth/auth.table.ts";
import { factorsTable, passkeysTable } from "#features/auth/factors/factors.table.ts";
import { withIsoDates } from "#lib/pick.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { userRecord } from "./users.record.ts";
import { maxListedUnconfirmed, type UserStatus } from "./users.schema.ts";

/** `has_password` is false for users who first have to choose one with an emailed link. */
export type ListedUser = Profile & {
	confirmed: boolean;
	has_password: boolean;
	deactivated: boolean;
	has_passkey: boolean;
	has_app: boolean;
};

/** Looked up for each row of a page. With a join, PostgreSQL would read and sort all accounts. */
const ofAccount = (value: SQL) =>
	sql<boolean>`(select ${value} from ${usersTable} where ${usersTable.id} = ${profilesTable.user_id})`;

/**
 * By full names: With one table, the query leaves out the tables of columns, and these two have the same name. By a count,
 * because PostgreSQL would answer "exists" for all rows at once, from all of the table.
 */
const hasVerified = (table: typeof factorsTable | typeof passkeysTable) =>
	sql<boolean>`(select count(*) > 0 from ${table} where ${table}.user_id = ${profilesTable}.user_id and ${table}.status = 'verified')`;

export const userColumns = {
	...getTableColumns(profilesTable),
	confirmed: ofAccount(sql`${usersTable.confirmed_at} is not null`).as("confirmed"),
	deactivated: ofAccount(sql`${usersTable.deactivated_at} is not null`).as("deactivated"),
	has_password: ofAccount(sql`${usersTable.password_hash} is not null`).as("has_password"),
	has_passkey: hasVerified(passkeysTable).as("has_passkey"),
	has_app: hasVerified(factorsTable).as("has_app"),
};

/** Of the unconfirmed accounts without a role, only the newest. */
function isListed(db: Database): SQL | undefined {
	const { confirmed_at, created_at } = usersTable;
	const firstUnlisted = db
		.select({ created_at })
		.from(usersTable)
		.where(isNull(confirmed_at))
		.orderBy(desc(created_at))
		.offset(maxListedUnconfirmed)
		.limit(1);
	const isRecent = sql`${created_at} > coalesce((${firstUnlisted}), '-infinity')`;
	return or(eq(profilesTable.role, "admin"), ofAccount(sql`${confirmed_at} is not null or ${isRecent}`));
}

/** What staff see of a user. */
function presentUser({ confirmed, deactivated, picture, signature: _, ...row }: ListedUser) {
	const status: UserStatus = deactivated ? "deactivated" : confirmed ? "confirmed" : "unconfirmed";
	return withIsoDates({ ...row, status });
}
export type PresentedUser = ReturnType<typeof presentUser>;

export const users: RecordSource<ListedUser, PresentedUser> = {
	record: userRecord,
	table: profilesTable,
	columns: userColumns,
	listed: isListed,
	present: presentUser,
};
