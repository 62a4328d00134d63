import { QuestionDialog } from "#admin/editing/question-dialog.tsx";
import { ApiError } from "#admin/session/api-client.ts";
import { formatTimeOfDay } from "#lib/time/dates.ts";
import { DeskButton, PrimaryButton } from "#ui/desk-buttons.tsx";

/** Whether staff are asked first, because something else has this time or no one expects a call at it. */
export const isQuestioned = (error: Error | null): error is ApiError =>
	error instanceof ApiError && (error.code === "time_taken" || error.code === "odd_time");

export function BookAnyway({
	refusal,
	isMove = false,
	onBack,
	onAnyway,
	onChoose,
}: {
	refusal: ApiError;
	isMove?: boolean;
	onBack: () => void;
	onAnyway: () => void;
	/** Called with another time of the same day, such as 09:30. */
	onChoose: (time: string) => void;
}) {
	const verb = isMove ? "Move" : "Book";
	const { free } = refusal.current as { free?: string[] };
	return (
		<QuestionDialog
			title={`${verb} Anyway?`}
			onClose={onBack}
			onCloseAutoFocus={focusTime}
			answers={
				<>
					<DeskButton onClick={onBack}>Choose Another Time</DeskButton>
					<PrimaryButton onClick={onAnyway}>{verb} anyway</PrimaryButton>
				</>
			}
		>
			<p>{refusal.message}</p>
			{free?.length === 0 && <p className="text-muted-foreground">There are no free times on that day.</p>}
			{free && free.length > 0 && (
				<fieldset className="grid grid-cols-4 gap-1.5">
					<legend className="mb-1.5 pt-1 text-muted-foreground">Free times on that day:</legend>
					{free.map((time) => (
						<DeskButton key={time} className="justify-center px-1!" onClick={() => onChoose(time)}>
							{formatTimeOfDay(time)}
						</DeskButton>
					))}
				</fieldset>
			)}
		</QuestionDialog>
	);
}

/** What asks staff in a dialog that adds a booking. */
export const askAboutTime = {
	allows: isQuestioned,
	question: (refusal: ApiError, back: () => void, again: (chosen?: { preferred_time: string }) => void) => (
		<BookAnyway
			refusal={refusal}
			onBack={back}
			onAnyway={() => again()}
			onChoose={(preferred_time) => again({ preferred_time })}
		/>
	),
};

/** In the form that the question came from, if that is still there. */
function focusTime(event: Event): void {
	const field = document.querySelector<HTMLElement>('[role="dialog"] [name="preferred_time"]');
	if (!field) return;
	event.preventDefault();
	field.focus();
}
