import { type AnyColumn, and, desc, or, sql } from "drizzle-orm";
import { searchedPhone } from "#lib/reach/phone.ts";
import { searchWords } from "#lib/text/search-words.ts";
import { contains } from "#platform/database/contains.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { columnOf, type RecordSource } from "#platform/records/records.server.ts";

/** Of each kind, the newest. */
const mostOfEach = 5;

export type Found = { kind: string; id: string; title: string; detail: string };

/** `isPhoneFound` (lib/reach/phone.ts) as the database computes it. */
function hasPhone(column: AnyColumn, searched: string) {
	const digits = sql`ltrim(regexp_replace(${column}, '[^0-9]', '', 'g'), '0')`;
	return sql`(${digits} like ${`%${searched}%`} or (length(${digits}) >= 7 and ${searched}::text like '%' || ${digits}))`;
}

/** Records whose name, address, or number contains each of the words, in any order; phone numbers, however they are written. */
export async function findRecords(
	db: Database,
	sources: readonly RecordSource[],
	text: string,
	now: Date,
): Promise<Found[]> {
	const searched = searchedPhone(text);
	const words = searchWords(text);
	const found = await Promise.all(
		sources.map(async (source) => {
			const { record, table } = source;
			if (!record.search) return [];
			const { in: columns, title, detail } = record.search;
			const phone = searched && record.search.phone ? columnOf(source, record.search.phone) : undefined;
			const isFound = phone && searched ? hasPhone(phone, searched) : undefined;
			const names = columns.map((name) => columnOf(source, name));
			const hasWords = words.map((word) => or(...names.map((name) => contains(name, word))));
			const shown = source.searchDetail?.(now) ?? columnOf(source, detail);
			const rows = await db
				.select({
					id: table.id,
					title: columnOf(source, title),
					detail: isFound ? sql`case when ${isFound} then ${phone} else ${shown} end` : shown,
				})
				.from(table)
				.where(or(words.length > 0 ? and(...hasWords) : sql`false`, isFound))
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
