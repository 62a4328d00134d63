import { setImmediate as nextTask } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { clearAccountData } from "#admin/session/clear-account-data.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { leaveScreen } from "#desk/screen-toasts.tsx";
import { toastStore } from "#ui/toast.ts";
import { endLastChanges, startChange, toastWithUndo, undoLastChange } from "./last-change.ts";

const change = (meta?: { reads: true }) =>
	queryClient
		.getMutationCache()
		.build(queryClient, { mutationFn: async () => undefined, ...(meta && { meta }) })
		.execute(undefined);

beforeEach(() => {
	// Of other tests, also what was never answered.
	queryClient.clear();
	endLastChanges();
});

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

const nothing = "Nothing more to undo.";
const told = () => toastStore.getSnapshot()?.description;

test("undoes ten changes and more, newest first, and says when there is nothing more", async () => {
	const undone: number[] = [];
	for (let n = 1; n <= 12; n++) await changeWithUndo(() => undone.push(n));
	for (let n = 1; n <= 12; n++) undoLastChange();
	expect(undone).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
	expect(told()).toBeUndefined();
	undoLastChange();
	expect(told()).toBe(nothing);
	expect(undone).toHaveLength(12);
});

test("undoes nothing that its toast has already undone", async () => {
	const undo = vi.fn();
	await changeWithUndo(undo);
	expect(toastStore.getSnapshot()?.action?.label).toBe("Undo");
	pressButton();
	undoLastChange();
	expect(told()).toBe(nothing);
	expect(undo).toHaveBeenCalledOnce();
});

test("a change without an undo, or a download, leaves the change before it to be undone", async () => {
	const undo = vi.fn();
	await changeWithUndo(undo);
	await change();
	toastWithUndo({ title: "Contact Added" }, undefined);
	await change({ reads: true });
	undoLastChange();
	expect(undo).toHaveBeenCalledOnce();
});

test("what is being changed is undone once it is answered, in the order in which it was begun", async () => {
	const [first, second] = [startSlowChange(), startSlowChange()];
	undoLastChange();
	await second.answer();
	expect(second.undo).not.toHaveBeenCalled();
	await first.answer();
	await expect.poll(() => second.undo.mock.calls.length).toBe(1);
	expect(first.undo).not.toHaveBeenCalled();
	undoLastChange();
	expect(first.undo).toHaveBeenCalledOnce();
});

test("a reply that has left is not undone any more, and what was changed before it is", async () => {
	const [earlier, reply] = [vi.fn(), vi.fn()];
	await changeWithUndo(earlier);
	toastWithUndo({ title: "Reply Sent" }, reply, startChange(), { until: Date.now() - 1 });
	undoLastChange();
	expect(earlier).toHaveBeenCalledOnce();
	expect(reply).not.toHaveBeenCalled();
});

test("a change that is answered after the account was left is undone by its toast alone", async () => {
	const { undo, answer } = startSlowChange();
	clearAccountData();
	await answer();
	const offered = toastStore.getSnapshot()?.action;
	undoLastChange();
	expect(undo).not.toHaveBeenCalled();
	offered?.onSelect();
	expect(undo).toHaveBeenCalledOnce();
});

test("undoes what isn't a mutation, also on the next screen", () => {
	const undo = vi.fn();
	toastWithUndo({ title: "Reply Sent" }, undo, startChange());
	leaveScreen();
	undoLastChange();
	expect(undo).toHaveBeenCalledOnce();
});
