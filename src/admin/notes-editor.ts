import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "#ui/toast.ts";
import { ApiError } from "./api-client.ts";
import type { List } from "./list.ts";
import type { ListRow } from "./list-rows.ts";

type NotedRow<Status> = ListRow & { status: Status; notes: string | null };

/** Unsaved notes: what was typed, and the notes it began from. */
type Draft = { text: string; basis: string | null };

/** By row: unsaved notes survive the closing of their dialog. */
const drafts = new Map<string, Draft>();

/**
 * The internal notes of a row while they are edited. Whoever saves second is not believed blindly: when the notes have
 * changed since the draft began, seen live or told by the server, `theirs` is what they say now, and nothing is
 * saved before the editor has chosen.
 */
export function useNotesEditor<Row extends NotedRow<Status>, Status extends string>(list: List<Row, Status>, row: Row) {
	const client = useQueryClient();
	const [draft, setDraft] = useState(drafts.get(row.id));

	function keepDraft(next: Draft | undefined): void {
		if (next) drafts.set(row.id, next);
		else drafts.delete(row.id);
		setDraft(next);
	}

	const keepRow = (known: Row) => client.setQueryData(list.query.queryKey, (rows) => rows && list.merge(rows, [known]));

	const { mutate, isPending } = useMutation({
		mutationFn: (saved: Draft) => list.change(row.id, { notes: saved.text, expected_notes: saved.basis }),
		onSuccess(saved) {
			keepRow(saved);
			keepDraft(undefined);
			toast({ title: "Notes Saved", description: "Internal notes have been saved successfully.", tone: "success" });
		},
		onError(error) {
			// The row as it is now; from it follows the conflict.
			if (error instanceof ApiError && error.code === "conflict") keepRow(error.current as Row);
			else toast({ title: "Error", description: "Failed to save notes", tone: "destructive" });
		},
	});

	const text = draft?.text ?? row.notes ?? "";
	const inConflict = draft !== undefined && draft.basis !== row.notes && draft.text !== (row.notes ?? "");
	return {
		text,
		saving: isPending,
		theirs: inConflict ? (row.notes ?? "") : undefined,
		edit: (next: string) => keepDraft({ text: next, basis: draft ? draft.basis : row.notes }),
		save: () => mutate({ text, basis: draft ? draft.basis : row.notes }),
		takeTheirs: () => keepDraft(undefined),
		keepMine: () => mutate({ text, basis: row.notes }),
	};
}
