import type { RecordSource } from "#platform/records/records.server.ts";
import { versionOf } from "#platform/records/version.server.ts";
import { applicationRecord } from "./applications.record.ts";
import { type Application, applicationsTable } from "./applications.table.ts";

/** What leaves the server. The resume is fetched through its own endpoint. */
function presentApplication({ applied_at, updated_at, ...fields }: Application) {
	return {
		...fields,
		version: versionOf(fields.notes),
		applied_at: applied_at.toISOString(),
		updated_at: updated_at.toISOString(),
	};
}
export type PresentedApplication = ReturnType<typeof presentApplication>;

export const applications: RecordSource<Application, PresentedApplication> = {
	record: applicationRecord,
	table: applicationsTable,
	present: presentApplication,
};
