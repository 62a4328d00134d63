import { queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { api } from "#admin/session/api-client.ts";

/** A post with its content, fetched each time the editor opens. */
export const postQuery = (id: string) =>
	queryOptions({
		queryKey: ["post", id],
		queryFn: ({ signal }) => parseResponse(api.api.posts[":id"].$get({ param: { id } }, { init: { signal } })),
		staleTime: 0,
		gcTime: 0,
		// The text must not change while the author is writing.
		refetchOnWindowFocus: false,
		refetchOnReconnect: false,
	});
