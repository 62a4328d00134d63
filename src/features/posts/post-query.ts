import { queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { api } from "#admin/session/api-client.ts";

const endpoint = api.api.posts[":id"];

/**
 * The saves of a post and the autosaves of its editors, newest first. A save asks for them again. That they couldn't be
 * loaded matters to the history alone, which says so in their place.
 */
export const revisionsQuery = ({ id, updated_at }: { id: string; updated_at: string }) =>
	queryOptions({
		queryKey: ["post", id, "revisions", updated_at],
		queryFn: () => parseResponse(endpoint.revisions.$get({ param: { id } })),
		// Autosaves come without a save.
		staleTime: 0,
	});

type Revision = { autosave: boolean; author_id: string | null };

/**
 * What someone has autosaved since the post was saved. A status that is set in the list saves no text.
 * @param revisions newest first
 * @param counts whose autosave counts as well if someone else has saved since
 */
export function unsavedChanges<Each extends Revision>(
	revisions: readonly Each[] = [],
	counts: (authorId: string | null) => boolean = () => false,
): Each | undefined {
	const authors = new Set<string | null>();
	return revisions.find(({ autosave, author_id }, place) => {
		const isLatest = !authors.has(author_id);
		authors.add(author_id);
		return autosave && (place === 0 || (isLatest && counts(author_id)));
	});
}

/** The text of a save or an autosave, which the next autosave of its session replaces. */
export const revisionQuery = (postId: string, { id, saved_at }: { id: string; saved_at: string }) =>
	queryOptions({
		queryKey: ["post", postId, "revision", id, saved_at],
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

/** A post with its content, fetched each time the editor opens. */
export const postQuery = (id: string) =>
	queryOptions({
		queryKey: ["post", id],
		queryFn: ({ signal }) => parseResponse(endpoint.$get({ param: { id } }, { init: { signal } })),
		staleTime: 0,
		gcTime: 0,
		// The text must not change while the author is writing.
		refetchOnWindowFocus: false,
		refetchOnReconnect: false,
	});
