import { parseResponse } from "hono/client";
import { defineList } from "#admin/lists/list.ts";
import { createSearch } from "#admin/lists/list-search.ts";
import { recordCsv } from "#admin/lists/record-csv.ts";
import { api } from "#admin/session/api-client.ts";
import { htmlText } from "#lib/text/html-text.ts";
import type { PresentedPostRow } from "./posts.record.server.ts";
import { postRecord } from "./posts.record.ts";
import { dateAhead, isScheduled, type PostStatus, postStatusLabels } from "./posts.schema.ts";
import type { PresentedPost } from "./posts.server.ts";

const endpoint = api.api.posts;

/** Nobody publishes what a colleague has written and the list doesn't show yet, or unschedules what is out by now. */
export const whatIsSeen = (seen: PresentedPostRow, status: PostStatus): { unchanged_since?: string } =>
	status === "published" || isScheduled(seen, Date.now()) ? { unchanged_since: seen.updated_at } : {};

/** `former` is what a change of the status has replaced, of which the list may not have heard. */
export type ListedPost = PresentedPostRow & { former?: Pick<PresentedPostRow, "status" | "published_at"> };

export const postsList = defineList<ListedPost>({
	record: postRecord,
	loadPage: (query) => parseResponse(endpoint.$get({ query })),
	// The list's toggle only publishes and withdraws. The editor sets any status.
	change: (id, { status }) =>
		parseResponse(
			endpoint[":id"].status.$patch({ param: { id }, json: { status: status === "published" ? status : "draft" } }),
		),
	changeStatuses: (json) => parseResponse(endpoint.statuses.$post({ json })),
	// No action of the list archives a post (specification 4).
	bulkStatuses: ["draft", "published"],
	statusChange(row, status) {
		const published_at = status === "published" ? dateAhead(row.published_at, Date.now()) : undefined;
		return { status, ...(published_at && { published_at }), ...whatIsSeen(row, status) };
	},
	// An undo must not publish what someone has written since.
	statusFields: ({ status, published_at }, { updated_at, former = { status, published_at } }) => ({
		...former,
		unchanged_since: updated_at,
	}),
	rowName: ({ title }) => `“${title}”`,
	statusText: (row) => (isScheduled(row, Date.now()) ? "Scheduled" : postStatusLabels[row.status]),
	newRows: ["post", "posts"],
	undoOnlyHere: true,
	subject: "Blog",
	failures: { load: "Failed to load blog posts", change: "Failed to update blog status" },
});

export const postsCsv = recordCsv<ListedPost>(postRecord, "blog-posts.csv");

export const postsSearch = createSearch<ListedPost>((row) => [row.title, row.text, ...row.tags]);

export const postsPath = "/admin/blogs";
export const newPostPath = `${postsPath}/new`;
export const editPostPath = (id: string) => `${postsPath}/edit/${id}`;

/** What the editor has saved. */
export const storePost = (post: PresentedPost): void =>
	postsList.storeRows([{ ...post, text: htmlText(post.content) }]);
