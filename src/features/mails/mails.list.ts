import { queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { defineReadOnlyList } from "#admin/lists/list.ts";
import { createSearch } from "#admin/lists/list-search.ts";
import { api } from "#admin/session/api-client.ts";
import type { CsvExport } from "#admin/table/export-button.tsx";
import { formatForTable } from "#lib/time/dates.ts";
import { mailKindLabels, mailStatusLabels } from "./mail-kinds.ts";
import type { PresentedMail } from "./mails.server.ts";

const endpoint = api.api.mails;

export const mailsList = defineReadOnlyList<PresentedMail, PresentedMail["status"]>({
	table: "mails",
	sortKey: (row) => row.queued_at,
	loadPage: (query) => parseResponse(endpoint.$get({ query })),
	statusLabels: mailStatusLabels,
	subject: "Email",
	failures: { load: "Failed to load emails. Please try again." },
});

export const mailsCsv: CsvExport<PresentedMail> = {
	filename: "mails.csv",
	toRecord: (row) => ({
		Recipient: row.recipient,
		Subject: row.subject,
		Kind: mailKindLabels[row.kind],
		Status: mailStatusLabels[row.status],
		Queued: formatForTable(row.queued_at),
		Sent: row.sent_at && formatForTable(row.sent_at),
		Attempts: row.attempts,
		"Last error": row.last_error,
	}),
};

export const mailsSearch = createSearch<PresentedMail>((row) => [row.recipient, row.subject, mailKindLabels[row.kind]]);

/** @param version changes when the message may have, since a message without its content is not found */
export const messageQuery = (id: string, version: string) =>
	queryOptions({
		queryKey: ["mail-message", id, version],
		queryFn: () => parseResponse(endpoint[":id"].message.$get({ param: { id } })),
		retry: false,
	});
