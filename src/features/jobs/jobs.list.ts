import { queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { defineList } from "#admin/lists/list.ts";
import { createSearch } from "#admin/lists/list-search.ts";
import { derivedKey } from "#admin/live/desk-counts.ts";
import { api } from "#admin/session/api-client.ts";
import type { CsvExport } from "#admin/table/export-button.tsx";
import { formatForTable } from "#lib/time/dates.ts";
import type { PresentedJob } from "./jobs.record.server.ts";
import { jobRecord } from "./jobs.record.ts";
import { jobStatusLabels } from "./jobs.schema.ts";

const endpoint = api.api.jobs;

export const jobsPath = "/admin/applications/jobs";
export const loadFailure = "Failed to load jobs. Please try again.";
export const changeFailure = "Failed to update job. Please try again.";

export const jobsList = defineList<PresentedJob>({
	record: jobRecord,
	loadPage: (query) => parseResponse(endpoint.$get({ query })),
	change: (id, { status }) =>
		parseResponse(endpoint[":id"].$patch({ param: { id }, json: { is_active: status === "open" } })),
	changeStatuses: (json) => parseResponse(endpoint.statuses.$post({ json })),
	failures: { load: loadFailure, change: changeFailure },
});

export const jobsSearch = createSearch<PresentedJob>((row) => [row.title, row.location, row.type, row.slug]);

/** How many have applied, by the slug of the job. */
export const applicantsQuery = queryOptions({
	queryKey: [...derivedKey, "applicants"],
	queryFn: ({ signal }) => parseResponse(endpoint.applicants.$get({}, { init: { signal } })),
	meta: { failure: loadFailure },
});

export const jobsCsv = (applicants: Record<string, number>): CsvExport<PresentedJob> => ({
	filename: "jobs.csv",
	toRecord: (row) => ({
		Title: row.title,
		Address: row.slug,
		Location: row.location,
		Type: row.type,
		Applicants: applicants[row.slug] ?? 0,
		Status: jobStatusLabels[row.status],
		Created: formatForTable(row.created_at),
		Updated: formatForTable(row.updated_at),
	}),
});
