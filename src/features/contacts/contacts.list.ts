import { parseResponse } from "hono/client";
import { defineList } from "#admin/lists/list.ts";
import { createSearch } from "#admin/lists/list-search.ts";
import { recordCsv } from "#admin/lists/record-csv.ts";
import { api } from "#admin/session/api-client.ts";
import type { PresentedContact } from "./contacts.record.server.ts";
import { contactRecord } from "./contacts.record.ts";

const endpoint = api.api.contacts;

export const contactsList = defineList<PresentedContact>({
	record: contactRecord,
	subject: "Contact",
	loadPage: (query) => parseResponse(endpoint.$get({ query })),
	change: (id, json) => parseResponse(endpoint[":id"].$patch({ param: { id }, json })),
	changeStatuses: (json) => parseResponse(endpoint.statuses.$post({ json })),
	failures: { load: "Failed to load contact inquiries", change: "Failed to update contact status" },
	announce: ({ name }) => ({ title: "New Contact Inquiry!", description: `New message from ${name}` }),
});

export const contactsCsv = recordCsv<PresentedContact>(contactRecord, "contacts.csv");

export const loadContactResponseTimes = (signal: AbortSignal) =>
	parseResponse(endpoint["response-times"].$get({}, { init: { signal } }));

export const contactsSearch = createSearch<PresentedContact>(
	(row) => [row.name, row.email, row.subject, row.message],
	(row) => row.phone,
);
