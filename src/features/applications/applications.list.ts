import { parseResponse } from "hono/client";
import { defineList } from "#admin/lists/list.ts";
import { createSearch } from "#admin/lists/list-search.ts";
import { api } from "#admin/session/api-client.ts";
import type { CsvExport } from "#admin/table/export-button.tsx";
import { formatForTable } from "#lib/time/dates.ts";
import { applicationStatusLabels } from "./applications.schema.ts";
import type { PresentedApplication } from "./applications.server.ts";

const endpoint = api.api.applications;

export const applicationsList = defineList<PresentedApplication, PresentedApplication["status"]>({
	table: "job_applications",
	sortKey: (row) => row.applied_at,
	loadPage: (query) => parseResponse(endpoint.$get({ query })),
	change: (id, json) => parseResponse(endpoint[":id"].$patch({ param: { id }, json })),
	changeStatuses: (json) => parseResponse(endpoint.statuses.$post({ json })),
	statusLabels: applicationStatusLabels,
	subject: "Application",
	failures: { load: "Failed to load job applications", change: "Failed to update application status" },
	announce: ({ applicant_name }) => ({
		title: "New Application!",
		description: `New application from ${applicant_name}`,
	}),
});

export const applicationsCsv: CsvExport<PresentedApplication> = {
	filename: "applications.csv",
	toRecord: (row) => ({
		Name: row.applicant_name,
		Email: row.applicant_email,
		Phone: row.applicant_phone,
		Position: row.job_id,
		"Cover letter": row.cover_letter,
		Status: applicationStatusLabels[row.status],
		Applied: formatForTable(row.applied_at),
	}),
};

export const applicationsSearch = createSearch<PresentedApplication>((row) => [
	row.applicant_name,
	row.applicant_email,
	row.job_id,
]);
