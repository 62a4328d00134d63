/** What every row of a back-office list has; times are ISO 8601 in UTC with milliseconds, so they compare as text. */
export type ListRow = { id: string; updated_at: string };

/**
 * The list with what has arrived, however late or doubled: of two versions of a row the newer one stays.
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
	return [...rows.values()].sort((a, b) => descending(sortKey(a), sortKey(b)) || descending(a.id, b.id));
}

/** The same list when none of its rows is among these. */
export function withoutRows<Row extends ListRow>(known: Row[], ids: ReadonlySet<string>): Row[] {
	return known.some((row) => ids.has(row.id)) ? known.filter((row) => !ids.has(row.id)) : known;
}

const descending = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0);

/** A change is stamped before it is committed: one that took this long would otherwise be missed. */
const overlapMs = 60_000;

/** From when on to ask for changes, where all are known up to this one. */
export const changedSince = (latest: string) => new Date(Date.parse(latest) - overlapMs).toISOString();

/** When the one of these that changed last did so; undefined for none. */
export function latestUpdate(rows: readonly ListRow[]): string | undefined {
	let latest = "";
	for (const { updated_at } of rows) if (updated_at > latest) latest = updated_at;
	return latest || undefined;
}
