import type { RecordDefinition } from "#lib/record.ts";
import { postStatusLabels, postStatusTones } from "./posts.schema.ts";
import type { Post } from "./posts.table.ts";

export const postRecord = {
	table: "blog_posts",
	kind: "post",
	area: "writing",
	label: "Blog Post",
	noun: "blog post",
	path: (id: string) => `/admin/blogs/edit/${id}`,
	list: { label: "Blog Posts", path: "/admin/blogs", screen: "features/posts/posts-screen.tsx" },
	orderedBy: "updated_at",
	statuses: { labels: postStatusLabels, tones: postStatusTones },
	fields: {
		title: "Title",
		slug: "Slug",
		excerpt: "Excerpt",
		tags: "Tags",
		status: "Status",
		published_at: "Published",
		created_at: "Created",
		updated_at: "Updated",
	},
	search: { in: ["title"], title: "title", detail: "status" },
	logged: { as: "title", without: ["updated_at", "content_text", "version", "save_ids"], secret: ["content"] },
	// A save dates the post itself.
	live: { dated: false },
	counted: { all: "posts", by: "created_at" },
	api: { path: "/api/posts", endpoints: ["list", "add", "statuses"] },
} as const satisfies RecordDefinition<Post>;
