import { setImmediate as nextTask } from "node:timers/promises";
import { QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { dismissToast, toastStore } from "#ui/toast.ts";
import { undoLastChange } from "./last-change.ts";
import { defineList } from "./list.ts";
import { changeStatuses, useStatusChange } from "./statuses.ts";

type Row = { id: string; status: "new" | "closed"; notes: string; created_at: string; updated_at: string };

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, "0")}:00.000Z`;
const buildRow = (minute: number, overrides: Partial<Row> = {}): Row => ({
	id: "a",
	status: "new",
	notes: "old",
	created_at: at(0),
	updated_at: at(minute),
	...overrides,
});

type Answer = { changed: (Partial<Row> & { id: string })[] };

/**
 * A list with one row, which is being closed. The test answers the request for it, and the next one.
 * @param stored what the server lists when it is asked
 */
function start(stored: Row[] = []) {
	const [first, second] = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
	const answers = [first.promise, second.promise];
	const list = defineList<Row>({
		record: {
			table: "statuses-test",
			label: "Inquiry",
			orderedBy: "created_at",
			statuses: { labels: { new: "New", closed: "Closed" }, tones: { new: "blue", closed: "green" } },
		},
		loadPage: async () => ({ rows: stored, next: null }),
		change: () => second.promise.then(() => row),
		changeStatuses: () => answers.shift() ?? Promise.reject(new Error("one request too many")),
		failures: { load: "Failed to load", change: "Failed to update status" },
	});
	const { queryKey } = list.query;
	const row = buildRow(1);
	queryClient.setQueryData(queryKey, [row]);
	const shown = () => queryClient.getQueryData(queryKey)?.[0];
	return { list, row, shown, closing: changeStatuses(list, [row], "closed"), first, second };
}

const answerOf = (status: Row["status"], minute: number) => ({
	changed: [{ id: "a", status, updated_at: at(minute) }],
});

afterEach(() => {
	queryClient.clear();
	vi.restoreAllMocks();
	vi.useRealTimers();
});

test("the answer of a change leaves the notes that a colleague has saved before it", async () => {
	const { list, shown, closing, first } = start();
	expect(shown()).toEqual(buildRow(1, { status: "closed" }));
	list.storeRows([buildRow(3, { status: "closed", notes: "new" })]);
	first.resolve(answerOf("closed", 3));
	await closing;
	expect(shown()).toEqual(buildRow(3, { status: "closed", notes: "new" }));
});

test("an undo leaves the notes that a colleague has saved since", async () => {
	const { list, shown, closing, first, second } = start();
	first.resolve(answerOf("closed", 2));
	await closing;
	list.storeRows([buildRow(3, { status: "closed", notes: "new" })]);
	undoLastChange();
	second.resolve(answerOf("new", 4));
	await expect.poll(shown).toEqual(buildRow(4, { notes: "new" }));
});

test("an undo that fails leaves the row as the list had it", async () => {
	vi.spyOn(console, "error").mockReturnValue();
	const { list, shown, closing, first, second } = start();
	first.resolve(answerOf("closed", 3));
	await closing;
	// In the live stream, with what a colleague had saved right before.
	const live = buildRow(3, { status: "closed", notes: "new" });
	list.storeRows([live]);
	undoLastChange();
	second.reject(new Error("refused"));
	await expect.poll(shown).toEqual(live);
});

test("an undo doesn't bring back a row that was deleted since", async () => {
	const { list, shown, closing, first, second } = start();
	first.resolve(answerOf("closed", 2));
	await closing;
	list.removeRows(["a"]);
	undoLastChange();
	second.resolve({ changed: [] });
	await expect.poll(() => toastStore.getSnapshot()?.title).toBe("Nothing Undone");
	expect(shown()).toBeUndefined();
});

test("of many rows, those that stay are told beside those that have changed", async () => {
	const { list, closing, first, second } = start();
	first.resolve(answerOf("closed", 2));
	await closing;
	const others = ["b", "c"].map((id) => buildRow(1, { id }));
	const change = changeStatuses(list, others, "closed");
	second.resolve({ changed: [{ id: "b", status: "closed", updated_at: at(2) }] });
	await change;
	const description = "Inquiry status changed to Closed. 1 stays, as someone else has changed it since.";
	expect(toastStore.getSnapshot()).toMatchObject({ title: "Status Updated", description });
});

test("says that there is nothing to change, but not in place of an offer to undo", async () => {
	const { list, closing, first } = start();
	first.resolve(answerOf("closed", 2));
	await closing;
	const press = () => changeStatuses(list, [buildRow(2, { status: "closed" })], "closed");
	await press();
	expect(toastStore.getSnapshot()?.title).toBe("Status Updated");
	dismissToast(toastStore.getSnapshot()?.id ?? 0);
	await press();
	const description = "Inquiry status is Closed already";
	expect(toastStore.getSnapshot()).toMatchObject({ title: "Nothing to Change", description });
});

const failed = "Failed to update status";
const perhapsDone = `${failed}. The site can't be reached, so it may have been done.`;
const told = () => toastStore.getSnapshot()?.description;

test.each([
	["lost", new ApiError(0, { error: "", code: "network" }), perhapsDone, buildRow(2, { status: "closed" })],
	["a failure", new ApiError(500, { error: "Something went wrong.", code: "internal" }), failed, buildRow(1)],
])("when the answer is %s, the list shows and the toast tells what is known", async (_, error, words, row) => {
	vi.spyOn(console, "error").mockReturnValue();
	const { shown, closing, first } = start([buildRow(2, { status: "closed" })]);
	first.reject(error);
	await expect(closing).rejects.toBe(error);
	await nextTask();
	expect(shown()).toEqual(row);
	expect(told()).toBe(words);
});

/** What the selector of a row's status calls. */
function statusChangeOf(list: Parameters<typeof useStatusChange<Row>>[0]) {
	const used: ReturnType<typeof useStatusChange<Row>>[] = [];
	function Selector() {
		used.push(useStatusChange(list));
		return null;
	}
	renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, createElement(Selector)));
	return used[0];
}

test("a change that hangs ends as one without an answer", async () => {
	vi.useFakeTimers();
	vi.spyOn(console, "error").mockReturnValue();
	const { shown, closing } = start([buildRow(2, { status: "closed" })]);
	const ended = expect(closing).rejects.toThrow("reach");
	expect(shown()).toEqual(buildRow(1, { status: "closed" }));
	await vi.advanceTimersByTimeAsync(30_000);
	expect(told()).toBe(perhapsDone);
	await ended;
	expect(shown()).toEqual(buildRow(2, { status: "closed" }));
});

test("so does that of a single row", async () => {
	vi.useFakeTimers();
	vi.spyOn(console, "error").mockReturnValue();
	const { list, row, shown, closing, first } = start([buildRow(3)]);
	first.resolve(answerOf("closed", 2));
	await closing;
	statusChangeOf(list)?.mutate({ row, status: "new" });
	await vi.advanceTimersByTimeAsync(30_000);
	expect(told()).toBe(perhapsDone);
	expect(shown()).toEqual(buildRow(3));
});
