import { date, pgTable, text } from "drizzle-orm/pg-core";

/** The last day on which each kind of daily work was handed out, so that one of several processes does it; and a restore under way. */
export const dailyRunsTable = pgTable("daily_runs", {
	name: text().primaryKey(),
	day: date().notNull(),
});
