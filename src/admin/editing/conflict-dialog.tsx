import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { DeskButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import { QuestionDialog } from "./question-dialog.tsx";

/** Opens when a save finds a newer version. The editor chooses which version to keep. */
export function ConflictDialog({
	subject,
	afterwards = "The version you don't choose will be lost.",
	difference,
	onKeepEditing,
	onTakeTheirs,
	onSaveMine,
}: {
	/** Such as 'invoice' in 'This invoice has changed'. */
	subject: string;
	/** Explains what happens to the other version. */
	afterwards?: string;
	/** What differs between the two versions, if the subject can say. */
	difference?: ReactNode;
	onKeepEditing(): void;
	onTakeTheirs(): void;
	onSaveMine(): void;
}) {
	return (
		<QuestionDialog
			title="Newer Version Found"
			size={difference ? "md" : "sm"}
			isUnexpected
			onClose={onKeepEditing}
			answers={
				<>
					<Button size="dense" variant="ghost" className="sm:mr-auto sm:-ml-3.5" onClick={onKeepEditing}>
						Keep Editing
					</Button>
					<DeskButton onClick={onTakeTheirs}>Use Their Version</DeskButton>
					<PrimaryButton onClick={onSaveMine}>Save My Version</PrimaryButton>
				</>
			}
		>
			{/* It may have been the same person, in another tab. */}
			<p>
				This {subject} has changed since you opened it, so your changes haven't been saved yet. {afterwards}
			</p>
			{difference}
		</QuestionDialog>
	);
}
