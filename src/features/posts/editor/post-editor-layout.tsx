import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Outlet, useLocation, useNavigate, useParams } from "react-router";
import { z } from "zod";
import { ApiError } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { draftQuery, postQuery } from "#features/posts/post-query.ts";
import { postsPath } from "#features/posts/posts.list.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { takeMirror } from "./draft-mirror.ts";
import { PostEditor } from "./post-editor.tsx";

const stateSchema = z.object({ post: z.uuid() }).partial();

/** The editor of the screens /admin/blogs/new and /admin/blogs/edit/{id}: it stays when the first save leads from one to the other. */
export default function PostEditorLayout() {
	const { id } = useParams();
	const newId = useNewId(id === undefined);
	const edited = id ?? newId;
	if (!edited) return <EditorSkeleton />;
	return (
		<>
			<LoadedEditor key={edited} id={edited} isNew={id === undefined} />
			<Outlet />
		</>
	);
}

/** The id of a new post, in the entry of the browser's history, so that a reload goes on with the same post. */
function useNewId(isNew: boolean): string | undefined {
	const navigate = useNavigate();
	const location = useLocation();
	const id = stateSchema.safeParse(location.state).data?.post;
	useEffect(() => {
		if (isNew && !id) void navigate(location, { replace: true, state: { post: crypto.randomUUID() } });
	}, [isNew, id, navigate, location]);
	return id;
}

/** Once it is loaded, the editor goes on with what is there: it handles a newer version itself. */
function LoadedEditor({ id, isNew }: { id: string; isNew: boolean }) {
	const [wasNew] = useState(isNew);
	const { data: post, error } = useQuery({ ...postQuery(id), enabled: !wasNew });
	const { data: stored, isError: isDraftMissing } = useQuery(draftQuery(id));
	const [mirror] = useState(() => takeMirror(id));
	const draft = mirror?.draft ?? stored?.draft;
	const isMissing = error instanceof ApiError && error.status === 404;
	const isSettled = (wasNew || post !== undefined || isMissing) && (stored !== undefined || isDraftMissing);
	useReturnToList(post || (isMissing && (draft || !isSettled)) ? null : error);
	// What the first save of a new post has put there would meet whoever opens the post again, however old it is.
	useEffect(() => () => queryClient.removeQueries({ queryKey: postQuery(id).queryKey }), [id]);
	if (!isSettled || (isMissing && !draft)) return <EditorSkeleton />;
	const left = draft && { draft, unconfirmed: mirror?.unconfirmed ?? [] };
	return <PostEditor id={id} loaded={post} left={left ?? undefined} draftVersion={stored?.version ?? 0} />;
}

/** If a post can't be edited, the user is sent back to the list (specification 8). */
function useReturnToList(error: Error | null): void {
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
		void navigate(postsPath, { replace: true });
	}, [error, navigate]);
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
