import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { isConflict } from "#admin/session/api-client.ts";
import type { Failure } from "#admin/session/query-client.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";

/**
 * Saves what a form holds: over the version that the editing began from, or as something new without one. When somebody
 * else has been quicker, nothing is saved before the editor has chosen in the dialog.
 */
export function useVersionedSave<Input, Stored extends { version: string }>({
	initial,
	send,
	onSaved,
	onTheirs,
	onRefused,
	failure,
	...conflictTexts
}: {
	initial: Stored | undefined;
	/** @param over what is saved over; its version goes along */
	send(input: Input, over: Stored | undefined): Promise<Stored>;
	onSaved(stored: Stored, input: Input): void;
	/** Goes on from their version. */
	onTheirs(theirs: Stored): void;
	onRefused?(error: Error): void;
	failure: Exclude<Failure, string>;
	subject: string;
	afterwards?: string;
}) {
	/** What is saved over: the last that the form was filled from, or that the editor has put their own above. */
	const [basis, setBasis] = useState(initial);
	const [conflict, setConflict] = useState<{ mine: Input; theirs: Stored }>();
	const { mutate, isPending } = useMutation({
		mutationFn: ({ mine, over }: { mine: Input; over: Stored | undefined }) => send(mine, over),
		onSuccess: (stored, { mine }) => onSaved(stored, mine),
		onError(error, { mine }) {
			if (isConflict(error)) setConflict({ mine, theirs: error.current as Stored });
			else onRefused?.(error);
		},
		meta: { failure: (error) => (isConflict(error) ? undefined : failure(error)) },
	});
	const settle = () => setConflict(undefined);

	return {
		basis,
		setBasis,
		isSaving: isPending,
		save: (mine: Input) => mutate({ mine, over: basis }),
		conflictDialog: conflict && (
			<ConflictDialog
				{...conflictTexts}
				onKeepEditing={settle}
				onTakeTheirs={() => {
					settle();
					setBasis(conflict.theirs);
					onTheirs(conflict.theirs);
				}}
				onSaveMine={() => {
					settle();
					setBasis(conflict.theirs);
					mutate({ mine: conflict.mine, over: conflict.theirs });
				}}
			/>
		),
	};
}
