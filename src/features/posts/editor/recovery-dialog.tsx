import { useEffect, useEffectEvent, useState } from "react";
import { QuestionDialog } from "#admin/editing/question-dialog.tsx";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { isLive, isScheduled } from "#features/posts/posts.schema.ts";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { writeAhead } from "#features/posts/schedule.ts";
import { DeskButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import { dismissToast, toast } from "#ui/toast.ts";
import type { LocalCopy } from "./local-copy.ts";
import type { Unconfirmed } from "./post-draft.ts";
import type { PostEditorState } from "./use-post-editor.ts";

/** Offers the unsaved changes of an earlier visit. Closing the dialog restores them, because that loses nothing. */
export function RecoveryDialog({
	editor: { post, dirty, localCopy, restore, continueSession, titleField },
}: {
	editor: PostEditorState;
}) {
	const { offered, answerOffer } = localCopy;
	/** The toast that offers what was discarded. */
	const [discarded, setDiscarded] = useState<number>();

	// Whatever is written next must not be replaced by it, so no Ctrl+Z leads back to it, either.
	useEffect(() => {
		if (dirty && discarded !== undefined) dismissToast(discarded);
	}, [dirty, discarded]);

	// Nor is there an editor for it any longer.
	useEffect(() => () => void (discarded !== undefined && dismissToast(discarded)), [discarded]);

	function restoreDiscarded(left: LocalCopy): void {
		restore(left);
		void continueSession(left, true);
	}

	function handleAnswer(restored: boolean): void {
		if (!offered) return;
		if (restored) restore(offered);
		else {
			const undo = { label: "Undo", onSelect: () => restoreDiscarded(offered) };
			setDiscarded(toast({ title: "Changes Discarded", action: undo }));
		}
		void continueSession(offered, restored);
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
			{offered.isOfGone && <p>That post has been deleted. If you restore them, they go on in a new one.</p>}
			{offered.unconfirmed && <p>{unconfirmedText(offered.unconfirmed, post)}</p>}
			{post && !offered.unconfirmed && offered.version && offered.version !== post.version && (
				<p>The post has been saved by someone since then. When you save your changes, you can compare both versions.</p>
			)}
		</QuestionDialog>
	);
}

export const unconfirmedTexts = {
	Saving: "Saving it wasn't confirmed. Save again to make sure.",
	Publishing: "Publishing it wasn't confirmed, so it may be on the site. Publish again to make sure.",
	Scheduling: "Scheduling it wasn't confirmed. Schedule again to make sure.",
};

/** Of a post that was just loaded, it is known. */
function unconfirmedText(what: Unconfirmed, post: PresentedPost | undefined): string {
	if (!post) return unconfirmedTexts[what];
	const isOut = isLive(post, Date.now());
	if (what === "Publishing") {
		return isOut
			? "Publishing them wasn't confirmed. The post is on the site now. Publish again to make sure that it has them."
			: "Publishing it wasn't confirmed, and it isn't on the site. Publish again.";
	}
	if (what === "Saving")
		return isOut ? `${unconfirmedTexts.Saving} The post is on the site now.` : unconfirmedTexts.Saving;
	if (isOut) return "Scheduling them wasn't confirmed. The post is on the site now.";
	return post.published_at && isScheduled(post, Date.now())
		? `Scheduling them wasn't confirmed. The post is scheduled for ${writeAhead(post.published_at, Date.now())}. Schedule again to make sure that it has them.`
		: "Scheduling it wasn't confirmed, and it isn't scheduled. Schedule again.";
}
