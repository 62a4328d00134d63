import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "#admin/session/api-client.ts";
import { RecordActivity } from "#features/activity/record-activity.tsx";
import { postQuery } from "#features/posts/post-query.ts";
import { newPostPath, postsPath } from "#features/posts/posts.list.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import type { Route } from "./+types/post-editor-screen";
import { offerInNewPost, readLocalCopy, removeLocalCopy } from "./local-copy.ts";
import { PostEditor } from "./post-editor.tsx";

export const meta = () => unlistedMeta("Edit Post");

export default function PostEditorScreen({ params: { id } }: Route.ComponentProps) {
	const { data: post, error } = useQuery(postQuery(id));
	useReturnToList(id, error);
	// Another post gets another editor. The editor itself handles a newer version of this post.
	if (!post) return <EditorSkeleton />;
	return (
		<>
			<PostEditor key={id} post={post} />
			<div className="mt-4">
				<RecordActivity table="blog_posts" id={id} />
			</div>
		</>
	);
}

/**
 * If a post can't be edited, the user is sent back to the list (specification 8), but to a new post with what this browser
 * still has of one that is gone.
 */
function useReturnToList(id: string, error: Error | null): void {
	const navigate = useNavigate();
	useEffect(() => {
		if (!error || (error instanceof ApiError && error.status === 401)) return;
		const missing = error instanceof ApiError && error.status === 404;
		toast({
			...(missing
				? { title: "Blog post not found", description: "The requested blog post could not be found" }
				: { title: "Error", description: "Failed to load blog post" }),
			tone: "destructive",
		});
		const left = missing && readLocalCopy(id);
		if (left) {
			offerInNewPost(left);
			removeLocalCopy(id);
		}
		void navigate(left ? newPostPath : postsPath, { replace: true });
	}, [id, error, navigate]);
}

function EditorSkeleton() {
	return (
		<div role="status" className="grid gap-4">
			<span className="sr-only">Loading</span>
			<Skeleton className="h-8.5 w-60" />
			<div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
				<Skeleton className="h-[38rem]" />
				<Skeleton className="h-[38rem]" />
			</div>
		</div>
	);
}
