import { TZDate } from "@date-fns/tz";
import { addMonths } from "date-fns/addMonths";
import { format } from "date-fns/format";
import { startOfMonth } from "date-fns/startOfMonth";
import { and, eq, gte, isNotNull, ne, notInArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { applicationRecord } from "#features/applications/applications.record.ts";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { bookingRecord } from "#features/bookings/bookings.record.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { invoiceRecord } from "#features/invoices/invoices.record.ts";
import { invoicesTable } from "#features/invoices/invoices.table.ts";
import { moneyReceivedView } from "#features/invoices/ledger/ledger.table.ts";
import type { Areas } from "#lib/access/areas.ts";
import type { Database } from "#platform/database/database.server.ts";
import { sees } from "#records.ts";
import { site } from "#site.config.ts";

/** Time that staff have blocked is no inquiry. */
const isInquiry = ne(bookingsTable.service_type, "Blocked Time");

/**
 * The numbers of the last months, by the firm's calendar. What has been deleted is not counted.
 * @param limit the asker's, who gets the sections of these areas
 */
export async function makeReport(db: Database, now: Date, count: number, limit: Areas) {
	const first = addMonths(startOfMonth(new TZDate(now.getTime(), site.timeZone)), 1 - count);
	const start = new Date(first.getTime());
	const months = Array.from({ length: count }, (_, index) => format(addMonths(first, index), "yyyy-MM"));
	const line = async (name: string, rows: Promise<Monthly[]>, empty: number | null = 0) => {
		const values = new Map((await rows).map(({ month, value }) => [month, value]));
		return { name, values: months.map((month) => values.get(month) ?? empty) };
	};
	const bookings = and(gte(bookingsTable.created_at, start), isInquiry);
	const contacts = gte(contactsTable.created_at, start);
	/** Both kinds of requests come together, because they are of one area. */
	const requests = async () => {
		const [bookedServices, contactSources] = await Promise.all([
			countBy(db, bookingsTable, [bookingsTable.service_type, bookingsTable.by_staff], bookings),
			countBy(db, contactsTable, [contactsTable.by_staff, contactsTable.source], contacts),
		]);
		return {
			inquiries: [
				await line("Bookings", byMonth(db, bookingsTable.created_at, rowCount, bookings)),
				await line("Inquiries", byMonth(db, contactsTable.created_at, rowCount, contacts)),
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
				await line("Bookings", medianResponses(db, bookingsTable, bookings), null),
				await line("Inquiries", medianResponses(db, contactsTable, contacts), null),
			],
		};
	};
	const firstDay = `${months[0]}-01`;
	const { applied_at } = applicationsTable;
	const { issue_date, status } = invoicesTable;
	const isBilled = and(gte(issue_date, firstDay), notInArray(status, ["draft", "cancelled"]));
	const { day } = moneyReceivedView;
	const revenueIn = async (currency: string) => [
		await line("Billed", byMonth(db, issue_date, billed, and(isBilled, eq(invoicesTable.currency, currency)))),
		await line(
			"Received",
			byMonth(db, day, received, and(gte(day, firstDay), eq(moneyReceivedView.currency, currency))),
		),
	];
	/** Amounts in two currencies are never added up. */
	const otherRevenue = async () => {
		const { currency } = invoicesTable;
		const others = await db.selectDistinct({ currency }).from(invoicesTable).where(ne(currency, site.currency));
		return Promise.all(others.map(async (other) => ({ ...other, series: await revenueIn(other.currency) })));
	};
	return {
		months,
		...(sees(limit, bookingRecord.table) && (await requests())),
		...(sees(limit, applicationRecord.table) && {
			applications: [await line("Applications", byMonth(db, applied_at, rowCount, gte(applied_at, start)))],
		}),
		...(sees(limit, invoiceRecord.table) && {
			revenue: await revenueIn(site.currency),
			otherRevenue: await otherRevenue(),
		}),
	};
}

export type Report = Awaited<ReturnType<typeof makeReport>>;

type Monthly = { month: string; value: number };

const rowCount = sql`count(*)`;
const billed = sql`sum((${invoicesTable.total_minor} - ${invoicesTable.credited_minor}) / 10::numeric ^ ${invoicesTable.minor_digits})`;
const received = sql`sum(${moneyReceivedView.effect_minor} / 10::numeric ^ ${moneyReceivedView.minor_digits})`;

/** A number for the rows of each month: of days, or of moments by the firm's clock. */
function byMonth(db: Database, at: PgColumn, value: SQL, which: SQL | undefined): Promise<Monthly[]> {
	const day = at.getSQLType() === "date" ? at : sql`${at} at time zone ${site.timeZone}`;
	return db
		.select({ month: sql<string>`to_char(${day}, 'YYYY-MM')`, value: value.mapWith(Number) })
		.from(at.table)
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
	const median = sql`percentile_cont(0.5) within group (order by ${waited})`;
	return byMonth(db, created_at, median, and(which, eq(by_staff, false), isNotNull(first_answered_at)));
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
