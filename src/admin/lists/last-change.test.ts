import { expect, test, vi } from "vitest";
import { queryClient } from "#admin/session/query-client.ts";
import { toastStore } from "#ui/toast.ts";
import { endLastChange, toastWithUndo, undoLastChange } from "./last-change.ts";

const change = (meta?: { reads: true }) =>
	queryClient
		.getMutationCache()
		.build(queryClient, { mutationFn: async () => undefined, ...(meta && { meta }) })
		.execute(undefined);

const changed = { title: "Booking Updated" };

test("undoes the last change once, whatever its toast reports", () => {
	const undo = vi.fn();
	toastWithUndo(changed, undo);
	expect(undoLastChange()).toBe(true);
	expect(undoLastChange()).toBe(false);
	expect(undo).toHaveBeenCalledOnce();
});

test("undoes nothing that its toast has already undone", () => {
	const undo = vi.fn();
	toastWithUndo(changed, undo);
	const { action } = toastStore.getSnapshot() ?? {};
	expect(action?.label).toBe("Undo");
	action?.onSelect();
	expect(undoLastChange()).toBe(false);
	expect(undo).toHaveBeenCalledOnce();
});

test("undoes nothing once something else was changed", async () => {
	const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()];
	toastWithUndo(changed, first);
	await change();
	expect(undoLastChange()).toBe(false);
	await change();
	toastWithUndo(changed, second);
	undoLastChange();
	toastWithUndo(changed, third);
	toastWithUndo({ title: "Contact Added" }, undefined);
	expect(undoLastChange()).toBe(false);
	toastWithUndo(changed, third);
	endLastChange();
	expect(undoLastChange()).toBe(false);
	expect(first).not.toHaveBeenCalled();
	expect(second).toHaveBeenCalledOnce();
	expect(third).not.toHaveBeenCalled();
});

test("a download leaves the change before it to be undone", async () => {
	const undo = vi.fn();
	toastWithUndo(changed, undo);
	await change({ reads: true });
	expect(undoLastChange()).toBe(true);
	expect(undo).toHaveBeenCalledOnce();
});

test("undoes a change that is still being saved, once it is", async () => {
	const undo = vi.fn();
	const saving = change();
	expect(undoLastChange()).toBe(true);
	expect(undo).not.toHaveBeenCalled();
	await saving;
	toastWithUndo(changed, undo);
	await Promise.resolve();
	expect(undo).toHaveBeenCalledOnce();
	expect(undoLastChange()).toBe(false);
});
