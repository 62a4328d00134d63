import type { Mutation } from "@tanstack/react-query";
import { queryClient } from "#admin/session/query-client.ts";

let takeBack: (() => void) | undefined;
let newest: Mutation<unknown, unknown, unknown, unknown> | undefined;
/** Ctrl+Z was pressed before the newest change was saved. */
let hurried = false;

// Whatever is changed makes the change before it final.
queryClient.getMutationCache().subscribe((event) => {
	if (event.type !== "added") return;
	newest = event.mutation;
	takeBack = undefined;
	hurried = false;
});

/** Keeps the function that undoes the last status change, assignment, snooze, or reply, until something else changes. */
export function noteLastChange(undo: () => void): void {
	if (!hurried) {
		takeBack = undo;
		return;
	}
	hurried = false;
	// To be called after the change has been saved.
	queueMicrotask(undo);
}

/** @returns whether there is something to undo. A change that is still being saved is undone once it is saved. */
export function undoLastChange(): boolean {
	const undo = takeBack;
	takeBack = undefined;
	undo?.();
	if (undo) return true;
	hurried = newest?.state.status === "pending";
	return hurried;
}
