import { useEffect } from "react";
import { useBlocker } from "react-router";
import { DeskButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import { QuestionDialog } from "./question-dialog.tsx";

/** Asks before the user leaves unsaved changes: by a dialog inside the site, by the browser when leaving it. */
export function UnsavedChangesGuard({
	warning,
	unsaved,
	onLeave,
}: {
	/** What the user would lose. */
	warning: string;
	/** Read when the user leaves, so that a save that has just succeeded counts. */
	unsaved(): boolean;
	onLeave?(): void;
}) {
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) => unsaved() && currentLocation.pathname !== nextLocation.pathname,
	);

	useEffect(() => {
		const ask = (event: BeforeUnloadEvent) => {
			if (unsaved()) event.preventDefault();
		};
		window.addEventListener("beforeunload", ask);
		return () => window.removeEventListener("beforeunload", ask);
	});

	if (blocker.state !== "blocked") return null;
	const { proceed, reset } = blocker;

	function handleLeave(): void {
		onLeave?.();
		proceed();
	}

	return <LeaveQuestion warning={warning} onStay={reset} onLeave={handleLeave} />;
}

export const LeaveQuestion = ({ warning, onStay, onLeave }: { warning: string; onStay(): void; onLeave(): void }) => (
	<QuestionDialog
		title="Leave Without Saving?"
		onClose={onStay}
		answers={
			<>
				<DeskButton onClick={onLeave}>Leave</DeskButton>
				<PrimaryButton data-safe onClick={onStay}>
					Stay
				</PrimaryButton>
			</>
		}
	>
		<p>{warning}</p>
	</QuestionDialog>
);
