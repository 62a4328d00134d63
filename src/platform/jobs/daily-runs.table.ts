import { date, pgTable, text } from "drizzle-orm/pg-core";

/** The last day of each kind of daily work, so that one process does it. Also notes a restore that is under way. */
export const dailyRunsTable = pgTable("daily_runs", {
	name: text().primaryKey(),
	day: date().notNull(),
});
