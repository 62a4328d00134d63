import { type PostInput, postInputSchema } from "#features/posts/posts.schema.ts";
import { createPost } from "#features/posts/posts.server.ts";
import type { Post } from "#features/posts/posts.table.ts";
import type { Deps } from "#platform/process/deps.server.ts";

export function buildPost(overrides: Partial<PostInput> = {}): PostInput {
	return {
		...postInputSchema.parse({
			title: "The first line does the work",
			content: "<p>Nobody owes you the second sentence.</p>",
			excerpt: "How to earn it.",
			tags: ["Writing"],
		}),
		...overrides,
	};
}

/** Saved as the editor saves it, now by the clock unless a date is given. */
export function insertPost(deps: Pick<Deps, "db" | "clock">, overrides: Partial<PostInput> = {}): Promise<Post> {
	return createPost(deps.db, buildPost(overrides), { authorId: null, now: deps.clock() });
}
