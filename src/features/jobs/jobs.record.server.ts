import { withIsoDates } from "#lib/pick.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { versionOf } from "#platform/records/version.server.ts";
import { jobRecord } from "./jobs.record.ts";
import type { JobStatus } from "./jobs.schema.ts";
import { type Job, jobsTable } from "./jobs.table.ts";

/** What leaves the server. */
function presentJob({ id, created_at, updated_at, ...fields }: Job) {
	const status: JobStatus = fields.is_active ? "open" : "closed";
	return { id, version: versionOf(fields), ...fields, status, ...withIsoDates({ created_at, updated_at }) };
}
export type PresentedJob = ReturnType<typeof presentJob>;

export const jobs: RecordSource<Job, PresentedJob> = { record: jobRecord, table: jobsTable, present: presentJob };
