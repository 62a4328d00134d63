import { queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { api } from "#admin/session/api-client.ts";

/** A post with its content, read anew each time the editor opens. */
export const postQuery = (id: string) =>
	queryOptions({
		queryKey: ["post", id],
		queryFn: ({ signal }) => parseResponse(api.api.posts[":id"].$get({ param: { id } }, { init: { signal } })),
		staleTime: 0,
		gcTime: 0,
		// What is being written must not change under the author's hands.
		refetchOnWindowFocus: false,
		refetchOnReconnect: false,
	});
