/** What every row of a back-office list has. Times are ISO 8601 in UTC with milliseconds, so they compare as text. */
export type ListRow = {
	id: string;
	updated_at: string;
	/** The day until which it waits, of lists whose rows can. */
	snoozed_until?: string | null;
};

export type StatusRow = ListRow & { status: string };

/**
 * Merges new rows into the list. They may arrive late or twice; of two versions of a row the newer one stays.
 * @param sortKey the column that orders the list, newest first
 */
export function mergeRows<Row extends ListRow>(
	known: readonly Row[],
	arrived: readonly Row[],
	sortKey: (row: Row) => string,
): Row[] {
	const rows = new Map(known.map((row) => [row.id, row]));
	for (const row of arrived) {
		const twin = rows.get(row.id);
		if (!twin || twin.updated_at <= row.updated_at) rows.set(row.id, row);
	}
	return [...rows.values()].sort(newestFirst(sortKey));
}

/**
 * The rows as a screen has first shown them: A change that dates its row must not move it from under someone's hand, and new rows
 * wait.
 * @param firstKeys by id, what has ordered each row when it was first shown; written to
 * @param newest rows that are newer than this and not shown yet are left out
 */
export function keepOrder<Row extends ListRow>(
	rows: readonly Row[],
	sortKey: (row: Row) => string,
	firstKeys: Map<string, string>,
	newest = "9",
): Row[] {
	for (const row of rows) if (!firstKeys.has(row.id) && sortKey(row) <= newest) firstKeys.set(row.id, sortKey(row));
	return rows.filter(({ id }) => firstKeys.has(id)).sort(newestFirst(({ id }) => firstKeys.get(id) ?? ""));
}

/** The list without these rows. Returns the same array if it contains none of them. */
export function withoutRows<Row extends ListRow>(known: Row[], ids: ReadonlySet<string>): Row[] {
	return known.some((row) => ids.has(row.id)) ? known.filter((row) => !ids.has(row.id)) : known;
}

const newestFirst =
	<Row extends ListRow>(sortKey: (row: Row) => string) =>
	(a: Row, b: Row) =>
		descending(sortKey(a), sortKey(b)) || descending(a.id, b.id);

const descending = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0);

/** A change gets its time before it is committed. One that takes this long to commit would otherwise be missed. */
const overlapMs = 60_000;

/** The time from which to request changes if everything up to the given time is known. */
export const changedSince = (latest: string) => new Date(Date.parse(latest) - overlapMs).toISOString();

/** The time of the latest change among these rows; undefined for none. */
export function latestUpdate(rows: readonly ListRow[]): string | undefined {
	let latest = "";
	for (const { updated_at } of rows) if (updated_at > latest) latest = updated_at;
	return latest || undefined;
}
