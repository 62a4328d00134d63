import { expect, test } from "vitest";
import { limitConcurrency } from "./concurrency.server.ts";

function startTask(inTurn: ReturnType<typeof limitConcurrency>, options?: Parameters<typeof inTurn>[1]) {
	const { promise, resolve: finish } = Promise.withResolvers<void>();
	const task = { begun: false, finish, done: Promise.resolve() };
	task.done = inTurn(async () => {
		task.begun = true;
		await promise;
	}, options);
	task.done.catch(() => undefined);
	return task;
}

test("a task whose caller leaves while waiting never starts, and makes room for another", async () => {
	const inTurn = limitConcurrency({ running: 1, waiting: 1 });
	const first = startTask(inTurn);
	const leaving = new AbortController();
	const gone = startTask(inTurn, { signal: leaving.signal });
	await expect(startTask(inTurn).done).rejects.toMatchObject({ status: 503, details: { retryAfter: 5 } });
	leaving.abort();
	await expect(gone.done).rejects.toMatchObject({ name: "AbortError" });
	const next = startTask(inTurn);
	first.finish();
	next.finish();
	await Promise.all([first.done, next.done]);
	expect([gone.begun, next.begun]).toEqual([false, true]);
});

test("a task that must be done waits beyond the limit", async () => {
	const inTurn = limitConcurrency({ running: 1, waiting: 0 });
	const first = startTask(inTurn);
	const second = startTask(inTurn, { always: true });
	expect(second.begun).toBe(false);
	first.finish();
	second.finish();
	await second.done;
	expect(second.begun).toBe(true);
});
