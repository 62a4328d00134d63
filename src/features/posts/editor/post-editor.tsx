import { format } from "date-fns/format";
import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import { UnsavedChangesGuard } from "#admin/editing/unsaved-changes.tsx";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { postsPath } from "#features/posts/posts.list.ts";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { Button } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { RichTextEditor } from "#ui/rich-text/rich-text-editor.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { PostSettings } from "./post-settings.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { RecoveryDialog } from "./recovery-dialog.tsx";
import { RevisionsDialog } from "./revisions-dialog.tsx";
import { uploadImage } from "./upload-image.ts";
import { type PostEditorState, usePostEditor } from "./use-post-editor.ts";

/** The editor for a new or an existing post. */
export function PostEditor({ post }: { post?: PresentedPost }) {
	const editor = usePostEditor(post);
	return (
		<>
			<EditorBar editor={editor} />
			<fieldset
				disabled={editor.isLocked}
				className="mt-4 grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]"
			>
				<PostText editor={editor} />
				<PostSettings editor={editor} />
			</fieldset>
			<RecoveryDialog editor={editor} />
			{editor.conflictDialog}
			<UnsavedChangesGuard
				warning="Your changes to this post haven't been saved."
				unsaved={() => editor.dirty && !editor.leaving.current}
				onLeave={editor.localCopy.forget}
			/>
		</>
	);
}

function EditorBar({ editor }: { editor: PostEditorState }) {
	const { post, draft, dirty, isSaving, canSave, canPublish, scheduled, save, publish } = editor;
	return (
		<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
			<Link
				to={postsPath}
				aria-label="Back to Blog Posts"
				className="-ml-2 grid size-11 place-items-center rounded-sm hover:bg-muted md:size-8.5"
			>
				<ArrowLeft aria-hidden className="size-4" strokeWidth={1.75} />
			</Link>
			<ScreenTitle>{post ? "Edit Post" : "New Post"}</ScreenTitle>
			<p className="text-muted-foreground">
				<span role="status">{isSaving ? "Saving..." : dirty ? "Unsaved changes" : post && "Saved"}</span>
				{/* Outside of the status: the relative time updates by itself and must not be announced. */}
				{post && !isSaving && !dirty && (
					<>
						{" "}
						<RelativeTime at={post.updated_at} />
					</>
				)}
			</p>
			<div className="ml-auto flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:justify-center">
				{post && (
					<>
						<RevisionsDialog post={post} dirty={dirty} onRestored={editor.adopt} />
						<PreviewDialog postId={post.id} dirty={dirty} />
					</>
				)}
				<Button size="dense" variant="secondary" disabled={!canSave} onClick={save}>
					Save Draft
				</Button>
				<Button
					size="dense"
					disabled={!canPublish}
					title={draft.status === "published" && !scheduled ? "Sets the publish date to now" : undefined}
					onClick={publish}
				>
					{scheduled ? `Schedule for ${format(scheduled, "MMM d, yyyy, h:mm a")}` : "Publish"}
				</Button>
			</div>
		</div>
	);
}

function PostText({ editor }: { editor: PostEditorState }) {
	const { post, draft, version, errors, isLocked, change, field } = editor;
	return (
		<div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
			<div className="grid items-start gap-4 2xl:grid-cols-[3fr_2fr]">
				<TextField label="Title" {...field("title")} />
				<TextField
					label="Slug"
					hint={
						post
							? "If you change the slug, the old address redirects to the new one."
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
					disabled={isLocked}
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
