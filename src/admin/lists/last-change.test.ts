import { expect, test, vi } from "vitest";
import { queryClient } from "#admin/session/query-client.ts";
import { noteLastChange, undoLastChange } from "./last-change.ts";

const change = () =>
	queryClient
		.getMutationCache()
		.build(queryClient, { mutationFn: async () => undefined })
		.execute(undefined);

test("takes the last change back once", () => {
	const undo = vi.fn();
	noteLastChange(undo);
	expect(undoLastChange()).toBe(true);
	expect(undoLastChange()).toBe(false);
	expect(undo).toHaveBeenCalledOnce();
});

test("takes nothing back once something else was changed", async () => {
	const [first, second] = [vi.fn(), vi.fn()];
	noteLastChange(first);
	await change();
	expect(undoLastChange()).toBe(false);
	await change();
	noteLastChange(second);
	undoLastChange();
	expect(first).not.toHaveBeenCalled();
	expect(second).toHaveBeenCalledOnce();
});

test("takes a change back that is still being saved, once it is", async () => {
	const undo = vi.fn();
	const saving = change();
	expect(undoLastChange()).toBe(true);
	expect(undo).not.toHaveBeenCalled();
	await saving;
	noteLastChange(undo);
	await Promise.resolve();
	expect(undo).toHaveBeenCalledOnce();
	expect(undoLastChange()).toBe(false);
});
