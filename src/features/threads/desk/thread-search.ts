import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { api } from "#admin/session/api-client.ts";
import { shortestThreadSearch, type ThreadTable } from "#features/threads/threads.schema.ts";
import { searchedLength } from "#lib/text/text.ts";

/** Finds conversations that contain a text, for one kind of record or for all. A text that is too short finds nothing. */
export function threadSearchQuery(q: string, table?: ThreadTable) {
	const enabled = searchedLength(q) >= shortestThreadSearch;
	return queryOptions({
		queryKey: ["thread-search", table, q],
		queryFn: ({ signal }) =>
			parseResponse(api.api.threads.search.$get({ query: { q, ...(table && { table }) } }, { init: { signal } })),
		enabled,
		// A message that was just sent has to be found.
		staleTime: 0,
		...(enabled && { placeholderData: keepPreviousData }),
	});
}
