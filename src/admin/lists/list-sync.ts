import { changedSince, type ListRow, latestUpdate, withoutRows } from "./list-rows.ts";

export type Page<Row> = { rows: Row[]; next: string | null };
export type PageQuery = { limit: string; before?: string; updated_since?: string };

type ListSyncOptions<Row> = {
	loadPage(query: PageQuery): Promise<Page<Row>>;
	/** The ids of the rows that were deleted since. */
	loadDeletions(since: string): Promise<string[]>;
	merge(known: readonly Row[] | undefined, arrived: readonly Row[]): Row[];
};

/** Where the rows are kept; undefined before the first page. */
type Rows<Row> = { get(): Row[] | undefined; set(change: (known: Row[] | undefined) => Row[] | undefined): void };

const firstPageSize = 100;
const pageSize = 1000;

/**
 * Keeps a list's rows in step with the server's. It asks for what has happened since everything was known, not since
 * the newest row that it has: a row may arrive (from a page, from the live stream) before what happened earlier does,
 * and a catch-up that broke off would leave a gap, and deleted rows, behind it.
 */
export function createListSync<Row extends ListRow>({ loadPage, loadDeletions, merge }: ListSyncOptions<Row>) {
	/** The latest change up to which nothing is missing; undefined while nothing is known. */
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

	/** Fetches what has happened since everything was known. When it fails, the next one begins at the same moment. */
	async function catchUp(rows: Rows<Row>): Promise<void> {
		behind = true;
		const since = completeTo && changedSince(completeTo);
		for await (const page of eachPage(since)) rows.set((known) => known && merge(known, page));
		// After the pages: one of them may bring a row back that was deleted while it was on its way.
		if (since) {
			const ids = new Set(await loadDeletions(since));
			rows.set((known) => known && withoutRows(known, ids));
		}
		behind = false;
		completeTo = latestUpdate(rows.get() ?? []);
	}

	/** Fetches all rows, page by page; the first stands in the list while the others are still on their way. */
	async function load(rows: Rows<Row>): Promise<Row[]> {
		behind = true;
		// The cache was emptied: what was known is not any more.
		if (!rows.get()) completeTo = undefined;
		for await (const page of eachPage()) {
			rows.set((known) => merge(known, page));
			completeTo ??= latestUpdate(page);
		}
		// Live changes that came before their page found no row to change, and no page tells of a deletion.
		await catchUp(rows);
		return rows.get() ?? [];
	}

	/** To be called with what the live stream has brought: nothing is missing before it, unless a catch-up is due. */
	function noteLiveRows(rows: readonly ListRow[]): void {
		const latest = latestUpdate(rows);
		if (!behind && completeTo && latest && latest > completeTo) completeTo = latest;
	}

	return { catchUp, load, noteLiveRows };
}
