import type { RecordSource } from "#platform/records/records.server.ts";
import { versionOf } from "#platform/records/version.server.ts";
import { bookingRecord } from "./bookings.record.ts";
import { type Booking, bookingsTable } from "./bookings.table.ts";

/** What leaves the server. */
function presentBooking(row: Booking) {
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
		created_at: row.created_at.toISOString(),
		updated_at: row.updated_at.toISOString(),
	};
}
export type PresentedBooking = ReturnType<typeof presentBooking>;

export const bookings: RecordSource<Booking, PresentedBooking> = {
	record: bookingRecord,
	table: bookingsTable,
	present: presentBooking,
};
