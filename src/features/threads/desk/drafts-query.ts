import { queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { conversationQuery, type ThreadOf } from "./conversation-query.ts";

/** The ids of the records about which I have an unsent reply. */
export const draftsQuery = queryOptions({
	queryKey: ["drafts"],
	queryFn: async ({ signal }) =>
		(await parseResponse(api.api.threads.drafts.$get({}, { init: { signal } }))).record_ids,
});

/** To be called after a reply was sent, discarded, or undone. */
export async function reloadConversation(record: ThreadOf): Promise<void> {
	await Promise.all([
		// Also while another record is on the screen: a composer that opens begins with the draft as it is then known.
		queryClient.invalidateQueries({ queryKey: conversationQuery(record).queryKey, refetchType: "all" }),
		queryClient.invalidateQueries({ queryKey: draftsQuery.queryKey }),
	]);
}
