import { parseResponse } from "hono/client";
import { defineList } from "#admin/lists/list.ts";
import { createSearch } from "#admin/lists/list-search.ts";
import { api } from "#admin/session/api-client.ts";
import type { CsvExport } from "#admin/table/export-button.tsx";
import { requestStatusLabels } from "#lib/status.ts";
import { formatForTable } from "#lib/time/dates.ts";
import type { PresentedContact } from "./contacts.server.ts";

const endpoint = api.api.contacts;

export const contactsList = defineList<PresentedContact, PresentedContact["status"]>({
	table: "contact_inquiries",
	sortKey: (row) => row.created_at,
	loadPage: (query) => parseResponse(endpoint.$get({ query })),
	change: (id, json) => parseResponse(endpoint[":id"].$patch({ param: { id }, json })),
	changeStatuses: (json) => parseResponse(endpoint.statuses.$post({ json })),
	statusLabels: requestStatusLabels,
	subject: "Contact",
	failures: { load: "Failed to load contact inquiries", change: "Failed to update contact status" },
	announce: ({ name }) => ({ title: "New Contact Inquiry!", description: `New message from ${name}` }),
});

export const contactsCsv: CsvExport<PresentedContact> = {
	filename: "contacts.csv",
	toRecord: (row) => ({
		Name: row.name,
		Email: row.email,
		Phone: row.phone,
		Subject: row.subject,
		Message: row.message,
		Status: requestStatusLabels[row.status],
		Received: formatForTable(row.created_at),
	}),
};

export const loadContactResponseTimes = (signal: AbortSignal) =>
	parseResponse(endpoint["response-times"].$get({}, { init: { signal } }));

export const contactsSearch = createSearch<PresentedContact>((row) => [row.name, row.email, row.subject, row.message]);
