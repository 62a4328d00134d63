import { Mutation } from "@tanstack/react-query";
import { answeredMutation, queryClient } from "#admin/session/query-client.ts";
import { toast } from "#ui/toast.ts";

let takeBack: (() => void) | undefined;
/** The last change, a mutation or what `startChange` has returned; undefined once it is final. */
let newest: object | undefined;
/** Ctrl+Z was pressed before the newest change was saved. */
let hurried = false;

queryClient.getMutationCache().subscribe((event) => {
	if (event.type === "added" && !event.mutation.meta?.reads) begin(event.mutation);
});

// Whatever is changed makes the change before it final.
function begin(change: object): void {
	endLastChange();
	newest = change;
}

/** To be called at the start of a change that isn't a mutation. @returns what its `toastWithUndo` takes */
export function startChange(): object {
	const change = {};
	begin(change);
	return change;
}

/** Makes the last change final: Ctrl+Z no longer undoes it. */
export function endLastChange(): void {
	newest = undefined;
	takeBack = undefined;
	hurried = false;
}

/**
 * Shows a toast with a button that undoes what it reports. Ctrl+Z does the same, until something else changes or the
 * screen is left, both of which may have happened before the answer. To be called as soon as the change is saved.
 * @param undo undefined if the change is final
 * @param change what is reported, if not the mutation that was answered last
 */
export function toastWithUndo(
	content: Omit<Parameters<typeof toast>[0], "action">,
	undo: (() => void) | undefined,
	change = answeredMutation(),
): void {
	if (!undo) {
		toast(content);
		return;
	}
	function handleUndo(): void {
		endLastChange();
		undo?.();
	}
	toast({ ...content, action: { label: "Undo", onSelect: handleUndo } });
	if (change !== newest) return;
	// After the callbacks of the change, which store what it has made.
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
	hurried = newest instanceof Mutation && newest.state.status === "pending";
	return hurried;
}
