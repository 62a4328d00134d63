import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { pick, withIsoDates } from "#lib/pick.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { versionOf } from "#platform/records/version.server.ts";
import { bookingRecord } from "./bookings.record.ts";
import { type Booking, bookingsTable } from "./bookings.table.ts";

/** What the database knows of a booking's time beside its row; moments in milliseconds. */
type Reserved = { kind: "call" | "hold"; extra: boolean; start: number; end: number; expires: number | null };

type BookingRow = Booking & { reserved?: Reserved | null; overlaps?: string[]; busy?: string[] };

const milliseconds = (column: SQL) => sql`(extract(epoch from ${column}) * 1000)::float8`;

const lanes = sql`coalesce((select calls_at_once from call_hours), 1)`;

/** A call above the firm's lanes is one too many at its time. Nothing is looked for where no one has chosen a time. */
const reserved =
	sql<Reserved | null>`case when "bookings"."call_start" is null and "bookings"."chosen_by" is null then null else (select jsonb_build_object('kind', r.kind,
	'extra', r.lane > ${lanes}, 'start', ${milliseconds(sql`r.starts`)},
	'end', ${milliseconds(sql`r.ends`)}, 'expires', ${milliseconds(sql`r.expires_at`)})
	from call_reservations r where r.booking_id = "bookings"."id" and r.kind <> 'block') end`.as("reserved");

/**
 * Other open bookings in its time that the firm has no lane for: one of the two is a block, or one too many. Widened by
 * the longest buffers for the index.
 */
const overlaps = sql<
	string[]
>`case when "bookings"."call_end" is null or "bookings"."status" = 'closed' then '[]' else (
	select coalesce(jsonb_agg(b.id order by b.call_start, b.id), '[]')
	from (
		select coalesce(min(r.busy_from), "bookings"."call_start") as busy_from,
			coalesce(max(r.busy_to), "bookings"."call_end") as busy_to,
			"bookings"."service_type" = 'Blocked Time' or coalesce(max(r.lane) > ${lanes}, false) as extra
		from call_reservations r where r.booking_id = "bookings"."id" and r.kind = 'call'
	) own, bookings b left join call_reservations r on r.booking_id = b.id and r.kind = 'call'
	where b.call_end is not null and b.status <> 'closed' and b.id <> "bookings"."id"
		and tstzrange(b.call_start, b.call_end) && tstzrange("bookings"."call_start" - interval '8 hours', "bookings"."call_end" + interval '8 hours')
		and coalesce(r.busy_from, b.call_start) < own.busy_to and coalesce(r.busy_to, b.call_end) > own.busy_from
		and (own.extra or b.service_type = 'Blocked Time' or coalesce(r.lane > ${lanes}, false))
) end`.as("overlaps");

/** In whose calendars there is no room for it. Asked only where someone is busy at its time at all, counted so that the index is used. */
const busy = sql<string[]>`case when "bookings"."call_end" is null or "bookings"."status" = 'closed'
	or "bookings"."service_type" = 'Blocked Time' or 0 = (
		select count(*) from busy_times t
		where tstzrange(t.starts, t.ends) && tstzrange("bookings"."call_start", "bookings"."call_end")
	) then '{}' else call_busy_names("bookings"."call_start", "bookings"."call_end") end`.as("busy");

/** What is decided about its time; null for a booking without one. */
function presentCall(row: BookingRow, now: number) {
	const { call_start, call_end, chosen_by, guest_time_zone, cancelled_by, cancel_reason, status } = row;
	const hold = row.reserved?.kind === "hold" ? row.reserved : undefined;
	const base = {
		extra: row.reserved?.extra ?? false,
		expires: null as string | null,
		chosen_by,
		guest_time_zone,
		cancelled_by,
		cancel_reason,
		overlaps: row.overlaps ?? [],
		...(row.busy && row.busy.length > 0 && { busy: row.busy }),
	};
	if (hold?.expires && !call_start) {
		if (hold.expires <= now) return null;
		const expires = new Date(hold.expires).toISOString();
		const [start, end] = [new Date(hold.start).toISOString(), new Date(hold.end).toISOString()];
		return { ...base, state: "held" as const, start, end, expires };
	}
	if (!call_start || !call_end) return null;
	const times = { start: call_start.toISOString(), end: call_end.toISOString() };
	if (cancelled_by) return { ...base, state: "cancelled" as const, ...times };
	if (call_end.getTime() <= now || status === "closed") return { ...base, state: "over" as const, ...times };
	const state = row.service_type === "Blocked Time" ? ("blocked" as const) : ("booked" as const);
	return { ...base, state, ...times };
}

/** What leaves the server. */
function presentBooking(row: BookingRow, now = new Date()) {
	return {
		...pick(row, ["id", "name", "email", "phone", "service_type", "preferred_date", "preferred_time", "message"]),
		...pick(row, ["status", "notes", "snoozed_until", "invite"]),
		version: versionOf(row.notes),
		/** Whether a calendar email waits to be sent, which a change back still stops. */
		mail_waits: row.calendar_due !== null,
		call: presentCall(row, now.getTime()),
		...withIsoDates(pick(row, ["created_at", "updated_at"])),
	};
}
export type PresentedBooking = ReturnType<typeof presentBooking>;

export const bookings: RecordSource<BookingRow, PresentedBooking> = {
	record: bookingRecord,
	table: bookingsTable,
	columns: { ...getTableColumns(bookingsTable), reserved, overlaps, busy },
	present: presentBooking,
};
