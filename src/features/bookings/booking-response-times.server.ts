import { max } from "date-fns/max";
import { min } from "date-fns/min";
import { and, eq, gte, ne, sql } from "drizzle-orm";
import { sitePageVersionsTable } from "#features/site-pages/site-pages.table.ts";
import { businessClock } from "#lib/time/business-hours.ts";
import { type ResponseTimes, responseTimes } from "#lib/time/response-times.ts";
import { lastWeeks } from "#lib/time/weeks.ts";
import type { Database } from "#platform/database/database.server.ts";
import { hoursOf } from "#site/content/content.server.ts";
import type { FieldValue, Weekly } from "#site/content/fields.ts";
import { site } from "#site.config.ts";
import { bookingsTable } from "./bookings.table.ts";

/** Of the last 12 weeks, counted in business hours. Bookings that staff have entered,
 * Blocked Time, and calls whose time the visitor has chosen do not count. */
export async function bookingResponseTimes(db: Database, now: Date): Promise<ResponseTimes> {
	const { by_staff, chosen_by, created_at, first_answered_at, service_type, status, promised_minutes } = bookingsTable;
	const weeks = lastWeeks(now, site.timeZone);
	const start = weeks[0] ?? now;
	// A visitor who has chosen a time is not waiting for a response.
	const waits = sql`${chosen_by} is distinct from 'guest'`;
	const rows = await db
		.select({ created_at, first_answered_at, status, promised_minutes })
		.from(bookingsTable)
		.where(and(gte(created_at, start), eq(by_staff, false), ne(service_type, "Blocked Time"), waits));
	const clock = await clockOf(db, start, now);
	const responses = rows.flatMap(
		({ created_at: at, first_answered_at: answered, status, promised_minutes: minutes }) => {
			// Answered before answers were noted: nothing is known of when.
			if (!answered && status !== "new") return [];
			const waited = clock(answered ?? now) - clock(at);
			return { at, waited, taken: answered ? waited : undefined, promised: minutes && minutes * 60_000 };
		},
	);
	return responseTimes(responses, weeks);
}

/** The hours of the past are those that were published then. */
async function clockOf(db: Database, start: Date, end: Date): Promise<(moment: Date) => number> {
	const { page, at, values } = sitePageVersionsTable;
	const versions = await db.select({ at, values }).from(sitePageVersionsTable).where(eq(page, "firm")).orderBy(at);
	const periods = [
		{ from: start, hours: hoursOf() },
		...versions.map(({ at, values }) => ({ from: max([at, start]), hours: hoursOf(weeklyIn(values.hours?.value)) })),
	].map((period, index, all) => {
		const to = all[index + 1]?.from ?? end;
		return { to, clock: businessClock({ timeZone: site.timeZone, hours: period.hours }, period.from, to) };
	});
	return (moment) => periods.reduce((sum, { to, clock }) => sum + clock(min([moment, to])), 0);
}

/** A value that was checked when it was stored. */
const weeklyIn = (value: FieldValue | undefined) => (Array.isArray(value) ? (value as Weekly) : undefined);
