import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** The rows with these ids, as one parameter regardless of their number. @param ids checked to be UUIDs */
export const amongIds = (column: AnyColumn, ids: string[]): SQL =>
	sql`${column} = any(${`{${ids.join(",")}}`}::uuid[])`;

/**
 * If the undone change was the first response, its time is cleared, too. An earlier response time stays. The
 * tolerance of one second is there because the transaction that changes a booking may also record that its guests
 * were notified.
 */
export const withoutUndoneAnswer = (columns: { first_answered_at: AnyColumn; updated_at: AnyColumn }): SQL =>
	sql`case when ${columns.first_answered_at} < ${columns.updated_at} - interval '1 second' then ${columns.first_answered_at} end`;
