import { date, pgTable, text } from "drizzle-orm/pg-core";

/**
 * The last day on which each kind of daily work was started, so that only one of several processes does it. Also
 * notes a restore that is under way.
 */
export const dailyRunsTable = pgTable("daily_runs", {
	name: text().primaryKey(),
	day: date().notNull(),
});
