import { QuestionDialog } from "#admin/editing/question-dialog.tsx";
import { ApiError } from "#admin/session/api-client.ts";
import { DeskButton, PrimaryButton } from "#ui/desk-buttons.tsx";

/** Whether staff are asked first, because something else has this time. */
export const isTaken = (error: Error | null): error is ApiError =>
	error instanceof ApiError && error.code === "time_taken";

export function BookAnyway({
	refusal,
	onBack,
	onAnyway,
}: {
	refusal: Error;
	onBack: () => void;
	onAnyway: () => void;
}) {
	return (
		<QuestionDialog
			title="Book Anyway?"
			onClose={onBack}
			onCloseAutoFocus={focusTime}
			answers={
				<>
					<DeskButton onClick={onBack}>Choose Another Time</DeskButton>
					<PrimaryButton onClick={onAnyway}>Book anyway</PrimaryButton>
				</>
			}
		>
			<p>{refusal.message}</p>
		</QuestionDialog>
	);
}

/** What asks staff in a dialog that adds a booking. */
export const askIfTaken = {
	allows: isTaken,
	question: (refusal: Error, back: () => void, anyway: () => void) => (
		<BookAnyway refusal={refusal} onBack={back} onAnyway={anyway} />
	),
};

/** In the form that the question came from, if that is still there. */
function focusTime(event: Event): void {
	const field = document.querySelector<HTMLElement>('[role="dialog"] [name="preferred_time"]');
	if (!field) return;
	event.preventDefault();
	field.focus();
}
