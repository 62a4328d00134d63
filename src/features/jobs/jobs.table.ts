import { sql } from "drizzle-orm";
import { boolean, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { salaryUnits } from "#lib/salary.ts";
import { moment, partOf, savedColumns } from "#platform/database/columns.ts";

export const jobsTable = pgTable(
	"jobs",
	{
		id: uuid().primaryKey().defaultRandom(),
		title: text().notNull(),
		/** Applications and links name the job by it; when it changes, applications follow and the former one leads on. */
		slug: text().notNull().unique(),
		location: text().notNull(),
		type: text().notNull(),
		/** Plain text; line breaks are kept. */
		description: text().notNull(),
		requirements: text().array().notNull().default(sql`'{}'::text[]`),
		is_active: boolean().notNull().default(true),
		remote: boolean().notNull().default(false),
		locality: text(),
		region: text(),
		/** ISO 3166-1; of a remote job, where candidates may live. */
		country: text(),
		valid_through: date(),
		/** In whole units of the firm's currency. */
		salary_min: integer(),
		salary_max: integer(),
		salary_unit: text({ enum: salaryUnits }),
		...savedColumns(),
		created_at: moment().notNull().defaultNow(),
		updated_at: moment().notNull().defaultNow(),
	},
	(table) => [
		index("jobs_newest").on(table.created_at.desc(), table.id.desc()),
		index("jobs_open").on(table.created_at.desc(), table.id.desc()).where(sql`${table.is_active}`),
		index("jobs_updated").on(table.updated_at),
	],
);

export type Job = typeof jobsTable.$inferSelect;

/** Addresses that a job had before; they lead to its present one. */
export const jobOldSlugsTable = pgTable(
	"job_old_slugs",
	{
		slug: text().primaryKey(),
		job_id: partOf(() => jobsTable.id),
	},
	(table) => [index("job_old_slugs_job").on(table.job_id)],
);
