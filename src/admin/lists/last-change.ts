import type { Mutation } from "@tanstack/react-query";
import { queryClient } from "#admin/session/query-client.ts";
import { toast } from "#ui/toast.ts";

let takeBack: (() => void) | undefined;
let newest: Mutation<unknown, unknown, unknown, unknown> | undefined;
/** Ctrl+Z was pressed before the newest change was saved. */
let hurried = false;

// Whatever is changed makes the change before it final.
queryClient.getMutationCache().subscribe((event) => {
	if (event.type !== "added" || event.mutation.meta?.reads) return;
	endLastChange();
	newest = event.mutation;
});

/** Makes the last change final: Ctrl+Z no longer undoes it. To be called at a change that isn't a mutation. */
export function endLastChange(): void {
	newest = undefined;
	takeBack = undefined;
	hurried = false;
}

/**
 * Shows a toast with a button that undoes what it reports. Ctrl+Z does the same, until something else changes.
 * @param undo undefined if the change is final
 */
export function toastWithUndo(
	content: Omit<Parameters<typeof toast>[0], "action">,
	undo: (() => void) | undefined,
): void {
	if (!undo) {
		endLastChange();
		toast(content);
		return;
	}
	function handleUndo(): void {
		endLastChange();
		undo?.();
	}
	toast({ ...content, action: { label: "Undo", onSelect: handleUndo } });
	// To be called after the change has been saved.
	if (hurried) queueMicrotask(handleUndo);
	else takeBack = undo;
	hurried = false;
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
