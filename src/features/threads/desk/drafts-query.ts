import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { api } from "#admin/session/api-client.ts";
import { conversationQuery, type ThreadOf } from "./conversation-query.ts";

/** The ids of the records about which I have an unsent reply. */
export const draftsQuery = queryOptions({
	queryKey: ["drafts"],
	queryFn: async ({ signal }) =>
		(await parseResponse(api.api.threads.drafts.$get({}, { init: { signal } }))).record_ids,
});

/** To be called after a reply was sent, discarded, or undone. */
export async function reloadConversation(client: QueryClient, record: ThreadOf): Promise<void> {
	await Promise.all([
		client.invalidateQueries({ queryKey: conversationQuery(record).queryKey }),
		client.invalidateQueries({ queryKey: draftsQuery.queryKey }),
	]);
}
