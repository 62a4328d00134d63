import { desc, ilike, or } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import { columnOf, type RecordSource } from "#platform/records/records.server.ts";

/** Of each kind, the newest. */
const mostOfEach = 5;

export type Found = { kind: string; id: string; title: string; detail: string };

/** Records whose name, address, or number contains the text, regardless of capitals. */
export async function findRecords(
	db: Database,
	sources: readonly RecordSource[],
	text: string,
	now: Date,
): Promise<Found[]> {
	// Characters that are wildcards in a pattern are escaped.
	const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
	const found = await Promise.all(
		sources.map(async (source) => {
			const { record, table } = source;
			if (!record.search) return [];
			const { in: columns, title, detail } = record.search;
			const rows = await db
				.select({
					id: table.id,
					title: columnOf(source, title),
					detail: source.searchDetail?.(now) ?? columnOf(source, detail),
				})
				.from(table)
				.where(or(...columns.map((name) => ilike(columnOf(source, name), pattern))))
				.orderBy(desc(columnOf(source, record.orderedBy)))
				.limit(mostOfEach);
			return rows.map((row) => ({
				kind: record.kind,
				id: String(row.id),
				title: String(row.title),
				detail: String(row.detail),
			}));
		}),
	);
	return found.flat();
}
