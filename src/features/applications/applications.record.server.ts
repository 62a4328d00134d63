import { sql } from "drizzle-orm";
import { jobsTable } from "#features/jobs/jobs.table.ts";
import { pick, withIsoDates } from "#lib/pick.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { versionOf } from "#platform/records/version.server.ts";
import { applicationRecord } from "./applications.record.ts";
import { generalApplication, generalTitle } from "./applications.schema.ts";
import { type Application, applicationsTable } from "./applications.table.ts";

/** The part of a row that leaves the server. The resume has its own endpoint. */
function presentApplication(row: Application) {
	return {
		...pick(row, ["id", "job_id", "applicant_name", "applicant_email", "applicant_phone"]),
		...pick(row, ["resume_url", "cover_letter", "status", "notes", "snoozed_until"]),
		version: versionOf(row.notes),
		...withIsoDates(pick(row, ["applied_at", "updated_at"])),
	};
}
export type PresentedApplication = ReturnType<typeof presentApplication>;

export const applications: RecordSource<Application, PresentedApplication> = {
	record: applicationRecord,
	table: applicationsTable,
	present: presentApplication,
	// People know a job by its title.
	personTitle: sql<string>`coalesce((select ${jobsTable.title} from ${jobsTable} where ${jobsTable.slug} = ${applicationsTable.job_id}),
		case ${applicationsTable.job_id} when ${generalApplication} then ${generalTitle} else ${applicationsTable.job_id} end)`,
};
