import { useMutation } from "@tanstack/react-query";
import { type ComponentType, useRef, useState } from "react";
import { answerDeadline, isConflict } from "#admin/session/api-client.ts";
import type { Failure } from "#admin/session/query-client.ts";
import { inSession } from "#lib/editing-session.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { stayHere } from "./unsaved-changes.tsx";

/**
 * Saves a form: over the version that the editing started from, or as a new record. If someone else has saved in the
 * meantime, nothing is saved until the editor has chosen a version in the dialog.
 */
export function useVersionedSave<Input, Stored extends { version: string }>({
	initial,
	session: named,
	ready = async () => undefined,
	send,
	onSaved,
	onTheirs,
	keepMine = async () => true,
	onConflict = (mine) => mine,
	isStored = () => false,
	onRefused,
	onSettled,
	failure,
	Difference,
	...conflictTexts
}: {
	initial: Stored | undefined;
	/** The editing session; by default, each form is one. */
	session?: string;
	/** What a save has to wait for. */
	ready?(): Promise<void>;
	/**
	 * @param over the record to overwrite, with its version
	 * @param request names the session to the server, and ends in time
	 */
	send(
		input: Input,
		over: Stored | undefined,
		request: ReturnType<typeof inSession> & { init: RequestInit },
	): Promise<Stored>;
	onSaved(stored: Stored, input: Input): void;
	/** Continues with their version. */
	onTheirs(theirs: Stored): void;
	/** Before that, keeps the editor's own where `afterwards` says. @returns whether it is there; if not, nothing is chosen */
	keepMine?(theirs: Stored): Promise<boolean>;
	/** What of the editor's version is to be chosen from, beside theirs. All by default. */
	onConflict?(mine: Input, theirs: Stored): Input;
	/** Whether their version is what the editor wanted to save, so that there is nothing to choose. */
	isStored?(mine: Input, theirs: Stored): boolean;
	onRefused?(error: Error): void;
	/** After any of these. */
	onSettled?(): void;
	failure: Exclude<Failure, string>;
	/** Shows what differs, for the choice between the versions. */
	Difference?: ComponentType<{ mine: Input; theirs: Stored }>;
	subject: string;
	afterwards?: string;
}) {
	const [own] = useState(() => crypto.randomUUID());
	const session = named ?? own;
	/** The record to overwrite: the one that last filled the form, or the one that the editor has decided to overwrite. */
	const [basis, setBasis] = useState(initial);
	const [conflict, setConflict] = useState<{ mine: Input; theirs: Stored; isSecond: boolean }>();
	/** Until the button is shown as busy, it can be clicked again. */
	const isSending = useRef(false);
	const { mutate, mutateAsync, isPending, variables } = useMutation({
		onMutate() {
			isSending.current = true;
		},
		onSettled() {
			isSending.current = false;
			onSettled?.();
		},
		async mutationFn({ mine, over }: { mine: Input; over: Stored | undefined; isChosen?: boolean }) {
			await ready();
			return send(mine, over, { ...inSession(session), init: { signal: answerDeadline() } });
		},
		onSuccess: (stored, { mine }) => onSaved(stored, mine),
		onError(error, { mine, isChosen = false }) {
			stayHere();
			if (!isConflict(error)) return onRefused?.(error);
			const theirs = error.current as Stored;
			if (isStored(mine, theirs)) onSaved(theirs, mine);
			else setConflict({ mine: onConflict(mine, theirs), theirs, isSecond: isChosen });
		},
		meta: { failure: (error) => (isConflict(error) ? undefined : failure(error)) },
	});
	const settle = () => setConflict(undefined);
	const [isKeeping, setKeeping] = useState(false);

	async function takeTheirs(theirs: Stored): Promise<void> {
		setKeeping(true);
		const isKept = await keepMine(theirs);
		setKeeping(false);
		if (!isKept) return;
		settle();
		setBasis(theirs);
		onTheirs(theirs);
	}

	return {
		basis,
		setBasis,
		isSaving: isPending,
		/** What is being saved. */
		saving: isPending ? variables.mine : undefined,
		save: (mine: Input) => isSending.current || mutate({ mine, over: basis }),
		/** Rejects once the reader has been told why it failed. */
		saved: (mine: Input) => mutateAsync({ mine, over: basis }),
		conflictDialog: conflict && (
			<ConflictDialog
				{...conflictTexts}
				isSecond={conflict.isSecond}
				difference={Difference && <Difference mine={conflict.mine} theirs={conflict.theirs} />}
				onKeepEditing={settle}
				isKeeping={isKeeping}
				onTakeTheirs={() => void takeTheirs(conflict.theirs)}
				onSaveMine={() => {
					settle();
					setBasis(conflict.theirs);
					mutate({ mine: conflict.mine, over: conflict.theirs, isChosen: true });
				}}
			/>
		),
	};
}
