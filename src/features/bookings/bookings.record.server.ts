import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { RecordSource } from "#platform/records/records.server.ts";
import { versionOf } from "#platform/records/version.server.ts";
import { bookingRecord } from "./bookings.record.ts";
import { type Booking, bookingsTable } from "./bookings.table.ts";

/** What the database knows of a booking's time beside its row; moments in milliseconds. */
type Reserved = { kind: "call" | "hold"; extra: boolean; start: number; end: number; expires: number | null };

type BookingRow = Booking & { reserved?: Reserved | null; overlaps?: string[] };

const milliseconds = (column: SQL) => sql`(extract(epoch from ${column}) * 1000)::float8`;

/** A call above the firm's lanes is one too many at its time. */
const reserved = sql<Reserved | null>`(select jsonb_build_object('kind', r.kind,
	'extra', r.lane > coalesce((select calls_at_once from call_hours), 1), 'start', ${milliseconds(sql`r.starts`)},
	'end', ${milliseconds(sql`r.ends`)}, 'expires', ${milliseconds(sql`r.expires_at`)})
	from call_reservations r where r.booking_id = "bookings"."id" and r.kind <> 'block')`.as("reserved");

/**
 * Other bookings in its time that the firm has no lane for: one of the two is a block, or one too many. Widened by the
 * longest buffers for the index; a function of the database, so that lists stay readable.
 */
const overlaps = sql<string[]>`call_overlaps("bookings"."id", "bookings"."call_start", "bookings"."call_end",
	"bookings"."service_type", "bookings"."status")`.as("overlaps");

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
		id: row.id,
		name: row.name,
		email: row.email,
		phone: row.phone,
		service_type: row.service_type,
		preferred_date: row.preferred_date,
		preferred_time: row.preferred_time,
		message: row.message,
		status: row.status,
		notes: row.notes,
		invite: row.invite,
		version: versionOf(row.notes),
		/** Whether a calendar mail waits to be sent, which a change back still stops. */
		mail_waits: row.calendar_due !== null,
		call: presentCall(row, now.getTime()),
		created_at: row.created_at.toISOString(),
		updated_at: row.updated_at.toISOString(),
	};
}
export type PresentedBooking = ReturnType<typeof presentBooking>;

export const bookings: RecordSource<BookingRow, PresentedBooking> = {
	record: bookingRecord,
	table: bookingsTable,
	columns: { ...getTableColumns(bookingsTable), reserved, overlaps },
	present: presentBooking,
};
