import { Button } from "#ui/button.tsx";
import { QuestionDialog } from "./question-dialog.tsx";

/** A save met a newer version: the editor chooses which one goes on. */
export function ConflictDialog({
	subject,
	afterwards = "The version you don't choose will be lost.",
	onKeepEditing,
	onTakeTheirs,
	onSaveMine,
}: {
	/** 'invoice' in 'This invoice has changed'. */
	subject: string;
	/** What becomes of the version that is not chosen. */
	afterwards?: string;
	onKeepEditing(): void;
	onTakeTheirs(): void;
	onSaveMine(): void;
}) {
	return (
		<QuestionDialog
			title={`This ${subject} has changed`}
			onClose={onKeepEditing}
			answers={
				<>
					<Button size="dense" variant="ghost" className="sm:mr-auto sm:-ml-3.5" onClick={onKeepEditing}>
						Keep Editing
					</Button>
					<Button size="dense" variant="secondary" onClick={onTakeTheirs}>
						Use Their Version
					</Button>
					<Button size="dense" onClick={onSaveMine}>
						Save Mine
					</Button>
				</>
			}
		>
			<p>
				Someone else changed this {subject} after you opened it, so your changes haven't been saved yet. {afterwards}
			</p>
		</QuestionDialog>
	);
}
