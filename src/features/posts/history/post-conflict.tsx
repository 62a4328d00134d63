import { ConflictDialog } from "#admin/editing/conflict-dialog.tsx";
import { draftOf } from "#features/posts/editor/post-draft.ts";
import type { PostEditorState } from "#features/posts/editor/use-post-editor.ts";
import { pick } from "#lib/pick.ts";
import { VersionDifference } from "./version-difference.tsx";

/** Asks about the fields that both have changed. Everything else is taken over without a question. */
export function PostConflict({
	editor: { draft, choose, keepEditing },
	conflict: { theirs, fields },
}: {
	editor: PostEditorState;
	conflict: NonNullable<PostEditorState["conflict"]>;
}) {
	const their = draftOf(theirs);
	return (
		<ConflictDialog
			subject="post"
			afterwards="Their version stays in the history, whichever you choose."
			onKeepEditing={keepEditing}
			onTakeTheirs={() => choose(false)}
			onSaveMine={() => choose(true)}
			difference={
				<section
					aria-label="Differences"
					// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
					tabIndex={0}
					className="mt-1 grid max-h-72 gap-3 overflow-y-auto rounded-sm border border-border p-3"
				>
					<p aria-hidden className="flex flex-wrap gap-x-3 text-xs">
						<del className="rounded-xs bg-status-red-bg px-1 text-status-red">Only in their version</del>
						<ins className="rounded-xs bg-status-green-bg px-1 text-status-green">Only in your version</ins>
					</p>
					<VersionDifference
						before={their}
						after={{ ...their, ...pick(draft, fields) }}
						names={{ before: "Only in their version", after: "Only in your version" }}
						none="The two versions are identical."
					/>
				</section>
			}
		/>
	);
}
