import { type InferResponseType, parseResponse } from "hono/client";
import { defineReadOnlyList } from "#admin/lists/list.ts";
import { api } from "#admin/session/api-client.ts";

const endpoint = api.api.threads;
type Thread = InferResponseType<typeof endpoint.$get, 200>["rows"][number];
/** Rows of a list need a status; a thread has the one of its record. */
export type ThreadRow = Thread & { id: string; updated_at: string; status: "thread" };

/** To whom conversations are assigned, and which are unread, for the lists of their records. */
export const threadsList = defineReadOnlyList<ThreadRow>({
	record: {
		table: "threads",
		label: "Conversation",
		orderedBy: "updated_at",
		statuses: { labels: { thread: "Conversation" }, tones: { thread: "grey" } },
	},
	loadPage: async (query) => {
		const { rows, next } = await parseResponse(endpoint.$get({ query }));
		return { rows: rows as ThreadRow[], next };
	},
	failures: { load: undefined },
});
