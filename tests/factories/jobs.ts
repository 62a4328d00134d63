import type { JobInput } from "#features/jobs/jobs.schema.ts";
import { createJob } from "#features/jobs/jobs.server.ts";
import { type Job, jobsTable } from "#features/jobs/jobs.table.ts";
import type { Database } from "#platform/database/database.server.ts";

export function buildJob(overrides: Partial<JobInput> = {}): JobInput {
	return {
		title: "Press Officer",
		location: "Remote",
		type: "Full-time",
		description: "You find the news in our clients' work.\n\nAnd you say it in one sentence.",
		requirements: ["Three years with the press", "A phone voice"],
		is_active: true,
		...overrides,
	};
}

export const insertJob = (db: Database, overrides: Partial<JobInput> = {}): Promise<Job> =>
	createJob(db, buildJob(overrides));

export const deleteJobs = (db: Database) => db.delete(jobsTable);
