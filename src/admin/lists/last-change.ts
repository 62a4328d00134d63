import { answeredMutation, queryClient } from "#admin/session/query-client.ts";
import { toast } from "#ui/toast.ts";

let takeBack: (() => void) | undefined;
/** The last change, a mutation or what `startChange` has returned; undefined once it is final. */
let newest: object | undefined;

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
	if (change === newest) takeBack = undo;
}

/** @returns whether there was something to undo */
export function undoLastChange(): boolean {
	const undo = takeBack;
	takeBack = undefined;
	undo?.();
	return undo !== undefined;
}
