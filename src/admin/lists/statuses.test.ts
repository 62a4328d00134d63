import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "#admin/session/query-client.ts";
import { undoLastChange } from "./last-change.ts";
import { defineList } from "./list.ts";
import { changeStatuses } from "./statuses.ts";

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

/** A list with one row, which is being closed. The test answers the request for it, and the one for an undo. */
function start() {
	const [first, second] = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
	const answers = [first.promise, second.promise];
	const list = defineList<Row>({
		record: {
			table: "statuses-test",
			label: "Inquiry",
			orderedBy: "created_at",
			statuses: { labels: { new: "New", closed: "Closed" }, tones: { new: "blue", closed: "green" } },
		},
		loadPage: async () => ({ rows: [], next: null }),
		change: () => Promise.reject(new Error("not used")),
		changeStatuses: () => answers.shift() ?? Promise.reject(new Error("one request too many")),
		failures: { load: "Failed to load", change: "Failed to update status" },
	});
	const { queryKey } = list.query;
	const row = buildRow(1);
	queryClient.setQueryData(queryKey, [row]);
	const shown = () => queryClient.getQueryData(queryKey)?.[0];
	return { list, shown, closing: changeStatuses(list, [row], "closed"), first, second };
}

const answerOf = (status: Row["status"], minute: number) => ({
	changed: [{ id: "a", status, updated_at: at(minute) }],
});

afterEach(() => {
	queryClient.clear();
	vi.restoreAllMocks();
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
	expect(undoLastChange()).toBe(true);
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
	expect(undoLastChange()).toBe(true);
	second.reject(new Error("refused"));
	await expect.poll(shown).toEqual(live);
});
