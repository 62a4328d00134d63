import { and, eq, gt, gte, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { postsTable } from "#features/posts/posts.table.ts";
import { lastWeeks } from "#lib/time/weeks.ts";
import type { Database } from "#platform/database/database.server.ts";
import { site } from "#site.config.ts";

/** The eight numbers of the dashboard (specification 7), and the posts that are not live yet. */
export async function countDashboard(db: Database, now: Date) {
	const [
		applications,
		posts,
		bookings,
		contacts,
		pendingApplications,
		newBookings,
		newContacts,
		published,
		scheduledPosts,
	] = await Promise.all([
		db.$count(applicationsTable),
		db.$count(postsTable),
		db.$count(bookingsTable),
		db.$count(contactsTable),
		db.$count(applicationsTable, eq(applicationsTable.status, "pending")),
		db.$count(bookingsTable, eq(bookingsTable.status, "new")),
		db.$count(contactsTable, eq(contactsTable.status, "new")),
		db.$count(postsTable, eq(postsTable.status, "published")),
		db.$count(postsTable, and(eq(postsTable.status, "published"), gt(postsTable.published_at, now))),
	]);
	return {
		applications,
		posts,
		bookings,
		contacts,
		pendingApplications,
		newBookings,
		newContacts,
		publishedPosts: published - scheduledPosts,
		scheduledPosts,
	};
}

/** What came in during each of the last 12 weeks, oldest first. */
export async function listTrends(db: Database, now: Date) {
	const weeks = lastWeeks(now, site.timeZone);
	const [applications, posts, bookings, contacts] = await Promise.all([
		countByWeek(db, applicationsTable, applicationsTable.applied_at, weeks),
		countByWeek(db, postsTable, postsTable.created_at, weeks),
		countByWeek(db, bookingsTable, bookingsTable.created_at, weeks),
		countByWeek(db, contactsTable, contactsTable.created_at, weeks),
	]);
	return { applications, posts, bookings, contacts };
}

async function countByWeek(db: Database, table: PgTable, at: AnyPgColumn, weeks: Date[]): Promise<number[]> {
	const starts = `{${weeks.map((week) => week.toISOString()).join(",")}}`;
	const week: SQL<number> = sql`width_bucket(${at}, ${starts}::timestamptz[])`.mapWith(Number);
	const rows = await db
		.select({ week, count: sql`count(*)`.mapWith(Number) })
		.from(table)
		.where(gte(at, weeks[0]))
		.groupBy(sql`1`);
	const counts = new Map(rows.map((row) => [row.week, row.count]));
	// A bucket's number is that of the starts before it: the first week is 1.
	return weeks.map((_, index) => counts.get(index + 1) ?? 0);
}
