import { expect, test } from "vitest";
import { mergeRows } from "#admin/lists/list-rows.ts";
import { createListSync, type PageQuery } from "./list-sync.ts";

type Row = { id: string; created_at: string; updated_at: string };

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, "0")}:00.000Z`;
const row = (id: string, minute: number): Row => ({ id, created_at: at(minute), updated_at: at(minute) });

/** A server whose rows change, in pages of two, and the list of a tab that follows it. */
function start(...initial: Row[]) {
	const server = { rows: initial, deletions: [] as { id: string; at: string }[], failAtPage: 0, meanwhile: () => {} };
	let known: Row[] | undefined;
	const asked: PageQuery[] = [];
	const sync = createListSync<Row>({
		async loadPage(query) {
			asked.push(query);
			const { before, updated_since = "" } = query;
			const begin = Number(before ?? 0);
			if (server.failAtPage > 0 && begin / 2 + 1 === server.failAtPage) throw new Error("the connection was lost");
			const found = server.rows
				.filter(({ updated_at }) => updated_at >= updated_since)
				.sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
			server.meanwhile();
			return { rows: found.slice(begin, begin + 2), next: found.length > begin + 2 ? String(begin + 2) : null };
		},
		loadDeletions: async (since) => server.deletions.filter((gone) => gone.at >= since).map(({ id }) => id),
		merge: (rows, arrived) => mergeRows(rows ?? [], arrived, (each) => each.created_at),
	});
	const rows = {
		get: () => known,
		set: (change: (rows: Row[] | undefined) => Row[] | undefined) => {
			known = change(known);
		},
	};
	const remove = (id: string, minute: number) => {
		server.rows = server.rows.filter((each) => each.id !== id);
		server.deletions.push({ id, at: at(minute) });
	};
	const ids = () => known?.map(({ id }) => id);
	return { server, sync, rows, remove, ids, asked, empty: () => rows.set(() => undefined) };
}

test("a row that was deleted while the session was interrupted disappears with the next load, even if other rows are newer", async () => {
	const { server, sync, rows, remove, ids } = start(row("a", 1), row("b", 2));
	await sync.load(rows);
	remove("a", 10);
	server.rows.push(row("c", 40));
	await sync.load(rows);
	expect(ids()).toEqual(["c", "b"]);
});

test("a catch-up that broke off after its first page is made up for by the next one", async () => {
	const { server, sync, rows, remove, ids } = start(row("a", 1), row("b", 2));
	await sync.load(rows);
	server.rows.push(row("c", 10), row("d", 20), row("e", 30), row("f", 40));
	remove("b", 15);
	server.failAtPage = 2;
	await expect(sync.catchUp(rows)).rejects.toThrow("lost");
	expect(ids()).toEqual(["f", "e", "b", "a"]);
	server.failAtPage = 0;
	remove("e", 41);
	await sync.catchUp(rows);
	expect(ids()).toEqual(["f", "d", "c", "a"]);
});

test("live changes during a failing catch-up do not hide what was missed", async () => {
	const { server, sync, rows, remove, ids } = start(row("a", 1), row("b", 2));
	await sync.load(rows);
	remove("a", 10);
	server.failAtPage = 1;
	const failing = sync.catchUp(rows);
	const live = row("c", 50);
	server.rows.push(live);
	rows.set((known) => mergeRows(known ?? [], [live], (each) => each.created_at));
	sync.noteLiveRows([live]);
	await expect(failing).rejects.toThrow();
	server.failAtPage = 0;
	server.rows.push(row("d", 20));
	await sync.catchUp(rows);
	expect(ids()).toEqual(["c", "d", "b"]);
});

test("while it is live, a later catch-up only requests changes after the last one", async () => {
	const { sync, rows, asked, empty } = start(row("a", 1), row("b", 2));
	await sync.load(rows);
	sync.noteLiveRows([row("b", 45)]);
	await sync.catchUp(rows);
	expect(asked.at(-1)?.updated_since).toBe(at(44));
	empty();
	await sync.load(rows);
	expect(asked.at(-2)?.updated_since).toBeUndefined();
});

test("a row that is deleted while the page with it is on its way does not come back", async () => {
	const { server, sync, rows, remove, ids } = start(row("a", 1), row("b", 2));
	await sync.load(rows);
	server.meanwhile = () => {
		remove("b", 3);
		// The live stream is faster than the page.
		rows.set((known) => known?.filter(({ id }) => id !== "b"));
	};
	await sync.catchUp(rows);
	expect(ids()).toEqual(["a"]);
});
