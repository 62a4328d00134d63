import { queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { api } from "#admin/session/api-client.ts";

const endpoint = api.api.posts[":id"];

/** The saves of a post, newest first. A save asks for them again. */
export const revisionsQuery = ({ id, updated_at }: { id: string; updated_at: string }) =>
	queryOptions({
		queryKey: ["post", id, "revisions", updated_at],
		queryFn: () => parseResponse(endpoint.revisions.$get({ param: { id } })),
	});

/** The text of a save. */
export const revisionQuery = (postId: string, { id }: { id: string }) =>
	queryOptions({
		queryKey: ["post", postId, "revision", id],
		queryFn: () => parseResponse(endpoint.revisions[":revisionId"].$get({ param: { id: postId, revisionId: id } })),
		staleTime: Number.POSITIVE_INFINITY,
		meta: { failure: "Failed to load this version. Please try again." },
	});

/** The post as it is now, apart from what the editor began with. */
export const newestPostQuery = (id: string) =>
	queryOptions({
		queryKey: ["post", id, "newest"],
		queryFn: () => parseResponse(endpoint.$get({ param: { id } })),
		staleTime: 0,
		gcTime: 0,
	});

/** What is fetched each time the editor opens: The text must not change while the author is writing. */
const onceForEditor = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** A post with its content. */
export const postQuery = (id: string) =>
	queryOptions({
		queryKey: ["post", id],
		queryFn: ({ signal }) => parseResponse(endpoint.$get({ param: { id } }, { init: { signal } })),
		...onceForEditor,
	});

/** What the signed-in person has written in a post and not saved. */
export const draftQuery = (id: string) =>
	queryOptions({
		queryKey: ["post", id, "draft"],
		queryFn: ({ signal }) => parseResponse(endpoint.draft.$get({ param: { id } }, { init: { signal } })),
		...onceForEditor,
	});

/** Their drafts of posts that were never saved, or are gone. */
export const unsavedPostsQuery = queryOptions({
	queryKey: ["posts", "unsaved"],
	queryFn: async () => (await parseResponse(api.api.posts.drafts.$get())).drafts,
	staleTime: 0,
});
