import { type ReactNode, useEffect, useState } from "react";
import { UnsavedChangesGuard } from "#admin/editing/unsaved-changes.tsx";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { uploadImage } from "#features/images/upload-image.ts";
import { PostConflict } from "#features/posts/history/post-conflict.tsx";
import { RevisionsDialog } from "#features/posts/history/revisions-dialog.tsx";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { Button, type ButtonProps } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { mayTakeFocus } from "#ui/focus/screen-start.ts";
import { RichTextEditor } from "#ui/rich-text/rich-text-editor.tsx";
import { toast } from "#ui/toast.ts";
import { EditorBar } from "./editor-bar.tsx";
import type { LeftDraft } from "./post-editor-state.ts";
import { PostSettings } from "./post-settings.tsx";
import { type PostEditorState, usePostEditor } from "./use-post-editor.ts";

/** The editor for a new or an existing post. */
export function PostEditor({
	id,
	loaded,
	left,
	draftVersion,
}: {
	id: string;
	loaded: PresentedPost | undefined;
	left: LeftDraft | undefined;
	draftVersion: number;
}) {
	const editor = usePostEditor(id, loaded, left, draftVersion);
	const [isHistoryOpen, setHistoryOpen] = useState(false);
	useNoStrayDrops();
	const { conflict } = editor;
	return (
		<>
			<EditorBar editor={editor} onHistory={() => setHistoryOpen(true)} />
			<Notices editor={editor} />
			<UnsavedChangesGuard
				warning="Your image is still being uploaded. If you leave, it won't be added."
				unsaved={() => editor.isUploading}
			/>
			<div className="mt-4 grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-5 [--toolbar-top:6.75rem] [&_:is(input,textarea,select)]:scroll-mt-40 md:[--toolbar-top:6.25rem] xl:grid-cols-[minmax(0,1fr)_19rem] 2xl:grid-cols-[minmax(0,1fr)_20rem]">
				<PostText editor={editor} />
				<PostSettings editor={editor} />
			</div>
			{conflict && <PostConflict editor={editor} conflict={conflict} />}
			{isHistoryOpen && editor.post && (
				<RevisionsDialog
					post={editor.post}
					dirty={editor.dirty}
					onRestored={editor.adopt}
					onClose={() => setHistoryOpen(false)}
				/>
			)}
		</>
	);
}

/** What the author should know before the next save. */
function Notices({ editor }: { editor: PostEditorState }) {
	const { post, draft, dirty, isGone, isPublicNow, isLiveNow, isRestored, saveLabel, otherWindow } = editor;
	function handleDiscard(): void {
		editor.discard();
		const undo = { label: "Undo", onSelect: () => editor.restore(draft) };
		toast({ title: "Changes Discarded", action: undo });
	}
	return (
		<>
			{isGone && (
				<Notice>
					Someone has deleted this post. <NoticeButton onClick={editor.saveAsNew}>Save as a New Post</NoticeButton>
				</Notice>
			)}
			{isPublicNow && (
				<Notice>
					This post is {isLiveNow ? "on the site" : "scheduled"} now.
					{dirty && ` To save your changes, choose “${saveLabel}.”`}
				</Notice>
			)}
			{otherWindow !== undefined && (
				<Notice>
					This draft was changed in another window. <NoticeButton onClick={editor.keepMine}>Keep This One</NoticeButton>
					<NoticeButton onClick={editor.takeTheirs}>Use the Other One</NoticeButton>
				</Notice>
			)}
			{isRestored && dirty && (
				<Notice>
					Restored unsaved changes.
					{post && (
						<span>
							The post was saved <RelativeTime at={post.updated_at} />.
						</span>
					)}
					<NoticeButton onClick={handleDiscard}>Discard</NoticeButton>
				</Notice>
			)}
		</>
	);
}

const Notice = ({ children }: { children: ReactNode }) => (
	<p
		role="status"
		className="mt-3 flex min-h-9 flex-wrap items-center gap-x-3 rounded-sm bg-status-yellow-bg px-3.5 py-1 text-status-yellow"
	>
		{children}
	</p>
);

const NoticeButton = (props: ButtonProps) => (
	<Button {...props} size="dense" variant="ghost" className="-ml-3.5 underline underline-offset-2" />
);

/** A picture that misses its field must not replace the editor in the tab. */
function useNoStrayDrops(): void {
	useEffect(() => {
		function handleDrag(event: DragEvent): void {
			const isTaken =
				event.defaultPrevented || (event.target instanceof Element && event.target.matches("[type=file]"));
			if (isTaken || !event.dataTransfer?.types.includes("Files")) return;
			event.preventDefault();
			event.dataTransfer.dropEffect = "none";
		}
		window.addEventListener("dragover", handleDrag);
		window.addEventListener("drop", handleDrag);
		return () => {
			window.removeEventListener("dragover", handleDrag);
			window.removeEventListener("drop", handleDrag);
		};
	}, []);
}

function PostText({ editor }: { editor: PostEditorState }) {
	const { post, draft, replaced, errors, titleField, change, field } = editor;
	return (
		<div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
			<div className="grid items-start gap-4 2xl:grid-cols-[3fr_2fr]">
				<TextField label="Title" ref={titleField} autoFocus={!post && mayTakeFocus()} {...field("title")} />
				<TextField
					label="Slug"
					hint={
						post
							? "The end of the page's URL. If you change it, the old URL will redirect to the new one."
							: "Created from the title until you change it."
					}
					{...field("slug")}
				/>
			</div>
			<div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
				<p className="font-semibold text-xs">Content</p>
				<RichTextEditor
					label="Content"
					placeholder="Begin with the line that does the work."
					html={draft.content}
					version={replaced}
					onChange={(content) => change({ content })}
					uploadImage={uploadImage}
				/>
				{errors.content && <p className="text-destructive text-xs">{errors.content}</p>}
			</div>
			<TextArea
				label="Excerpt"
				rows={3}
				className="2xl:max-w-[46rem]"
				hint="Shown on the post's card, and in search results if there's no meta description."
				{...field("excerpt")}
			/>
		</div>
	);
}
