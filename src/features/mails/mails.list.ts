import { parseResponse } from "hono/client";
import { defineReadOnlyList } from "#admin/lists/list.ts";
import { createSearch } from "#admin/lists/list-search.ts";
import { recordCsv } from "#admin/lists/record-csv.ts";
import { api } from "#admin/session/api-client.ts";
import { mailKindLabels } from "./mail-kinds.ts";
import type { PresentedMail } from "./mails.record.server.ts";
import { mailRecord } from "./mails.record.ts";

const endpoint = api.api.mails;

export const mailsList = defineReadOnlyList<PresentedMail>({
	record: mailRecord,
	loadPage: (query) => parseResponse(endpoint.$get({ query })),
	failures: { load: "Failed to load emails. Please try again." },
});

export const mailsCsv = recordCsv<PresentedMail>(mailRecord, "mails.csv", {
	kind: ({ kind }) => mailKindLabels[kind],
});

export const mailsSearch = createSearch<PresentedMail>((row) => [row.recipient, row.subject, mailKindLabels[row.kind]]);
