import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { parseResponse } from "hono/client";
import { Eye, Link } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { PreviewLinkDialog } from "#admin/editing/preview-link-dialog.tsx";
import { answerDeadline, api } from "#admin/session/api-client.ts";
import { useAuth } from "#admin/session/auth-context.tsx";
import { queryClient } from "#admin/session/query-client.ts";
import { DeskButton, iconButton } from "#ui/desk-buttons.tsx";
import type { PostEditorState } from "./use-post-editor.ts";

const endpoint = api.api.posts[":id"].preview;

/** Opens what is on the screen in a tab of its own, saved or not, and beside it the link for others. */
export function PreviewButtons({
	editor: { post, dirty, sending, canSave, draft, save, isDateComplete, flushDraft },
}: {
	editor: PostEditorState;
}) {
	const creation = useCreation();
	const { owner } = useAuth();
	/** The tab of a new post, which is saved first. */
	const [waiting, setWaiting] = useState<Window | null>();

	async function show(id: string, tab: Window | null): Promise<void> {
		try {
			const [{ path }] = await Promise.all([creation.mutateAsync(id), flushDraft()]);
			const address = new URL(path, window.location.origin);
			if (dirty && owner) address.searchParams.set("draft", owner.id);
			if (tab) tab.location.replace(address);
		} catch {
			// The mutation has shown the reason.
			tab?.close();
		}
	}

	function handlePreview(): void {
		if (!post && !isDateComplete()) return;
		// Opened before any waiting, or the browser would take it for an advertisement.
		const tab = window.open("", "_blank");
		if (tab) tab.opener = null;
		if (post) return void show(post.id, tab);
		setWaiting(tab);
		save();
	}

	const showSaved = useEffectEvent(() => {
		if (waiting === undefined || sending) return;
		setWaiting(undefined);
		if (post) void show(post.id, waiting);
		else waiting?.close();
	});
	const isSaving = sending !== undefined;
	// biome-ignore lint/correctness/useExhaustiveDependencies: when the save has ended
	useEffect(() => showSaved(), [isSaving]);

	return (
		<span className="flex gap-px">
			<DeskButton
				busy={creation.isPending}
				// To save it must not publish it.
				disabled={!post && (!canSave || draft.status === "published")}
				className={clsx("max-xl:w-11 max-xl:justify-center max-xl:px-0! md:max-xl:w-8.5", post && "rounded-r-none")}
				title={post ? "Preview in a new tab" : "Save the draft and preview it in a new tab"}
				// A double click opens one tab.
				onClick={({ detail }) => detail < 2 && handlePreview()}
				icon={Eye}
			>
				<span className="max-xl:sr-only">Preview</span>
			</DeskButton>
			{post && <SharedPreview postId={post.id} />}
		</span>
	);
}

function SharedPreview({ postId }: { postId: string }) {
	const [isOpen, setOpen] = useState(false);
	const creation = useCreation();
	const param = { id: postId };
	return (
		<>
			<DeskButton
				aria-label="Preview Link"
				aria-haspopup="dialog"
				title="Preview link to share"
				className={`rounded-l-none ${iconButton}`}
				icon={Link}
				onClick={() => setOpen(true)}
			/>
			{isOpen && (
				<PreviewLinkDialog
					what="post"
					description="Anyone with the link can see the post as last saved."
					queryKey={linkKey(postId)}
					find={() => parseResponse(endpoint.$get({ param }))}
					create={{ ...creation, mutate: () => creation.mutate(postId) }}
					revoke={() => endpoint.$delete({ param })}
					onClose={() => setOpen(false)}
				/>
			)}
		</>
	);
}

const linkKey = (postId: string) => ["post", postId, "preview"];

function useCreation() {
	return useMutation({
		mutationFn: (postId: string) =>
			parseResponse(endpoint.$post({ param: { id: postId } }, { init: { signal: answerDeadline() } })),
		onSuccess: (link, postId) => queryClient.setQueryData(linkKey(postId), { link }),
		meta: { failure: "Failed to create the preview link. Please try again." },
	});
}
