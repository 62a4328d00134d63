import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { List } from "#admin/lists/list.ts";
import type { StatusRow } from "#admin/lists/list-rows.ts";
import { isConflict } from "#admin/session/api-client.ts";
import { toast } from "#ui/toast.ts";
import { type NotesDraft, notesDrafts } from "./notes-drafts.ts";

export type NotedRow = StatusRow & {
	notes: string | null;
	snoozed_until: string | null;
	version: string;
};

/**
 * The internal notes of a row while they are edited. A second save does not silently overwrite the first: when the
 * notes have changed since the draft began, seen live or reported by the server, `theirs` is what they say now, and
 * nothing is saved before the editor has chosen.
 */
export function useNotesEditor<Row extends NotedRow>(list: List<Row>, row: Row) {
	const [draft, setDraft] = useState(notesDrafts.get(row.id));

	function saveDraft(next: NotesDraft | undefined): void {
		if (next) notesDrafts.set(row.id, next);
		else notesDrafts.delete(row.id);
		setDraft(next);
	}

	const { mutate, isPending } = useMutation({
		mutationFn: ({ text, version }: NotesDraft) => list.change(row.id, { notes: text, version }),
		onSuccess(saved) {
			list.storeRows([saved]);
			saveDraft(undefined);
			toast({ title: "Notes Saved", description: "Internal notes have been saved successfully.", tone: "success" });
		},
		onError(error) {
			// The row as it is now; from it follows the conflict.
			if (isConflict(error)) list.storeRows([error.current as Row]);
			else toast({ title: "Error", description: "Failed to save notes", tone: "destructive" });
		},
	});

	const { text, version } = draft ?? { text: row.notes ?? "", version: row.version };
	const inConflict = draft !== undefined && draft.version !== row.version && draft.text !== (row.notes ?? "");
	return {
		text,
		saving: isPending,
		theirs: inConflict ? (row.notes ?? "") : undefined,
		edit: (next: string) => saveDraft({ text: next, version }),
		isChanged: text !== (row.notes ?? ""),
		/** @param after called once it is saved */
		save: (after?: () => void) => mutate({ text, version }, { onSuccess: after }),
		takeTheirs: () => saveDraft(undefined),
		saveMine: () => mutate({ text, version: row.version }),
	};
}
