import { useMutation } from "@tanstack/react-query";
import { type ComponentType, useRef, useState } from "react";
import { answerDeadline, currentRow, isUnanswered } from "#admin/session/api-client.ts";
import type { Failure } from "#admin/session/query-client.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { differing, isNewestSave, nameSave, type SavedRow, type Sent, storedSave, touchedFields } from "./saves.ts";
import { stayHere } from "./unsaved-changes.tsx";

/** A save without an answer is sent again under its name, so that the server does it once. */
export const retrySave = (failures: number, error: Error) => failures < 2 && isUnanswered(error);

/**
 * Saves a form: over the version that the editing started from, or as a new record under an id of its own. What only someone
 * else has changed in the meantime stays. Of fields that both have changed, the editor chooses a version in the dialog.
 */
export function useVersionedSave<
	Input extends { [name: string]: unknown },
	Stored extends SavedRow & { [name: string]: unknown },
>({
	initial,
	isWhole = false,
	create,
	change,
	onSaved,
	onTheirs,
	onRefused,
	failure,
	Difference,
	subject,
}: {
	initial: Stored | undefined;
	/** The fields belong together, so that a change of any of them is one of all. */
	isWhole?: boolean;
	/** @param named the record's id, and the name of the save */
	create(input: Input, named: { id: string; save_id: string }, request: { init: RequestInit }): Promise<Stored>;
	/** @param touched what of the input differs from what the editing started from */
	change(
		input: Input,
		touched: Partial<Input>,
		named: { id: string; save_id: string; version: number },
		request: { init: RequestInit },
	): Promise<Stored>;
	onSaved(stored: Stored): void;
	/** Continues with their version. */
	onTheirs(theirs: Stored): void;
	onRefused?(error: Error): void;
	failure: Exclude<Failure, string>;
	/** Shows what differs, for the choice between the versions. */
	Difference?: ComponentType<{ mine: Input; theirs: Stored }>;
	subject: string;
}) {
	const [newId] = useState(() => crypto.randomUUID());
	/** The record to overwrite: the one that last filled the form, or the one that the editor has decided to overwrite. */
	const [basis, setBasis] = useState(initial);
	const [conflict, setConflict] = useState<{ mine: Input; theirs: Stored }>();
	/** What had no answer: the server may have done it. */
	const unconfirmed = useRef<Sent<Partial<Input>>[]>([]);
	/** Until the button is shown as busy, it can be clicked again. */
	const isSending = useRef(false);
	type Save = { mine: Input; over: Stored | undefined; sent: Sent<Partial<Input>> };

	const { mutate, isPending } = useMutation({
		mutationFn({ mine, over, sent: { save_id, body } }: Save) {
			const request = { init: { signal: answerDeadline() } };
			if (!over) return create(mine, { id: newId, save_id }, request);
			return change(mine, body, { id: over.id, save_id, version: over.version }, request);
		},
		retry: retrySave,
		onSettled() {
			isSending.current = false;
		},
		onSuccess: (stored) => onSaved(stored),
		onError(error, save) {
			stayHere();
			const theirs = currentRow<Stored>(error);
			if (theirs) return handleNewer(theirs, save);
			if (isUnanswered(error)) unconfirmed.current.push(save.sent);
			onRefused?.(error);
		},
		meta: { failure: (error) => (currentRow(error) ? undefined : failure(error)) },
	});

	/** The record isn't what the save started from, perhaps because of this editor's own save, of which nobody heard. */
	function handleNewer(theirs: Stored, { mine, over, sent }: Save): void {
		if (storedSave(theirs, [sent])) {
			onSaved(theirs);
			return;
		}
		const own = storedSave(theirs, unconfirmed.current);
		const isOwn = own !== undefined && isNewestSave(theirs, own);
		const theirChanges = differing(over ?? {}, theirs, Object.keys(mine));
		const isAsked = !isOwn && (isWhole || theirChanges.some((name) => name in sent.body));
		if (isAsked) setConflict({ mine, theirs });
		else saveOver(theirs, mine, over);
	}

	/** @param from what the editing started from, with which the unchanged fields are told from the others */
	function saveOver(over: Stored | undefined, mine: Input, from = over): void {
		isSending.current = true;
		setBasis(over);
		const body = from && !isWhole ? touchedFields(from, mine) : mine;
		mutate({ mine, over, sent: nameSave<Partial<Input>>(body, unconfirmed.current) });
	}

	return {
		isSaving: isPending,
		save: (mine: Input) => isSending.current || saveOver(basis, mine),
		conflictDialog: conflict && (
			<ConflictDialog
				subject={subject}
				difference={Difference && <Difference mine={conflict.mine} theirs={conflict.theirs} />}
				onKeepEditing={() => setConflict(undefined)}
				onTakeTheirs={() => {
					setConflict(undefined);
					setBasis(conflict.theirs);
					onTheirs(conflict.theirs);
				}}
				onSaveMine={() => {
					setConflict(undefined);
					saveOver(conflict.theirs, conflict.mine, basis);
				}}
			/>
		),
	};
}
