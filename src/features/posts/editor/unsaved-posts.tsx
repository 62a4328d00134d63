import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { unsavedPostsQuery } from "#features/posts/post-query.ts";
import { newPostPath, postsList } from "#features/posts/posts.list.ts";
import { mirroredPosts } from "./draft-mirror.ts";

/** What the signed-in person has begun and never saved, or left in a post that is gone, to go on with it. */
export function UnsavedPosts() {
	const { data: stored = [] } = useQuery(unsavedPostsQuery);
	const { data: rows = [] } = useQuery(postsList.query);
	const known = new Set([...stored.map(({ post_id }) => post_id), ...rows.map(({ id }) => id)]);
	const unsaved = [...stored, ...mirroredPosts().filter(({ post_id }) => !known.has(post_id))];
	if (unsaved.length === 0) return null;
	return (
		<ul className="mb-3 grid gap-1 rounded-sm bg-status-yellow-bg px-3.5 py-2 text-status-yellow">
			{unsaved.map(({ post_id, title }) => (
				<li key={post_id}>
					<Link to={newPostPath} state={{ post: post_id }}>
						Unsaved: {title || "Untitled"}
					</Link>
				</li>
			))}
		</ul>
	);
}
