import { and, eq, gt, gte, isNotNull, lt, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { bookingDate } from "#features/bookings/bookings.schema.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { listBusyPeople, listUnread } from "#features/bookings/busy/busy-people.server.ts";
import { withIsoDates } from "#lib/pick.ts";
import { usableZone } from "#lib/time/visitor-zone.ts";
import { dayMs, dayOfWall, startOfDay, wallOfDay, zoneClock } from "#lib/time/zone-clock.ts";
import type { Database } from "#platform/database/database.server.ts";
import { invalidInput } from "#platform/http/http-errors.server.ts";
import { site } from "#site.config.ts";
import {
	type CallHours,
	type callHoursChangeSchema,
	type callHoursPreviewSchema,
	minutesOf,
} from "./call-hours.schema.ts";
import { getCallHours, lockCallHours, presentHours, replaceCallHours } from "./call-hours.server.ts";
import { callReservationsTable } from "./call-reservations.table.ts";
import { fillBlocks, syncBusyLanes } from "./reservations.server.ts";
import { slotId } from "./slot-id.ts";
import { intervalsOf, startsByHours } from "./slot-rules.ts";

const days = z.coerce.number("Please enter a number of days.").int("Please enter a whole number.");

export const calendarQuerySchema = z.object({
	from: bookingDate,
	days: days.min(1, "Please enter at least 1.").max(42, "Please enter at most 42.").default(7),
});

/** Bookings have no later date. */
const lastBookingDay = wallOfDay("9999-12-30");

const { call_end, call_start, id, name, service_type, status } = bookingsTable;

/**
 * Replaces the hours. Calls, holds, and blocks stay; lanes that are added are taken by the blocks at once.
 * @returns the new hours, and the calls ahead that they would no longer offer
 */
export async function updateHours(tx: Database, now: Date, change: z.output<typeof callHoursChangeSchema>) {
	const { version, ...hours } = change;
	const current = await lockCallHours(tx);
	await replaceCallHours(tx, current, hours, version);
	if (hours.calls_at_once > current.calls_at_once) await fillBlocks(tx, now, new Date("9999-12-31"));
	if (hours.calls_at_once !== current.calls_at_once) await syncBusyLanes(tx);
	const isAhead = and(gt(call_start, now), ne(status, "closed"), ne(service_type, "Blocked Time"));
	const calls = await tx
		.select({ id, name, start: call_start })
		.from(bookingsTable)
		.where(and(isAhead, gt(call_end, now)))
		.orderBy(call_start);
	const offered = offeredStarts(hours, calls.at(-1)?.start, now);
	return {
		hours: presentHours(hours),
		outside: calls.flatMap((call) =>
			call.start && !offered.has(call.start.getTime())
				? [{ id: call.id, name: call.name, start: call.start.toISOString() }]
				: [],
		),
	};
}

/** By rule 1, from today to a day; hours that are not offered online would still have these. */
function offeredStarts(hours: CallHours, last: Date | null | undefined, now: Date): Set<number> {
	if (!last) return new Set();
	const first = Math.floor(now.getTime() / dayMs) * dayMs - dayMs;
	const count = Math.ceil((last.getTime() - first) / dayMs) + 2;
	const found = startsByHours({ timeZone: site.timeZone, hours: { ...hours, offered: true } }, first, count);
	return new Set(found.flatMap(({ starts }) => starts));
}

/** What hours offer by rule 1 alone, on any dates. @throws {HttpError} 422 for an unknown time zone */
export async function previewHours(db: Database, preview: z.output<typeof callHoursPreviewSchema>) {
	const timeZone = preview.time_zone === undefined ? site.timeZone : usableZone(preview.time_zone);
	if (!timeZone) throw invalidInput({ time_zone: "Please enter a time zone like Europe/Berlin." });
	const hours = preview.hours ?? (await getCallHours(db));
	const found = startsByHours({ timeZone, hours }, wallOfDay(preview.from), preview.days);
	return {
		time_zone: preview.time_zone ?? timeZone,
		days: found.map(({ date, starts }) => ({ date, slots: starts.map(slotId) })),
	};
}

/** Calls, blocks, and holds of some days, one entry a booking, and the hours around them. */
export async function listCalendar(
	db: Database,
	now: Date,
	{ from, days: count }: z.output<typeof calendarQuerySchema>,
) {
	const first = wallOfDay(from);
	const last = Math.min(first + (count - 1) * dayMs, lastBookingDay);
	const clock = zoneClock(site.timeZone, first, last + 2 * dayMs);
	const hours = await getCallHours(db);
	const dates = Array.from({ length: (last - first) / dayMs + 1 }, (_, ahead) => first + ahead * dayMs);
	const begin = startOfDay(site.timeZone, from);
	const end = startOfDay(site.timeZone, dayOfWall(last + dayMs));
	const iso = (moment: number) => new Date(moment).toISOString();
	const unread = await listUnread(db);
	return {
		time_zone: site.timeZone,
		from,
		to: dayOfWall(last),
		hours: dates.map((day) => ({
			date: dayOfWall(day),
			intervals: intervalsOf(hours, day).map(([open, close]) => [
				iso(clock.edgeOf(day, minutesOf(open))),
				iso(clock.edgeOf(day, minutesOf(close))),
			]),
		})),
		entries: [
			...(await listTimed(db, hours, begin, end)),
			...(await listHolds(db, now, begin, end)),
			...(await listBusyEntries(db, begin, end)),
		].sort((a, b) => a.start.localeCompare(b.start)),
		...(unread.length > 0 && { unread }),
	};
}

/** Whose calendars say that they are busy, and nothing else of these. */
async function listBusyEntries(db: Database, begin: Date, end: Date) {
	return (await listBusyPeople(db, begin, end)).map(({ name, ...times }) => ({
		id: null,
		kind: "busy" as const,
		name: `${name}: busy`,
		service_type: "",
		status: null,
		...withIsoDates(times),
		extra: false,
		expires: null,
	}));
}

async function listTimed(db: Database, hours: CallHours, begin: Date, end: Date) {
	const { booking_id, kind, lane } = callReservationsTable;
	const busyNames = sql<string[]>`case when ${service_type} = 'Blocked Time' then '{}'
		else call_busy_names(${call_start}, ${call_end}) end`;
	const rows = await db
		.select({ id, name, service_type, status, call_start, call_end, lane, busyNames })
		.from(bookingsTable)
		.leftJoin(callReservationsTable, and(eq(booking_id, id), eq(kind, "call")))
		.where(and(isNotNull(call_end), gt(call_end, begin), lt(call_start, end), ne(status, "closed")));
	return rows.flatMap((row) =>
		row.call_start && row.call_end
			? [
					{
						id: row.id as string | null,
						kind: row.service_type === "Blocked Time" ? ("block" as const) : ("call" as const),
						name: row.name,
						service_type: row.service_type as string,
						status: row.status as string | null,
						...withIsoDates({ start: row.call_start, end: row.call_end }),
						extra: (row.lane ?? 0) > hours.calls_at_once,
						expires: null as string | null,
						...(row.busyNames.length > 0 && { busy: row.busyNames }),
					},
				]
			: [],
	);
}

async function listHolds(db: Database, now: Date, begin: Date, end: Date) {
	const { booking_id, ends, expires_at, lane, starts } = callReservationsTable;
	const rows = await db
		.select({ id, name, service_type, status, starts, ends, expires_at, lane })
		.from(callReservationsTable)
		.leftJoin(bookingsTable, eq(id, booking_id))
		.where(and(gt(expires_at, now), gte(ends, begin), lt(starts, end)));
	return rows.map((row) => ({
		id: row.id,
		kind: "hold" as const,
		name: row.name ?? "Submission on hold",
		service_type: row.service_type ?? "General Consultation",
		status: row.status as string | null,
		...withIsoDates({ start: row.starts, end: row.ends, expires: row.expires_at }),
		extra: false,
	}));
}

/** For the gauges: calls ahead, and times that are held. */
export async function countCalls(db: Database, now: Date): Promise<{ upcoming: number; holds: number }> {
	const [row] = await db
		.select({
			upcoming: sql<number>`count(*) filter (where ${callReservationsTable.kind} = 'call')::int`,
			holds: sql<number>`count(*) filter (where ${callReservationsTable.expires_at} > ${now})::int`,
		})
		.from(callReservationsTable)
		.where(gt(callReservationsTable.busy_to, now));
	return row ?? { upcoming: 0, holds: 0 };
}
