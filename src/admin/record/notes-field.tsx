import type { KeyboardEvent } from "react";
import { textLimits } from "#lib/fields.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { TextArea } from "#ui/field.tsx";
import type { useNotesEditor } from "./notes-editor.ts";

/** The notes in a row's details dialog. It asks which text to keep if someone else has changed them in the meantime. */
export function NotesField({
	notes,
	placeholder,
	onDone,
	onNext,
}: {
	notes: ReturnType<typeof useNotesEditor>;
	placeholder?: string | undefined;
	/** Called for Ctrl+Enter. */
	onDone(): void;
	/** Called for Ctrl+Shift+Enter. */
	onNext: (() => void) | undefined;
}) {
	function handleKeyDown(event: KeyboardEvent): void {
		if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		if (event.shiftKey && onNext) onNext();
		else onDone();
	}

	return (
		<div className="grid gap-3">
			<TextArea
				dense
				label="Internal Notes"
				rows={3}
				maxLength={textLimits.notes}
				placeholder={placeholder}
				value={notes.text}
				onChange={(event) => notes.edit(event.target.value)}
				onKeyDown={handleKeyDown}
				aria-keyshortcuts="N"
			/>
			{notes.theirs !== undefined && (
				<div role="alert" className="grid gap-2.5 rounded-sm bg-status-yellow-bg p-3.5 text-status-yellow">
					<p className="font-semibold">Someone else has changed these notes. Which version do you want to keep?</p>
					<p className="max-h-32 overflow-y-auto whitespace-pre-wrap">{notes.theirs || "(They deleted the notes.)"}</p>
					<div className="flex flex-wrap gap-2">
						<DeskButton onClick={notes.takeTheirs}>Use Theirs</DeskButton>
						<DeskButton busy={notes.saving} onClick={notes.saveMine}>
							Keep Mine
						</DeskButton>
					</div>
				</div>
			)}
		</div>
	);
}
