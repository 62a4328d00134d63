import { useMutation, useQueryClient } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, api } from "#admin/api-client.ts";
import { useNow } from "#admin/now.ts";
import { htmlText } from "#lib/html-text.ts";
import { toast } from "#ui/toast.ts";
import {
	afterSave,
	changeDraft,
	draftOf,
	emptyDraft,
	isEmptyContent,
	isSameDraft,
	type PostDraft,
	publication,
	scheduledFor,
} from "./post-draft.ts";
import { postQuery } from "./post-query.ts";
import { editPostPath, postsList } from "./posts.list.ts";
import type { PresentedPost } from "./posts.server.ts";
import { useLocalCopy } from "./use-local-copy.ts";

type Save = { draft: PostDraft; publish: boolean; overwrite: boolean };

function savedTitle({ draft, publish }: Save): string {
	if (publish) return "Blog Published!";
	return draft.status === "published" && scheduledFor(draft, Date.now()) ? "Blog Scheduled!" : "Blog Saved!";
}

/** The editor's state: what is typed, what is saved, and the ways from one to the other. */
export function usePostEditor(loaded: PresentedPost | undefined) {
	const client = useQueryClient();
	const navigate = useNavigate();
	const [post, setPost] = useState(loaded);
	const saved = post ? draftOf(post) : emptyDraft;
	const [draft, setDraft] = useState(saved);
	/** Counts the times that the text was replaced as a whole. */
	const [version, setVersion] = useState(0);
	const [errors, setErrors] = useState<Record<string, string>>({});
	const [conflict, setConflict] = useState<{ sent: Save; theirs: PresentedPost }>();
	const localCopy = useLocalCopy(post?.id, draft, saved);
	const dirty = !isSameDraft(draft, saved);
	const now = useNow();
	/** On purpose, so that nobody is asked. */
	const leaving = useRef(false);

	const save = useMutation({
		mutationFn: ({ draft, publish, overwrite }: Save) => {
			const json = { ...draft, publish, ...(!overwrite && { expected_updated_at: post?.updated_at }) };
			return post
				? parseResponse(api.api.posts[":id"].$put({ param: { id: post.id }, json }))
				: parseResponse(api.api.posts.$post({ json }));
		},
		onSuccess(next, sent) {
			toast({ title: savedTitle(sent), tone: "success" });
			setErrors({});
			keepInList(next);
			if (post) {
				setPost(next);
				setDraft((current) => afterSave(current, sent.draft, draftOf(next)));
				return;
			}
			localCopy.forget();
			leaving.current = true;
			client.setQueryData(postQuery(next.id).queryKey, next);
			void navigate(editPostPath(next.id), { replace: true });
		},
		onError(error, sent) {
			if (error instanceof ApiError && error.status === 401) return;
			if (error instanceof ApiError && error.status === 409) {
				return setConflict({ sent, theirs: error.current as PresentedPost });
			}
			if (error instanceof ApiError) setErrors(error.fields);
			toast({ title: "Save Error", description: "Failed to save blog post", tone: "destructive" });
		},
	});

	function keepInList(next: PresentedPost): void {
		const row = { ...next, text: htmlText(next.content) };
		client.setQueryData(postsList.query.queryKey, (rows) => rows && postsList.merge(rows, [row]));
	}

	/** Goes on from another text than the one on screen. */
	function replaceDraft(next: PostDraft): void {
		setDraft(next);
		setVersion((count) => count + 1);
	}

	/** Goes on from a newer version of the server. */
	function adopt(next: PresentedPost): void {
		setPost(next);
		replaceDraft(draftOf(next));
		setConflict(undefined);
		keepInList(next);
	}

	const hasTitle = draft.title.trim() !== "";
	return {
		post,
		draft,
		version,
		errors,
		dirty,
		leaving,
		localCopy,
		conflict,
		adopt,
		replaceDraft,
		isSaving: save.isPending,
		/** A new post moves to its own address when it is saved: what is typed meanwhile would stay behind. */
		isLocked: save.isPending && !post,
		canSave: hasTitle && !save.isPending,
		canPublish: hasTitle && !isEmptyContent(draft.content) && !save.isPending,
		change: (change: Partial<PostDraft>) => setDraft((current) => changeDraft(current, change, !post)),
		scheduled: scheduledFor(draft, now),
		save: () => save.mutate({ draft, publish: false, overwrite: false }),
		publish() {
			const sent = publication(draft, Date.now());
			setDraft(sent.draft);
			save.mutate({ ...sent, overwrite: false });
		},
		overwrite() {
			if (conflict) save.mutate({ ...conflict.sent, draft, overwrite: true });
			setConflict(undefined);
		},
		keepEditing: () => setConflict(undefined),
		takeTheirs: () => conflict && adopt(conflict.theirs),
	};
}
export type PostEditorState = ReturnType<typeof usePostEditor>;
