import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#platform/database/columns.ts";
import { applicationStatuses } from "./applications.schema.ts";

export const applicationsTable = pgTable(
	"job_applications",
	{
		id: uuid().primaryKey().defaultRandom(),
		/** The job's slug, or 'general-application'. It is no foreign key, because an application outlives its job. */
		job_id: text().notNull(),
		applicant_name: text().notNull(),
		applicant_email: text().notNull(),
		applicant_phone: text(),
		/** The name of the file in the bucket `resumes`. */
		resume_url: text().unique(),
		cover_letter: text(),
		status: text({ enum: applicationStatuses }).notNull().default("pending"),
		notes: text(),
		/** Until this day it waits at the end of the list. */
		snoozed_until: date(),
		/** Of the public form (`features/forms`). It never leaves the server. */
		form_key: text(),
		applied_at: moment().notNull().defaultNow(),
		updated_at: moment().notNull().defaultNow(),
	},
	(table) => [
		index("job_applications_newest").on(table.applied_at.desc(), table.id.desc()),
		index("job_applications_updated").on(table.updated_at),
		index("job_applications_status").on(table.status),
		index("job_applications_form_key").on(table.form_key),
		index("job_applications_person").on(sql`lower(${table.applicant_email})`),
		index("job_applications_job").on(table.job_id),
		check(
			"job_applications_status_known",
			sql`${table.status} in ('pending', 'reviewing', 'interviewed', 'accepted', 'rejected')`,
		),
	],
);

export type Application = typeof applicationsTable.$inferSelect;
