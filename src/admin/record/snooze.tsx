import { useMutation } from "@tanstack/react-query";
import { AlarmClock } from "lucide-react";
import { type FormEvent, use, useRef, useState } from "react";
import { QuestionDialog } from "#admin/editing/question-dialog.tsx";
import { toastWithUndo } from "#admin/lists/last-change.ts";
import { type List, personOf } from "#admin/lists/list.ts";
import { formatDay } from "#lib/time/dates.ts";
import { isSnoozed, snoozeDays } from "#lib/time/snooze.ts";
import { Button } from "#ui/button.tsx";
import { DeskButton, SubmitButton } from "#ui/desk-buttons.tsx";
import { TextField } from "#ui/field.tsx";
import { usualWarning } from "#ui/focus/leave-form.ts";
import { toast } from "#ui/toast.ts";
import { useDialogKeys } from "./dialog-keys.ts";
import type { NotedRow } from "./notes-editor.ts";
import { useToday } from "./now.ts";
import { RecordPlaceContext } from "./record-place.tsx";

/** Lets the open record wait until a day, at the end of its list, and goes on to the next one. */
export function SnoozeButton<Row extends NotedRow>({ list, row }: { list: List<Row>; row: Row }) {
	const [asking, setAsking] = useState(false);
	const button = useRef<HTMLButtonElement>(null);
	const place = use(RecordPlaceContext);
	const today = useToday();
	const { mutate } = useSnooze(list, row);
	useDialogKeys(button, { s: () => setAsking(true) });

	function handleChoice(day: string): void {
		setAsking(false);
		mutate(day);
		place?.next?.();
	}

	if (isSnoozed(row, today)) {
		return (
			<Button size="dense" variant="ghost" title="End the snooze" onClick={() => mutate(null)}>
				<AlarmClock aria-hidden className="size-4" strokeWidth={1.75} />
				Until {formatDay(row.snoozed_until ?? "")}
				<span className="sr-only">: end the snooze</span>
			</Button>
		);
	}
	return (
		<>
			<Button
				ref={button}
				size="dense"
				variant="ghost"
				aria-keyshortcuts="S"
				title="Snooze (S)"
				className="max-sm:px-2.5!"
				onClick={() => setAsking(true)}
			>
				<AlarmClock aria-hidden className="size-4" strokeWidth={1.75} />
				<span className="max-sm:sr-only">Snooze</span>
			</Button>
			{asking && <SnoozeDialog today={today} onChoose={handleChoice} onClose={() => setAsking(false)} />}
		</>
	);
}

function SnoozeDialog({ today, onChoose, onClose }: { today: string; onChoose(day: string): void; onClose(): void }) {
	const days = snoozeDays(today);
	const [other, setOther] = useState("");
	const [error, setError] = useState<string>();

	function handleSubmit(event: FormEvent): void {
		event.preventDefault();
		if (other > today) onChoose(other);
		else setError("Please choose a day after today.");
	}

	return (
		<QuestionDialog title="Snooze" onClose={onClose} answers={null}>
			<p>
				Under New or Pending, the record will move to the end of the list until the day you choose. The next one opens.
			</p>
			<div className="grid gap-2">
				{days.map(({ label, day }) => (
					<DeskButton key={label} onClick={() => onChoose(day)}>
						{label}
						<span className="font-normal text-muted-foreground">{formatDay(day)}</span>
					</DeskButton>
				))}
			</div>
			<form
				noValidate
				data-unsaved={other ? usualWarning : undefined}
				onSubmit={handleSubmit}
				className="mt-2 flex flex-wrap items-end gap-2"
			>
				<TextField
					dense
					className="grow"
					label="Another Day"
					type="date"
					value={other}
					error={error}
					onChange={(event) => {
						setOther(event.target.value);
						setError(undefined);
					}}
				/>
				<SubmitButton>Snooze</SubmitButton>
			</form>
		</QuestionDialog>
	);
}

/** `mutate` takes the day, or null to end the snooze. */
function useSnooze<Row extends NotedRow>(list: List<Row>, row: Row) {
	const save = async (day: string | null): Promise<void> => {
		const saved = await list.change(row.id, { snoozed_until: day });
		list.storeRows([saved]);
	};
	// By the time a toast is shown, another record is open.
	const name = personOf(list, row);
	const { mutate: restore } = useMutation({
		mutationFn: save,
		onSuccess: () => toast({ title: "Snooze Undone", description: `${name} is back in place.`, tone: "success" }),
		meta: { failure: list.failureToast(list.failures.change) },
	});
	return useMutation({
		// What the row had is read here: once it is stored, it has the new day, also in onSuccess.
		async mutationFn(day: string | null) {
			await save(day);
			return row.snoozed_until;
		},
		onSuccess(former, day) {
			toastWithUndo(
				{
					title: day ? `${list.subject} Snoozed` : "Snooze Ended",
					description: day ? `${name} will be back in place on ${formatDay(day)}.` : `${name} is back in place.`,
					tone: "success",
				},
				() => restore(former),
			);
		},
		meta: { failure: list.failureToast(list.failures.change) },
	});
}
