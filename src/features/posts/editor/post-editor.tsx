import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { QuestionDialog } from "#admin/editing/question-dialog.tsx";
import { UnsavedChangesGuard } from "#admin/editing/unsaved-changes.tsx";
import { useAuth } from "#admin/session/auth-context.tsx";
import { queryClient } from "#admin/session/query-client.ts";
import { useIsPhone } from "#admin/table/viewport.ts";
import { RevisionsDialog } from "#features/posts/history/revisions-dialog.tsx";
import { UnsavedChangesText } from "#features/posts/history/unsaved-changes-text.tsx";
import { newestPostQuery, revisionsQuery, unsavedChanges } from "#features/posts/post-query.ts";
import type { PostStatus } from "#features/posts/posts.schema.ts";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { Button, type ButtonProps } from "#ui/button.tsx";
import { DeskButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { RichTextEditor } from "#ui/rich-text/rich-text-editor.tsx";
import { toast } from "#ui/toast.ts";
import { EditorBar } from "./editor-bar.tsx";
import { isSameDraft } from "./post-draft.ts";
import { PostSettings } from "./post-settings.tsx";
import { RecoveryDialog, unconfirmedTexts } from "./recovery-dialog.tsx";
import { uploadImage } from "./upload-image.ts";
import { type PostEditorState, usePostEditor } from "./use-post-editor.ts";

/** The editor for a new or an existing post. */
export function PostEditor({ post, name, onMove }: { post: PresentedPost | undefined; name: string; onMove(): void }) {
	const editor = usePostEditor(post, name, onMove);
	/** The history is open, beginning with the named version. */
	const [history, setHistory] = useState<{ first?: string }>();
	useNoStrayDrops();
	useNewsOnPhone(editor);
	const { isOutdated } = editor;
	return (
		<>
			<EditorBar editor={editor} onHistory={() => setHistory({})} />
			{editor.isGone && (
				<Notice>
					Someone has deleted this post. When you save, your text moves to a new post, which you save in turn.
				</Notice>
			)}
			{/* By the date that it was opened with: a colleague may have taken it off the schedule. */}
			{editor.wentLive && !isOutdated && (
				<Notice>
					This post has gone live while you were editing it.
					{editor.staysOut && " When you save, readers will see your changes at once."}
					{editor.draft.status !== "published" && " When you save, it will be taken off the site."}
				</Notice>
			)}
			{isOutdated && (
				<Notice>
					This post has been changed since you opened it.{" "}
					{editor.dirty ? "When you save, you can compare both versions." : <LoadNewest editor={editor} />}
				</Notice>
			)}
			<AutosaveNotice editor={editor} onShow={(first) => setHistory({ first })} />
			<div className="mt-4 grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-5 [--toolbar-top:6.75rem] [&_:is(input,textarea,select)]:scroll-mt-40 md:[--toolbar-top:6.25rem] xl:grid-cols-[minmax(0,1fr)_19rem] 2xl:grid-cols-[minmax(0,1fr)_20rem]">
				<PostText editor={editor} />
				<PostSettings editor={editor} />
			</div>
			<RecoveryDialog editor={editor} />
			{editor.asksAboutReaders && <ReadersQuestion onAnswer={editor.answerAboutReaders} />}
			{editor.conflictDialog}
			{history && editor.post && (
				<RevisionsDialog
					post={editor.post}
					dirty={editor.dirty}
					staysOut={editor.staysOut}
					first={history.first}
					onRestored={editor.adopt}
					onContinue={({ status, published_at, ...fields }, writtenAt) =>
						editor.replaceDraft({ ...editor.draft, ...fields }, writtenAt)
					}
					onClose={() => setHistory(undefined)}
				/>
			)}
			<UnsavedChangesGuard
				warning={leaveWarning(editor)}
				unsaved={() =>
					(editor.dirty || editor.isDateHalf || editor.unconfirmed || editor.isUploading || editor.isSaving) &&
					!editor.leaving.current
				}
				// Until a save is answered, the browser's copy stays: it is offered if the save fails.
				onLeave={editor.isSaving ? editor.localCopy.leaveUnsettled : editor.localCopy.forget}
				// What is out, or will be, gets public only by the buttons that say so.
				save={
					editor.canSave && isDraft(editor.draft) && (!editor.post || isDraft(editor.post))
						? { label: "Save Draft", run: editor.saveAndLeave }
						: undefined
				}
			/>
		</>
	);
}

function leaveWarning({ post, draft, dirty, isGone, saving, unconfirmed }: PostEditorState): string {
	if (isGone) return "Someone has deleted this post. If you leave, your text will be lost.";
	if (saving) {
		return isSameDraft(draft, saving)
			? "The post is still being saved. If you leave, you may not hear whether it was."
			: "The post is still being saved. If you leave, what you have typed since then will be lost.";
	}
	const unsure = unconfirmed && unconfirmedTexts[unconfirmed];
	if (unsure) return dirty ? `${unsure} If you leave, what wasn't saved will be lost.` : unsure;
	return post
		? "If you leave, changes that weren't autosaved will be lost. Autosaved changes will stay in the history."
		: "This post hasn't been saved. If you leave, it will be lost.";
}

const isDraft = ({ status }: { status: PostStatus }) => status === "draft";

/** Autosaves aren't announced. */
const lookAgainMs = 30_000;

/** Says that someone, perhaps on another computer, left changes that the post doesn't have. */
function AutosaveNotice({
	editor: { post, session, putAside },
	onShow,
}: {
	editor: PostEditorState;
	onShow(id: string): void;
}) {
	const revisions = { ...revisionsQuery(post ?? noPost), enabled: post !== undefined };
	const { data } = useQuery({ ...revisions, refetchInterval: lookAgainMs });
	const others = data?.filter(({ id }) => id !== session && id !== putAside);
	const { owner } = useAuth();
	const newest = unsavedChanges(others, (id) => id !== null && id === owner?.id);
	if (!newest) return null;
	return (
		<Notice>
			<span>
				<UnsavedChangesText of={newest} />
			</span>
			<NoticeButton onClick={() => onShow(newest.id)}>Show Changes</NoticeButton>
		</Notice>
	);
}

/** There the notices are out of sight while one writes, and the head with them. */
function useNewsOnPhone({ isOutdated, isGone }: PostEditorState): void {
	const isPhone = useIsPhone();
	useEffect(() => {
		if (!isPhone) return;
		if (isGone) toast({ title: "Blog Post Deleted", description: "Someone has deleted this post." });
		else if (isOutdated) toast({ title: "Newer Version Found", description: "Someone has changed this post since." });
	}, [isPhone, isOutdated, isGone]);
}

/** As long as nothing is typed, there is nothing to choose. */
function LoadNewest({ editor: { post, adopt } }: { editor: PostEditorState }) {
	const { mutate, isPending } = useMutation({
		mutationFn: (id: string) => queryClient.fetchQuery(newestPostQuery(id)),
		meta: { reads: true, failure: "Failed to load this version. Please try again." },
	});
	if (!post) return null;
	return (
		<NoticeButton busy={isPending} onClick={() => mutate(post.id, { onSuccess: adopt })}>
			Load the Newer Version
		</NoticeButton>
	);
}

const ReadersQuestion = ({ onAnswer }: { onAnswer(mayBeSeen: boolean): void }) => (
	<QuestionDialog
		title="Save Changes"
		isUnexpected
		onClose={() => onAnswer(false)}
		answers={
			<>
				<DeskButton data-safe onClick={() => onAnswer(false)}>
					Keep Editing
				</DeskButton>
				<PrimaryButton onClick={() => onAnswer(true)}>Save Changes</PrimaryButton>
			</>
		}
	>
		<p>This post has gone live while you were editing it. Readers will see your changes as soon as you save them.</p>
	</QuestionDialog>
);

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

const noPost = { id: "", updated_at: "" };

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
	const { post, draft, version, errors, titleField, change, field } = editor;
	return (
		<div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
			<div className="grid items-start gap-4 2xl:grid-cols-[3fr_2fr]">
				<TextField label="Title" ref={titleField} autoFocus={!post} {...field("title")} />
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
					version={version}
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
