import type { RecordDefinition } from "#lib/record.ts";
import { jobStatusLabels, jobStatusTones } from "./jobs.schema.ts";
import type { Job } from "./jobs.table.ts";

export const jobRecord = {
	table: "jobs",
	kind: "job",
	area: "hiring",
	label: "Job",
	noun: "job",
	path: (id: string) => `/admin/applications/jobs/${id}`,
	list: {
		label: "Jobs",
		path: "/admin/applications/jobs",
		screen: "features/jobs/jobs-screen.tsx",
		keywords: "careers positions",
	},
	orderedBy: "created_at",
	statuses: { labels: jobStatusLabels, tones: jobStatusTones },
	logged: { as: "title", without: ["updated_at", "version", "save_ids"] },
	live: { dated: true },
	api: { path: "/api/jobs", endpoints: ["list", "add", "update", "statuses"] },
} as const satisfies RecordDefinition<Job>;
