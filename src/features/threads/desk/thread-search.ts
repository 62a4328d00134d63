import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { api } from "#admin/session/api-client.ts";
import { shortestThreadSearch, type ThreadTable } from "#features/threads/threads.schema.ts";

/** Where something was said, about records of one kind or of all. Below the shortest search, nothing is found. */
export function threadSearchQuery(q: string, table?: ThreadTable) {
	const enabled = q.length >= shortestThreadSearch;
	return queryOptions({
		queryKey: ["thread-search", table, q],
		queryFn: ({ signal }) =>
			parseResponse(api.api.threads.search.$get({ query: { q, ...(table && { table }) } }, { init: { signal } })),
		enabled,
		// What was just sent must be found.
		staleTime: 0,
		...(enabled && { placeholderData: keepPreviousData }),
	});
}
