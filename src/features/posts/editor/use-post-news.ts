import { useMemo, useState } from "react";
import { type LiveListener, useLiveChanges } from "#admin/live/live.ts";
import { ApiError } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { newestPostQuery } from "#features/posts/post-query.ts";
import { postsList } from "#features/posts/posts.list.ts";
import type { PresentedPostRow } from "#features/posts/posts.record.server.ts";
import type { PresentedPost } from "#features/posts/posts.server.ts";

/** What someone else has done with the post since the editor was opened with it. */
export function usePostNews(post: PresentedPost | undefined, isSaving: boolean): "changed" | "deleted" | undefined {
	const [changedAt, setChangedAt] = useState("");
	const [isDeleted, setDeleted] = useState(false);
	const id = post?.id;
	const listener = useMemo<LiveListener>(
		() => ({
			table: postsList.table,
			onChanges(changes) {
				for (const change of changes) {
					if (change.operation === "delete") {
						if (change.id === id) setDeleted(true);
						continue;
					}
					const row = change.row as PresentedPostRow;
					if (row.id === id) setChangedAt(row.updated_at);
				}
			},
			// Whoever leaves must know whether the history with their autosaves is still there.
			async catchUp() {
				if (!id) return;
				try {
					const { updated_at } = await queryClient.fetchQuery(newestPostQuery(id));
					// What came meanwhile may be newer.
					setChangedAt((known) => (updated_at > known ? updated_at : known));
				} catch (error) {
					if (error instanceof ApiError && error.status === 404) setDeleted(true);
				}
			},
		}),
		[id],
	);
	useLiveChanges(listener);
	if (isDeleted) return "deleted";
	// The news of one's own save comes before its answer.
	return post !== undefined && !isSaving && changedAt > post.updated_at ? "changed" : undefined;
}

/**
 * When the author last heard what readers see.
 * @param savedAt when what the editor began from was saved
 * @returns also to be told otherwise: when the earlier text was written that goes on here, or that the author hears of it now
 */
export function useHeardAt(savedAt: number) {
	const [openedAt] = useState(Date.now);
	const [toldAt, setToldAt] = useState<number>();
	return [toldAt ?? Math.max(openedAt, savedAt), setToldAt] as const;
}
