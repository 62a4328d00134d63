import { createHash } from "node:crypto";
import { subDays } from "date-fns/subDays";
import { and, eq, gt, isNull, lt, ne } from "drizzle-orm";
import ical, { ICalCalendarMethod } from "ical-generator";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { usersTable } from "#features/auth/auth.table.ts";
import { bookingRecord } from "#features/bookings/bookings.record.ts";
import { type Booking, bookingsTable } from "#features/bookings/bookings.table.ts";
import { calendarFeedsTable } from "#features/bookings/guests/call-links.table.ts";
import { getCallHours } from "#features/bookings/slots/call-hours.server.ts";
import { firm } from "#lib/firm.ts";
import { dayMs } from "#lib/time/zone-clock.ts";
import { seesAreaOf } from "#platform/database/columns.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { newToken, tokenHash } from "#platform/process/tokens.server.ts";
import { calendarUid } from "./booking-calendar.ts";

const { created_at, last_read_at, token_hash, user_id } = calendarFeedsTable;

/** When the caller's feed was made and read last; null without one. */
export async function getFeed(db: Database, userId: string) {
	const [row] = await db.select({ created_at, last_read_at }).from(calendarFeedsTable).where(eq(user_id, userId));
	if (!row) return null;
	return { created_at: row.created_at.toISOString(), last_read_at: row.last_read_at?.toISOString() ?? null };
}

/** Makes the caller's feed, in place of an earlier one. Its address is shown this once. */
export async function createFeed({ db, settings, clock }: Pick<Deps, "db" | "settings" | "clock">, userId: string) {
	const token = newToken();
	const made = { user_id: userId, token_hash: tokenHash(token), created_at: clock(), last_read_at: null };
	await db.insert(calendarFeedsTable).values(made).onConflictDoUpdate({ target: user_id, set: made });
	const url = new URL(`/calendar/${token}.ics`, settings.siteUrl).href;
	return { url, created_at: made.created_at.toISOString() };
}

/** Ends the caller's feed, if there is one. */
export async function deleteFeed(db: Database, userId: string): Promise<void> {
	await db.delete(calendarFeedsTable).where(eq(user_id, userId));
}

/** The calendar behind an address, and its ETag; undefined for an unknown one, and if its owner is no active admin now, or may not see bookings. */
export async function readFeed(
	{ db, settings, clock }: Pick<Deps, "db" | "settings" | "clock">,
	token: string,
): Promise<{ content: string; etag: string } | undefined> {
	const [feed] = await db
		.select({ id: calendarFeedsTable.id })
		.from(calendarFeedsTable)
		.innerJoin(profilesTable, eq(profilesTable.user_id, user_id))
		.innerJoin(usersTable, eq(usersTable.id, user_id))
		.where(
			and(
				eq(token_hash, tokenHash(token)),
				eq(profilesTable.role, "admin"),
				seesAreaOf(profilesTable.areas, bookingRecord.area),
				isNull(usersTable.deactivated_at),
			),
		);
	if (!feed) return undefined;
	const now = clock();
	await db.update(calendarFeedsTable).set({ last_read_at: now }).where(eq(calendarFeedsTable.id, feed.id));
	const { horizon_days } = await getCallHours(db);
	const { call_end, call_start, status } = bookingsTable;
	const until = new Date(now.getTime() + (horizon_days + 1) * dayMs);
	const rows = await db
		.select()
		.from(bookingsTable)
		.where(and(gt(call_end, subDays(now, 30)), lt(call_start, until), ne(status, "closed")))
		.orderBy(call_start, bookingsTable.id);
	const content = feedText(rows, settings.siteUrl);
	return { content, etag: `"${createHash("sha256").update(content).digest("base64url")}"` };
}

/** Without what the feed's readers need not know of a guest: address, message, notes. */
function feedText(rows: Booking[], siteUrl: string): string {
	const calendar = ical({
		prodId: { company: firm().name, product: "bookings" },
		name: firm().name,
		method: ICalCalendarMethod.PUBLISH,
		// REFRESH-INTERVAL and X-PUBLISHED-TTL.
		ttl: 15 * 60,
	});
	for (const { id, call_start, call_end, calendar_sequence, name, service_type, phone, updated_at } of rows) {
		if (!call_start || !call_end) continue;
		calendar.createEvent({
			id: calendarUid(id),
			// Of the last message, which counted the sequence up.
			sequence: Math.max(0, calendar_sequence - 1),
			// Not the moment of reading: what has not changed keeps its ETag.
			stamp: updated_at,
			start: call_start,
			end: call_end,
			summary: `${name} (${service_type})`,
			...(phone && { description: phone }),
			url: new URL(`/admin/bookings?id=${id}`, siteUrl).href,
		});
	}
	return calendar.toString();
}
