import { and, eq, gte } from "drizzle-orm";
import { type ResponseTimes, responseTimes } from "#lib/time/response-times.ts";
import { lastWeeks } from "#lib/time/weeks.ts";
import type { Database } from "#platform/database/database.server.ts";
import { site } from "#site.config.ts";
import { contactsTable } from "./contacts.table.ts";

/** 'Response within 24 hours' (specification 9). */
const promisedMs = 24 * 3_600_000;

/** Of the last 12 weeks, without inquiries that staff have entered. */
export async function contactResponseTimes(db: Database, now: Date): Promise<ResponseTimes> {
	const { by_staff, created_at, first_answered_at, status } = contactsTable;
	const weeks = lastWeeks(now, site.timeZone);
	const rows = await db
		.select({ created_at, first_answered_at, status })
		.from(contactsTable)
		.where(and(gte(created_at, weeks[0] ?? now), eq(by_staff, false)));
	const responses = rows.flatMap(({ created_at: at, first_answered_at: answered, status }) => {
		// Answered before answers were noted: nothing is known of when.
		if (!answered && status !== "new") return [];
		const waited = (answered ?? now).getTime() - at.getTime();
		return { at, waited, taken: answered ? waited : undefined };
	});
	return responseTimes(responses, promisedMs, weeks);
}
