import { parseResponse } from "hono/client";
import { api } from "#admin/api-client.ts";
import { defineList } from "#admin/list.ts";
import { createSearch } from "#admin/list-search.ts";
import { requestStatusLabels } from "#lib/status.ts";
import type { PresentedContact } from "./contacts.server.ts";

const endpoint = api.api.contacts;

export const contactsList = defineList<PresentedContact, PresentedContact["status"]>({
	table: "contact_inquiries",
	sortKey: (row) => row.created_at,
	loadPage: (query) => parseResponse(endpoint.$get({ query })),
	change: (id, json) => parseResponse(endpoint[":id"].$patch({ param: { id }, json })),
	statusLabels: requestStatusLabels,
	subject: "Contact",
	failures: { load: "Failed to load contact inquiries", change: "Failed to update contact status" },
	announce: ({ name }) => ({ title: "New Contact Inquiry!", description: `New message from ${name}` }),
});

export const contactsSearch = createSearch<PresentedContact>((row) => [row.name, row.email, row.subject, row.message]);
