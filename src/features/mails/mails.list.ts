import { queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { api } from "#admin/api-client.ts";
import { defineList } from "#admin/list.ts";
import { createSearch } from "#admin/list-search.ts";
import { mailKindLabels, mailStatusLabels } from "#lib/mail.ts";
import type { PresentedMail } from "./mails.server.ts";

const endpoint = api.api.mails;

export const mailsList = defineList<PresentedMail, PresentedMail["status"]>({
	table: "mails",
	sortKey: (row) => row.queued_at,
	loadPage: (query) => parseResponse(endpoint.$get({ query })),
	// The one change that staff can make: what is over is queued again.
	change: (id) => parseResponse(endpoint[":id"]["send-again"].$post({ param: { id } })),
	statusLabels: mailStatusLabels,
	subject: "Mail",
	failures: {
		load: "Failed to load mails. Please try again.",
		change: "Failed to send the mail again. Please try again.",
	},
});

export const mailsSearch = createSearch<PresentedMail>((row) => [row.recipient, row.subject, mailKindLabels[row.kind]]);

/** @param version changes when the message may have, since a message without its content is not found */
export const messageQuery = (id: string, version: string) =>
	queryOptions({
		queryKey: ["mail-message", id, version],
		queryFn: () => parseResponse(endpoint[":id"].message.$get({ param: { id } })),
		retry: false,
	});
