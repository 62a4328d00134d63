import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Outlet, useLocation, useNavigate, useParams } from "react-router";
import { ApiError } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { postQuery } from "#features/posts/post-query.ts";
import { newPostPath, postsPath } from "#features/posts/posts.list.ts";
import { sameScreen } from "#ui/focus/same-screen.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { offerLeftInNewPost } from "./local-copy.ts";
import { PostEditor } from "./post-editor.tsx";

/** What an editor is open for. `left` is the entry of the history that its first save is about to replace. */
type Edited = { id: string | undefined; name: string; left?: string };

/** The editor of the screens /admin/blogs/new and /admin/blogs/edit/{id}: it stays when the first save leads from one to the other. */
export default function PostEditorLayout() {
	const { id } = useParams();
	const { state, key } = useLocation();
	const { data: post, error } = useQuery({ ...postQuery(id ?? ""), enabled: id !== undefined });
	// Whoever is writing goes on: the editor itself says what is wrong.
	useReturnToList(id, post ? null : error);
	// What the first save of a new post has put there would meet whoever opens the post again, however old it is.
	useEffect(() => {
		if (!id) return;
		return () => queryClient.removeQueries({ queryKey: postQuery(id).queryKey, exact: true });
	}, [id]);
	// Another post gets another editor. The editor itself handles a newer version of this post.
	const [edited, setEdited] = useState<Edited>(() => ({ id, name: crypto.randomUUID() }));
	// Whoever goes on from the first save to another new post in the same moment never comes by the first one's address.
	const hasLeft = id === undefined && edited.left !== undefined && edited.left !== key;
	if (edited.id !== id || hasLeft) {
		const isSame = edited.id === undefined && sameScreen(state) === edited.name;
		setEdited({ id, name: isSame ? edited.name : crypto.randomUUID() });
	}
	if (id && !post) return <EditorSkeleton />;
	return (
		<>
			<PostEditor
				key={edited.name}
				name={edited.name}
				post={id ? post : undefined}
				onMove={() => setEdited({ ...edited, left: key })}
			/>
			<Outlet />
		</>
	);
}

/**
 * If a post can't be edited, the user is sent back to the list (specification 8), but to a new post with what this browser
 * still has of one that is gone.
 */
function useReturnToList(id: string | undefined, error: Error | null): void {
	const navigate = useNavigate();
	useEffect(() => {
		if (!id || !error || (error instanceof ApiError && error.status === 401)) return;
		const missing = error instanceof ApiError && error.status === 404;
		toast({
			...(missing
				? { title: "Blog post not found", description: "The requested blog post could not be found" }
				: { title: "Error", description: "Failed to load blog post" }),
			tone: "destructive",
		});
		void Promise.resolve(missing && offerLeftInNewPost(id)).then((isOffered) =>
			navigate(isOffered ? newPostPath : postsPath, { replace: true }),
		);
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
