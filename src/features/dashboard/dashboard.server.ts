import { and, asc, eq, getTableColumns, gt, gte, lte, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { postsTable } from "#features/posts/posts.table.ts";
import { lastWeeks } from "#lib/time/weeks.ts";
import { dayAt } from "#lib/time/zone-clock.ts";
import type { Database } from "#platform/database/database.server.ts";
import { columnOf, momentOf, type RecordSource } from "#platform/records/records.server.ts";
import { countedTotals, countedWaiting } from "#records.ts";
import { site } from "#site.config.ts";

const countsSchema = z.partialRecord(
	z.enum([...countedTotals, ...countedWaiting, "publishedPosts", "scheduledPosts"]),
	z.number(),
);
const trendsSchema = z.partialRecord(z.enum(countedTotals), z.array(z.number()));

/** The eight numbers of the dashboard (specification 7), and the posts that are not live yet, of these kinds of records. */
export async function countDashboard(db: Database, sources: readonly RecordSource[], now: Date) {
	const published = eq(postsTable.status, "published");
	const counts = sources.flatMap((source): [string, Promise<number>][] => {
		const { table, record } = source;
		if (!record.counted) return [];
		const { all, waiting } = record.counted;
		const isWaiting = waiting && eq(columnOf(source, "status"), waiting.status);
		const total: [string, Promise<number>] = [all, db.$count(table)];
		return waiting ? [total, [waiting.as, db.$count(table, isWaiting)]] : [total];
	});
	const hasPosts = sources.some(({ table }) => table === postsTable);
	const [publishedPosts, scheduledPosts, ...numbers] = await Promise.all([
		hasPosts ? db.$count(postsTable, published) : 0,
		hasPosts ? db.$count(postsTable, and(published, gt(postsTable.published_at, now))) : 0,
		...counts.map(([, number]) => number),
	]);
	return countsSchema.parse({
		...Object.fromEntries(counts.map(([name], index) => [name, numbers[index]])),
		...(hasPosts && { publishedPosts: publishedPosts - scheduledPosts, scheduledPosts }),
	});
}

/** How many arrived in each of the last 12 weeks, oldest first. */
export async function listTrends(db: Database, sources: readonly RecordSource[], now: Date) {
	const weeks = lastWeeks(now, site.timeZone);
	const trends = await Promise.all(
		sources.flatMap((source) => {
			const { counted } = source.record;
			return counted ? [countByWeek(db, source, weeks).then((counts) => [counted.all, counts] as const)] : [];
		}),
	);
	return trendsSchema.parse(Object.fromEntries(trends));
}

async function countByWeek(db: Database, source: RecordSource, weeks: Date[]): Promise<number[]> {
	const { counted, orderedBy } = source.record;
	const at = columnOf(source, counted?.by ?? orderedBy);
	const starts = `{${weeks.map((week) => week.toISOString()).join(",")}}`;
	const week: SQL<number> = sql`width_bucket(${at}, ${starts}::timestamptz[])`.mapWith(Number);
	const rows = await db
		.select({ week, count: sql`count(*)`.mapWith(Number) })
		.from(source.table)
		.where(gte(at, weeks[0]))
		.groupBy(sql`1`);
	const counts = new Map(rows.map((row) => [row.week, row.count]));
	// The number of a bucket is the number of starts before it, so the first week is 1.
	return weeks.map((_, index) => counts.get(index + 1) ?? 0);
}

const mostWaiting = 5;

/** What someone waits for an answer to, oldest first: without what staff have entered themselves or snoozed. */
export async function listOldestWaiting(db: Database, sources: readonly RecordSource[], now: Date) {
	const rows = await Promise.all(sources.map((source) => listWaiting(db, source, now)));
	return rows
		.flat()
		.sort((a, b) => a.at.localeCompare(b.at))
		.slice(0, mostWaiting);
}

async function listWaiting(db: Database, source: RecordSource, now: Date) {
	const { table, record } = source;
	const { counted, person, search, orderedBy, kind } = record;
	if (!counted?.waiting || !search || !person) return [];
	const { by_staff, snoozed_until } = getTableColumns(table);
	const at = columnOf(source, orderedBy);
	const today = dayAt(site.timeZone, now);
	const rows = await db
		.select({
			id: table.id,
			name: columnOf(source, search.title),
			title: source.personTitle ?? columnOf(source, person.title),
			at,
		})
		.from(table)
		.where(
			and(
				eq(columnOf(source, "status"), counted.waiting.status),
				by_staff && eq(by_staff, false),
				snoozed_until && or(sql`${snoozed_until} is null`, lte(snoozed_until, today)),
			),
		)
		.orderBy(asc(at))
		.limit(mostWaiting);
	return rows.map((row) => ({
		kind,
		id: String(row.id),
		name: String(row.name),
		title: String(row.title ?? person.untitled),
		at: momentOf(source, row.at).toISOString(),
	}));
}
