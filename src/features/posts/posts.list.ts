import { parseResponse } from "hono/client";
import { defineList } from "#admin/lists/list.ts";
import { createSearch } from "#admin/lists/list-search.ts";
import { api } from "#admin/session/api-client.ts";
import type { CsvExport } from "#admin/table/export-button.tsx";
import { formatForTable } from "#lib/time/dates.ts";
import { postStatusLabels } from "./posts.schema.ts";
import type { PresentedPostRow } from "./posts.server.ts";

const endpoint = api.api.posts;

export const postsList = defineList<PresentedPostRow, PresentedPostRow["status"]>({
	table: "blog_posts",
	sortKey: (row) => row.updated_at,
	loadPage: (query) => parseResponse(endpoint.$get({ query })),
	// The list's toggle only publishes and withdraws; the editor sets any status.
	change: (id, { status }) =>
		parseResponse(
			endpoint[":id"].status.$patch({ param: { id }, json: { status: status === "published" ? status : "draft" } }),
		),
	changeStatuses: (json) => parseResponse(endpoint.statuses.$post({ json })),
	// No action of the list archives (specification 4).
	bulkStatuses: ["draft", "published"],
	statusFields: ({ status, published_at }) => ({ status, published_at }),
	statusLabels: postStatusLabels,
	subject: "Blog",
	failures: { load: "Failed to load blog posts", change: "Failed to update blog status" },
});

export const postsCsv: CsvExport<PresentedPostRow> = {
	filename: "blog-posts.csv",
	toRecord: (row) => ({
		Title: row.title,
		Slug: row.slug,
		Excerpt: row.excerpt,
		Tags: row.tags.join(", "),
		Status: postStatusLabels[row.status],
		Published: row.published_at && formatForTable(row.published_at),
		Created: formatForTable(row.created_at),
		Updated: formatForTable(row.updated_at),
	}),
};

export const postsSearch = createSearch<PresentedPostRow>((row) => [row.title, row.text, ...row.tags]);

export const postsPath = "/admin/blogs";
export const editPostPath = (id: string) => `${postsPath}/edit/${id}`;
