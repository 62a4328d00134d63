import { setImmediate as nextTask } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { clearAccountData } from "#admin/session/clear-account-data.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { leaveScreen } from "#desk/screen-toasts.tsx";
import { toastStore } from "#ui/toast.ts";
import { endLastChange, startChange, toastWithUndo, undoLastChange } from "./last-change.ts";

const change = (meta?: { reads: true }) =>
	queryClient
		.getMutationCache()
		.build(queryClient, { mutationFn: async () => undefined, ...(meta && { meta }) })
		.execute(undefined);

const changed = { title: "Booking Updated" };

async function changeWithUndo(undo: () => void): Promise<void> {
	await change();
	toastWithUndo(changed, undo);
}

/** A change whose answer, and with it the toast, comes when the test says so, each in a task of its own. */
function startSlowChange() {
	const { promise, resolve: release } = Promise.withResolvers<void>();
	const undo = vi.fn();
	queryClient
		.getMutationCache()
		.build(queryClient, { mutationFn: () => promise, onSuccess: () => toastWithUndo(changed, undo) })
		.execute(undefined);
	async function answer(): Promise<void> {
		release();
		await nextTask();
	}
	return { undo, answer };
}

const pressButton = () => toastStore.getSnapshot()?.action?.onSelect();

test("undoes the last change once, whatever its toast reports", async () => {
	const undo = vi.fn();
	await changeWithUndo(undo);
	expect(undoLastChange()).toBe(true);
	expect(undoLastChange()).toBe(false);
	expect(undo).toHaveBeenCalledOnce();
});

test("undoes nothing that its toast has already undone", async () => {
	const undo = vi.fn();
	await changeWithUndo(undo);
	expect(toastStore.getSnapshot()?.action?.label).toBe("Undo");
	pressButton();
	expect(undoLastChange()).toBe(false);
	expect(undo).toHaveBeenCalledOnce();
});

test("undoes nothing once something else was changed", async () => {
	const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()];
	await changeWithUndo(first);
	await change();
	expect(undoLastChange()).toBe(false);
	await changeWithUndo(second);
	undoLastChange();
	await changeWithUndo(third);
	await change();
	toastWithUndo({ title: "Contact Added" }, undefined);
	expect(undoLastChange()).toBe(false);
	await changeWithUndo(third);
	endLastChange();
	expect(undoLastChange()).toBe(false);
	expect(first).not.toHaveBeenCalled();
	expect(second).toHaveBeenCalledOnce();
	expect(third).not.toHaveBeenCalled();
});

test("a download leaves the change before it to be undone", async () => {
	const undo = vi.fn();
	await changeWithUndo(undo);
	await change({ reads: true });
	expect(undoLastChange()).toBe(true);
	expect(undo).toHaveBeenCalledOnce();
});

test("the answer of an earlier change leaves the newer one to be undone", async () => {
	const [first, second] = [startSlowChange(), startSlowChange()];
	expect(undoLastChange()).toBe(false);
	await second.answer();
	await first.answer();
	expect(undoLastChange()).toBe(true);
	expect(first.undo).not.toHaveBeenCalled();
	expect(second.undo).toHaveBeenCalledOnce();
});

test("a final change leaves a newer one to be undone", async () => {
	const undo = vi.fn();
	const { promise, resolve } = Promise.withResolvers<void>();
	queryClient
		.getMutationCache()
		.build(queryClient, { mutationFn: () => promise, onSuccess: () => toastWithUndo(changed, undefined) })
		.execute(undefined);
	await changeWithUndo(undo);
	resolve();
	await nextTask();
	expect(undoLastChange()).toBe(true);
	expect(undo).toHaveBeenCalledOnce();
});

test.each([
	["the screen", leaveScreen],
	["the account", clearAccountData],
])("a change that is answered after %s was left is undone by its toast alone", async (_, leave) => {
	const { undo, answer } = startSlowChange();
	leave();
	await answer();
	expect(undoLastChange()).toBe(false);
	expect(undo).not.toHaveBeenCalled();
	pressButton();
	expect(undo).toHaveBeenCalledOnce();
});

test("undoes what isn't a mutation, unless something else was changed or the screen left meanwhile", async () => {
	const undo = vi.fn();
	const earlier = startSlowChange();
	const reply = startChange();
	await earlier.answer();
	expect(undoLastChange()).toBe(false);
	toastWithUndo({ title: "Reply Sent" }, undo, reply);
	expect(undoLastChange()).toBe(true);
	expect(undo).toHaveBeenCalledOnce();

	for (const meanwhile of [change, leaveScreen]) {
		const late = startChange();
		await meanwhile();
		toastWithUndo({ title: "Reply Sent" }, undo, late);
		expect(undoLastChange()).toBe(false);
	}
	expect(undo).toHaveBeenCalledOnce();
});
