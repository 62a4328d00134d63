import { withIsoDates } from "#lib/pick.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { saveIdsOf } from "#platform/records/saves.server.ts";
import { jobRecord } from "./jobs.record.ts";
import type { JobStatus } from "./jobs.schema.ts";
import { type Job, jobsTable } from "./jobs.table.ts";

/** What leaves the server. */
function presentJob({ created_at, updated_at, ...row }: Job) {
	const status: JobStatus = row.is_active ? "open" : "closed";
	return { ...row, save_ids: saveIdsOf(row), status, ...withIsoDates({ created_at, updated_at }) };
}
export type PresentedJob = ReturnType<typeof presentJob>;

export const jobs: RecordSource<Job, PresentedJob> = { record: jobRecord, table: jobsTable, present: presentJob };
