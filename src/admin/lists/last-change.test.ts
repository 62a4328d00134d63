import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { noteLastChange, undoLastChange, watchChanges } from "./last-change.ts";

const change = (client: QueryClient) =>
	client
		.getMutationCache()
		.build(client, { mutationFn: async () => undefined })
		.execute(undefined);

test("takes the last change back once", () => {
	const undo = vi.fn();
	noteLastChange(new QueryClient(), undo);
	expect(undoLastChange()).toBe(true);
	expect(undoLastChange()).toBe(false);
	expect(undo).toHaveBeenCalledOnce();
});

test("takes nothing back once something else was changed", async () => {
	const client = new QueryClient();
	const [first, second] = [vi.fn(), vi.fn()];
	noteLastChange(client, first);
	await change(client);
	expect(undoLastChange()).toBe(false);
	await change(client);
	noteLastChange(client, second);
	undoLastChange();
	expect(first).not.toHaveBeenCalled();
	expect(second).toHaveBeenCalledOnce();
});

test("takes a change back that is still being saved, once it is", async () => {
	const client = new QueryClient();
	watchChanges(client);
	const undo = vi.fn();
	const saving = change(client);
	expect(undoLastChange()).toBe(true);
	expect(undo).not.toHaveBeenCalled();
	await saving;
	noteLastChange(client, undo);
	await Promise.resolve();
	expect(undo).toHaveBeenCalledOnce();
	expect(undoLastChange()).toBe(false);
});
