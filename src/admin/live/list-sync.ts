import { changedSince, type ListRow, latestUpdate, withoutRows } from "#admin/lists/list-rows.ts";

export type Page<Row> = { rows: Row[]; next: string | null };
export type PageQuery = { limit: string; before?: string; updated_since?: string };

type ListSyncOptions<Row> = {
	loadPage(query: PageQuery): Promise<Page<Row>>;
	/** The ids of the rows that were deleted since then. */
	loadDeletions(since: string): Promise<string[]>;
	merge(known: readonly Row[] | undefined, arrived: readonly Row[]): Row[];
};

/** Where the rows are kept; undefined before the first page. */
type Rows<Row> = { get(): Row[] | undefined; set(change: (known: Row[] | undefined) => Row[] | undefined): void };

const firstPageSize = 100;
const pageSize = 1000;

/**
 * Keeps a list's rows in sync with the server. It asks for changes since the last time at which everything was known,
 * not since its newest row. A row may arrive (in a page or in the live stream) before an earlier change does, and an
 * interrupted catch-up would leave a gap and deleted rows.
 */
export function createListSync<Row extends ListRow>({ loadPage, loadDeletions, merge }: ListSyncOptions<Row>) {
	/** The time of the latest change up to which nothing is missing; undefined while nothing is known. */
	let completeTo: string | undefined;
	let behind = false;

	async function* eachPage(since?: string): AsyncGenerator<Row[]> {
		let before: string | null = null;
		do {
			const page: Page<Row> = await loadPage({
				limit: String(before ? pageSize : firstPageSize),
				...(before && { before }),
				...(since && { updated_since: since }),
			});
			yield page.rows;
			before = page.next;
		} while (before);
	}

	/** Fetches all changes since everything was known. If that fails, the next attempt starts at the same time. */
	async function catchUp(rows: Rows<Row>): Promise<void> {
		behind = true;
		const since = completeTo && changedSince(completeTo);
		for await (const page of eachPage(since)) rows.set((known) => known && merge(known, page));
		// After the pages, because one of them may bring back a row that was deleted while the page was being sent.
		if (since) {
			const ids = new Set(await loadDeletions(since));
			rows.set((known) => known && withoutRows(known, ids));
		}
		behind = false;
		completeTo = latestUpdate(rows.get() ?? []);
	}

	/** Fetches all rows, page by page. The first page is shown while the others are still loading. */
	async function load(rows: Rows<Row>): Promise<Row[]> {
		behind = true;
		// The cache was emptied, so nothing is known any longer.
		if (!rows.get()) completeTo = undefined;
		for await (const page of eachPage()) {
			rows.set((known) => merge(known, page));
			completeTo ??= latestUpdate(page);
		}
		// Live changes that arrived before their page had no row to change, and no page reports a deletion.
		await catchUp(rows);
		return rows.get() ?? [];
	}

	/** Call this with what the live stream has delivered. Nothing is missing before it, unless a catch-up is due. */
	function noteLiveRows(rows: readonly ListRow[]): void {
		const latest = latestUpdate(rows);
		if (!behind && completeTo && latest && latest > completeTo) completeTo = latest;
	}

	return { catchUp, load, noteLiveRows };
}
