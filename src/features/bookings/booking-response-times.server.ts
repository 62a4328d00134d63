import { and, eq, gte, ne, sql } from "drizzle-orm";
import { businessClock } from "#lib/time/business-hours.ts";
import { type ResponseTimes, responseTimes } from "#lib/time/response-times.ts";
import { lastWeeks } from "#lib/time/weeks.ts";
import type { Database } from "#platform/database/database.server.ts";
import { site } from "#site.config.ts";
import { bookingsTable } from "./bookings.table.ts";

/** 'We'll contact you within 5 minutes during business hours' (specification 9). */
const promisedMs = 5 * 60_000;

/** Of the last 12 weeks, counted in business hours. Bookings that staff have entered,
 * Blocked Time, and calls whose time the visitor has chosen do not count. */
export async function bookingResponseTimes(db: Database, now: Date): Promise<ResponseTimes> {
	const { by_staff, chosen_by, created_at, first_answered_at, service_type, status } = bookingsTable;
	const weeks = lastWeeks(now, site.timeZone);
	const start = weeks[0] ?? now;
	// A visitor who has chosen a time is not waiting for a response.
	const waits = sql`${chosen_by} is distinct from 'guest'`;
	const rows = await db
		.select({ created_at, first_answered_at, status })
		.from(bookingsTable)
		.where(and(gte(created_at, start), eq(by_staff, false), ne(service_type, "Blocked Time"), waits));
	const clock = businessClock(site, start, now);
	const responses = rows.flatMap(({ created_at: at, first_answered_at: answered, status }) => {
		// Answered before answers were noted: nothing is known of when.
		if (!answered && status !== "new") return [];
		const waited = clock(answered ?? now) - clock(at);
		return { at, waited, taken: answered ? waited : undefined };
	});
	return responseTimes(responses, promisedMs, weeks);
}
