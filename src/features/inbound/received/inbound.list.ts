import { queryOptions } from "@tanstack/react-query";
import { type InferResponseType, parseResponse } from "hono/client";
import { defineReadOnlyList } from "#admin/lists/list.ts";
import { createSearch } from "#admin/lists/list-search.ts";
import { api } from "#admin/session/api-client.ts";
import { inboundMailRecord } from "#features/inbound/inbound.record.ts";
import { defineStatuses } from "#lib/status.ts";

const endpoint = api.api.inbound;

export type InboundRow = InferResponseType<typeof endpoint.$get, 200>["rows"][number];

const { labels, tones } = defineStatuses<InboundRow["status"]>({
	thread: ["Conversation", "green"],
	new: ["New inquiry", "blue"],
	held: ["On hold", "yellow"],
	bounce: ["Delivery report", "red"],
	ignored: ["Ignored", "grey"],
});
export const outcomeLabels = labels;
export const outcomeTones = tones;

/** Why a message was handled the way it was. */
const reasonTexts: Record<string, string> = {
	reference: "Replies to an email in this conversation",
	token: "Sent to the address of this conversation",
	calendar: "Responds to an invitation",
	taken: "Added by staff",
	failed: "One of our emails bounced",
	delayed: "An email is delayed",
	no_match: "Reports on an email that we didn't send to this address",
	own: "Sent by us",
	no_sender: "No sender given",
	automatic: "Sent automatically",
	list: "Sent through a mailing list",
	staff: "Sent by a staff member",
	unmatched: "Doesn't belong to a conversation",
	unreadable: "Could not be read",
	too_large: "Larger than 25 MB",
	unverified: "The sender couldn't be verified",
	flood: "Too many emails in a short time",
};
export const reasonText = (reason: string | null) => (reason ? (reasonTexts[reason] ?? "Looks like spam") : "");

export const inboundList = defineReadOnlyList<InboundRow>({
	record: { ...inboundMailRecord, statuses: { labels, tones } },
	loadPage: (query) => parseResponse(endpoint.$get({ query })),
	failures: { load: "Failed to load received emails. Please try again." },
});

export const inboundSearch = createSearch<InboundRow>((row) => [
	row.from?.name ?? null,
	row.from?.address ?? null,
	row.subject,
	reasonText(row.reason),
]);

/** Once a minute is often enough: no one watches this figure. */
const refetchMs = 60_000;

export const inboundStatusQuery = queryOptions({
	queryKey: ["inbound-status"],
	queryFn: ({ signal }) => parseResponse(endpoint.status.$get({}, { init: { signal } })),
	refetchInterval: refetchMs,
});

export const takeIn = (id: string, into: { table: InboundRow["record_table"] & string; id: string } | null) =>
	parseResponse(endpoint[":id"].take.$post({ param: { id }, json: { into } }));
