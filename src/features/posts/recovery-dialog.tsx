import { RelativeTime } from "#admin/relative-time.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "#ui/dialog.tsx";
import type { PostEditorState } from "./use-post-editor.ts";

/** Offers what an earlier visit has left unsaved. To close it is to restore: that loses nothing. */
export function RecoveryDialog({ editor: { localCopy, replaceDraft } }: { editor: PostEditorState }) {
	const { offered, answerOffer } = localCopy;
	if (!offered) return null;

	function handleRestore() {
		if (offered) replaceDraft(offered.draft);
		answerOffer();
	}

	return (
		<Dialog open onOpenChange={(open) => !open && handleRestore()}>
			<DialogContent title="Unsaved changes found" size="sm">
				<DialogBody>
					<p>
						This browser has changes to “{offered.draft.title || "Untitled"}” that were never saved, from{" "}
						<RelativeTime at={offered.at} />.
					</p>
				</DialogBody>
				<DialogFooter>
					<Button
						size="dense"
						variant="secondary"
						onClick={() => {
							localCopy.forget();
							answerOffer();
						}}
					>
						Discard
					</Button>
					<Button size="dense" onClick={handleRestore}>
						Restore Changes
					</Button>
				</DialogFooter>
			</DialogContent>
		</Dialog>
	);
}
