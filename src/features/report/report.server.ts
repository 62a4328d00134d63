import { TZDate } from "@date-fns/tz";
import { addMonths } from "date-fns/addMonths";
import { format } from "date-fns/format";
import { startOfMonth } from "date-fns/startOfMonth";
import { and, eq, gte, isNotNull, ne, notInArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { invoicesTable } from "#features/invoices/invoices.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import { site } from "#site.config.ts";

/** Time that staff have blocked is no inquiry. */
const isInquiry = ne(bookingsTable.service_type, "Blocked Time");

/** The numbers of the last months, by the firm's calendar. What has been deleted is not counted. */
export async function makeReport(db: Database, now: Date, count: number) {
	const first = addMonths(startOfMonth(new TZDate(now.getTime(), site.timeZone)), 1 - count);
	const start = new Date(first.getTime());
	const months = Array.from({ length: count }, (_, index) => format(addMonths(first, index), "yyyy-MM"));
	const fill = (rows: Monthly[], empty: number | null = 0) => {
		const values = new Map(rows.map(({ month, value }) => [month, value]));
		return months.map((month) => values.get(month) ?? empty);
	};
	const bookings = and(gte(bookingsTable.created_at, start), isInquiry);
	const contacts = gte(contactsTable.created_at, start);
	const [bookedServices, contactSources] = await Promise.all([
		countBy(db, bookingsTable, [bookingsTable.service_type, bookingsTable.by_staff], bookings),
		countBy(db, contactsTable, [contactsTable.by_staff, contactsTable.source], contacts),
	]);
	const firstDay = `${months[0]}-01`;
	return {
		months,
		inquiries: [
			{ name: "Bookings", values: fill(await countByMonth(db, bookingsTable.created_at, bookings)) },
			{ name: "Inquiries", values: fill(await countByMonth(db, contactsTable.created_at, contacts)) },
		],
		services: sumByName([
			...bookedServices.map(({ by: [service], count }) => ({ name: String(service), count })),
			...contactSources.map(({ count }) => ({ name: "Inquiries (no service)", count })),
		]),
		sources: sumByName([
			...bookedServices.map(({ by: [, byStaff], count }) => ({
				name: byStaff ? "Entered by staff" : "Booking page",
				count,
			})),
			...contactSources.map(({ by: [byStaff, source], count }) => ({
				name: byStaff ? "Entered by staff" : source === "email" ? "Email" : "Contact form",
				count,
			})),
		]),
		responseTimes: [
			{ name: "Bookings", values: fill(await medianResponses(db, bookingsTable, bookings), null) },
			{ name: "Inquiries", values: fill(await medianResponses(db, contactsTable, contacts), null) },
		],
		applications: [
			{
				name: "Applications",
				values: fill(await countByMonth(db, applicationsTable.applied_at, gte(applicationsTable.applied_at, start))),
			},
		],
		revenue: [
			{
				name: "Billed",
				values: fill(
					await sumByMonth(
						db,
						invoicesTable.issue_date,
						and(gte(invoicesTable.issue_date, firstDay), notInArray(invoicesTable.status, ["draft", "cancelled"])),
					),
				),
			},
			{
				name: "Paid",
				values: fill(await sumByMonth(db, invoicesTable.paid_at, gte(invoicesTable.paid_at, firstDay))),
			},
		],
	};
}

export type Report = Awaited<ReturnType<typeof makeReport>>;

type Monthly = { month: string; value: number };

/** The month of a moment by the firm's clock. */
const monthOf = (moment: PgColumn) => sql<string>`to_char(${moment} at time zone ${site.timeZone}, 'YYYY-MM')`;

const monthOfDay = (day: PgColumn) => sql<string>`to_char(${day}, 'YYYY-MM')`;

function countByMonth(db: Database, moment: PgColumn, which: SQL | undefined): Promise<Monthly[]> {
	return db
		.select({ month: monthOf(moment), value: sql`count(*)`.mapWith(Number) })
		.from(moment.table)
		.where(which)
		.groupBy(sql`1`);
}

function sumByMonth(db: Database, day: PgColumn, which: SQL | undefined): Promise<Monthly[]> {
	return db
		.select({ month: monthOfDay(day), value: sql`sum(${invoicesTable.total_amount})`.mapWith(Number) })
		.from(invoicesTable)
		.where(which)
		.groupBy(sql`1`);
}

/** Of those that staff have not entered themselves, by the month in which they arrived. */
function medianResponses(
	db: Database,
	table: typeof bookingsTable | typeof contactsTable,
	which: SQL | undefined,
): Promise<Monthly[]> {
	const { by_staff, created_at, first_answered_at } = table;
	const waited = sql`extract(epoch from ${first_answered_at} - ${created_at}) * 1000`;
	return db
		.select({
			month: monthOf(created_at),
			value: sql`percentile_cont(0.5) within group (order by ${waited})`.mapWith(Number),
		})
		.from(table)
		.where(and(which, eq(by_staff, false), isNotNull(first_answered_at)))
		.groupBy(sql`1`);
}

/** How many rows there are for each combination of these columns. */
async function countBy(
	db: Database,
	table: typeof bookingsTable | typeof contactsTable,
	columns: PgColumn[],
	which: SQL | undefined,
): Promise<{ by: unknown[]; count: number }[]> {
	return db
		.select({
			by: sql<unknown[]>`jsonb_build_array(${sql.join(columns, sql`, `)})`,
			count: sql`count(*)`.mapWith(Number),
		})
		.from(table)
		.where(which)
		.groupBy(sql`1`);
}

/** The largest first; names decide between equals, so that the order does not change by chance. */
function sumByName(counts: readonly { name: string; count: number }[]): { name: string; count: number }[] {
	const sums = new Map<string, number>();
	for (const { name, count } of counts) sums.set(name, (sums.get(name) ?? 0) + count);
	return [...sums]
		.map(([name, count]) => ({ name, count }))
		.sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}
