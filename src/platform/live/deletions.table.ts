import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Deleted rows, written by the trigger `notify_change()`. A screen that missed the notices asks for them. */
export const deletionsTable = pgTable(
	"deletions",
	{
		table_name: text().notNull(),
		row_id: uuid().notNull(),
		deleted_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
	},
	(table) => [index().on(table.table_name, table.deleted_at)],
);
