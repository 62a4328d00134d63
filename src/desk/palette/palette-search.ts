import { useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useDeferredValue } from "react";
import { api } from "#admin/session/api-client.ts";
import { threadSearchQuery } from "#features/threads/desk/thread-search.ts";
import { hasSearchWords } from "#lib/text/search-words.ts";
import { searchedLength } from "#lib/text/text.ts";

/** Records are searched from this number of letters on. */
const enoughLetters = 2;

/** Records, and what was said about them. Filters while the user types: earlier results stay until the next response. */
export function useFound(typed: string) {
	const q = useDeferredValue(typed);
	const enabled = searchedLength(q) >= enoughLetters;
	const records = useQuery({
		queryKey: ["search", q],
		queryFn: ({ signal }) => parseResponse(api.api.search.$get({ query: { q } }, { init: { signal } })),
		enabled,
		placeholderData: (previous) => previous,
		// A name that was just entered must be found.
		staleTime: 0,
		gcTime: 60_000,
	});
	const conversations = useQuery(threadSearchQuery(q));

	const isOf = (query: { isPlaceholderData: boolean }) => !query.isPlaceholderData && q === typed;
	/** Enter must not open a result that matched fewer letters than the user has typed. */
	const fits = (query: { isPlaceholderData: boolean }, text: string) => isOf(query) || hasSearchWords(text, typed);
	const failed = enabled && (records.isError || conversations.isError);
	return {
		found:
			enabled && !records.isError
				? (records.data?.found ?? []).filter(({ title, detail }) => fits(records, `${title} ${detail}`))
				: [],
		said: (conversations.data?.rows ?? []).filter(({ snippet }) => fits(conversations, snippet)),
		searching: enabled && (records.isFetching || conversations.isFetching),
		/** Whether the first of these is the first of what there is. On a busy computer, the letters typed last aren't asked for yet. */
		isFinal: q === typed && (!enabled || failed || (isOf(records) && !records.isFetching && !conversations.isFetching)),
		failed,
	};
}
