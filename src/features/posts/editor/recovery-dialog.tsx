import { useEffect, useEffectEvent } from "react";
import { QuestionDialog } from "#admin/editing/question-dialog.tsx";
import { toastWithUndo } from "#admin/lists/last-change.ts";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { DeskButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import type { PostEditorState } from "./use-post-editor.ts";

/** Offers the unsaved changes of an earlier visit. Closing the dialog restores them, because that loses nothing. */
export function RecoveryDialog({
	editor: { post, localCopy, restore, continueSession, titleField },
}: {
	editor: PostEditorState;
}) {
	const { offered, answerOffer } = localCopy;

	function handleAnswer(restored: boolean): void {
		if (!offered) return;
		if (restored) restore(offered);
		else toastWithUndo({ title: "Changes Discarded" }, () => restore(offered));
		void continueSession(offered);
		answerOffer(restored);
	}
	const handleRestore = () => handleAnswer(true);
	const handleDiscard = () => handleAnswer(false);

	const goOn = useEffectEvent(handleRestore);
	useEffect(() => {
		if (offered?.isOpen) goOn();
	}, [offered]);
	if (!offered || offered.isOpen) return null;

	return (
		<QuestionDialog
			title="Unsaved Changes Found"
			isUnexpected
			onClose={handleRestore}
			onCloseAutoFocus={(event) => {
				event.preventDefault();
				titleField.current?.focus();
			}}
			answers={
				<>
					<DeskButton onClick={handleDiscard}>Discard</DeskButton>
					<PrimaryButton data-safe onClick={handleRestore}>
						Restore Changes
					</PrimaryButton>
				</>
			}
		>
			<p>
				This browser has unsaved changes to “{offered.draft.title || "Untitled"}” from <RelativeTime at={offered.at} />.
			</p>
			{post && offered.version && offered.version !== post.version && (
				<p>The post has been saved by someone since then. When you save your changes, you can compare both versions.</p>
			)}
		</QuestionDialog>
	);
}
