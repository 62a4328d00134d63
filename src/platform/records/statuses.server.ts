import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** The rows with these ids, as one parameter however many they are. @param ids checked to be UUIDs */
export const amongIds = (column: AnyColumn, ids: string[]): SQL =>
	sql`${column} = any(${`{${ids.join(",")}}`}::uuid[])`;

/**
 * Undoing a change that was the first answer takes the answer back with it; an earlier one stays. A second, because the
 * transaction that changes a booking may go on to record that its guests were notified.
 */
export const withoutUndoneAnswer = (columns: { first_answered_at: AnyColumn; updated_at: AnyColumn }): SQL =>
	sql`case when ${columns.first_answered_at} < ${columns.updated_at} - interval '1 second' then ${columns.first_answered_at} end`;

/** What a client needs to know of a row whose status it has changed. */
export const presentStatus = <Status extends string>(row: { id: string; status: Status; updated_at: Date }) => ({
	...row,
	updated_at: row.updated_at.toISOString(),
});
