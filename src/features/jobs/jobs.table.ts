import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const jobsTable = pgTable(
	"jobs",
	{
		id: uuid().primaryKey().defaultRandom(),
		title: text().notNull(),
		/** Never changes: applications and links name the job by it. */
		slug: text().notNull().unique(),
		location: text().notNull(),
		type: text().notNull(),
		/** Plain text; line breaks are kept. */
		description: text().notNull(),
		requirements: text().array().notNull().default(sql`'{}'::text[]`),
		is_active: boolean().notNull().default(true),
		created_at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
		updated_at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
	},
	(table) => [index("jobs_newest").on(table.created_at.desc(), table.id.desc())],
);

export type Job = typeof jobsTable.$inferSelect;
