import { parseResponse } from "hono/client";
import { defineList } from "#admin/lists/list.ts";
import { createSearch } from "#admin/lists/list-search.ts";
import { recordCsv } from "#admin/lists/record-csv.ts";
import { api } from "#admin/session/api-client.ts";
import type { PresentedApplication } from "./applications.record.server.ts";
import { applicationRecord } from "./applications.record.ts";

const endpoint = api.api.applications;

export const applicationsList = defineList<PresentedApplication>({
	record: applicationRecord,
	loadPage: (query) => parseResponse(endpoint.$get({ query })),
	change: (id, json) => parseResponse(endpoint[":id"].$patch({ param: { id }, json })),
	changeStatuses: (json) => parseResponse(endpoint.statuses.$post({ json })),
	failures: { load: "Failed to load job applications", change: "Failed to update application status" },
	announce: ({ applicant_name }) => ({
		title: "New Application!",
		description: `New application from ${applicant_name}`,
	}),
});

export const applicationsCsv = recordCsv<PresentedApplication>(applicationRecord, "applications.csv");

/** @param positions what people call the jobs, once that is known */
export function applicationsSearch(positions: readonly { slug: string; title: string }[] = []) {
	const titles = new Map(positions.map(({ slug, title }) => [slug, title]));
	return createSearch<PresentedApplication>(
		(row) => [row.applicant_name, row.applicant_email, row.job_id, titles.get(row.job_id) ?? null],
		(row) => row.applicant_phone,
	);
}

export const applicantOf = ({ applicant_name, applicant_email, applicant_phone }: PresentedApplication) => ({
	name: applicant_name,
	email: applicant_email,
	phone: applicant_phone,
});
