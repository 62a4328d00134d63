import { History } from "lucide-react";
import type { MouseEvent } from "react";
import { LiveBadge } from "#admin/live/live-badge.tsx";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { postsPath } from "#features/posts/posts.list.ts";
import { isEmptyContent } from "#features/posts/posts.schema.ts";
import { BackLink } from "#ui/back-link.tsx";
import { DeskButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { PreviewButtons } from "./preview-buttons.tsx";
import type { PostEditorState } from "./use-post-editor.ts";

/** The editor's head, which stays in sight: where one is, what is saved, what can be done. On phones its second row stays. */
export function EditorBar({ editor, onHistory }: { editor: PostEditorState; onHistory(): void }) {
	const { post, publishLabel, sending, hasTitle, canSave, canPublish, saveLabel, save, publish } = editor;
	const isSaving = sending !== undefined;
	return (
		<div className="sticky -top-1 z-25 -mx-4 -mt-4 flex flex-wrap items-center gap-2 border-border border-b bg-background px-4 py-2 md:top-12 md:-mx-5 md:-mt-5 md:h-13 md:flex-nowrap md:px-5">
			<BackLink to={postsPath} label="Back to Blog Posts" from={post?.id} />
			<div className="mr-auto min-w-0 max-md:flex-1">
				<ScreenTitle>{post ? "Edit Post" : "New Post"}</ScreenTitle>
				<SaveState editor={editor} />
			</div>
			<LiveBadge />
			<div className="flex gap-2">
				{post && (
					<DeskButton
						title="History"
						className="max-xl:w-11 max-xl:justify-center max-xl:px-0! md:max-xl:w-8.5"
						onClick={onHistory}
						icon={History}
					>
						<span className="max-xl:sr-only">History</span>
					</DeskButton>
				)}
				<PreviewButtons editor={editor} />
			</div>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: of the buttons in it, also while they are busy */}
			<div
				className="flex gap-2 max-md:w-full max-md:*:grow max-md:*:justify-center max-md:*:last:shrink *:aria-busy:pointer-events-none"
				onMouseDown={keepFocus}
			>
				<DeskButton
					aria-keyshortcuts="Control+S Meta+S"
					title={hasTitle ? "Ctrl+S" : "Needs a title"}
					busy={isSaving}
					disabled={!canSave}
					onClick={save}
				>
					{saveLabel}
				</DeskButton>
				<PrimaryButton busy={isSaving} disabled={!canPublish} title={publishHint(editor)} onClick={publish}>
					{publishLabel}
				</PrimaryButton>
			</div>
		</div>
	);
}

/** A click leaves the focus in the text, where one goes on, also after a question. So does a second one on a button that is busy by then. */
function keepFocus(event: MouseEvent): void {
	const { activeElement } = document;
	if (activeElement instanceof HTMLElement && activeElement.isContentEditable) event.preventDefault();
}

function publishHint({ draft, hasTitle, isAhead }: PostEditorState): string | undefined {
	if (!hasTitle || isEmptyContent(draft.content)) return "Needs a title and a text";
	return draft.status === "published" && !isAhead ? "Sets the publish date to now" : undefined;
}

function SaveState({
	editor: { post, dirty, isGone, sending, unconfirmed, isUploading, scheduledFor },
}: {
	editor: PostEditorState;
}) {
	const underWay = sending ? "Saving..." : isUploading ? "Uploading an image..." : undefined;
	const unsure = unconfirmed.length > 0 ? "Saving not confirmed" : undefined;
	// Its notice may be far above.
	const news = isGone ? ", deleted by someone" : undefined;
	const saved = scheduledFor ? (
		<>
			Scheduled
			{/* On a phone the button below has the date. */}
			<span className="max-md:sr-only"> for {scheduledFor}</span>
		</>
	) : (
		"Saved"
	);
	return (
		<p className="truncate text-muted-foreground text-xs">
			<span role="status">{underWay ?? unsure ?? (dirty ? "Unsaved changes" : post ? saved : "Not saved yet")}</span>
			{news}
			{post && !underWay && !unsure && !dirty && !scheduledFor && !news && (
				<>
					{" "}
					<RelativeTime at={post.updated_at} />
				</>
			)}
		</p>
	);
}
