import type { RecordSource } from "#platform/records/records.server.ts";
import { versionOf } from "#platform/records/version.server.ts";
import { bookingRecord } from "./bookings.record.ts";
import { type Booking, bookingsTable } from "./bookings.table.ts";

/** What leaves the server: everything but what the program notes for itself. */
function presentBooking({ calendar_start, calendar_sequence, by_staff, first_answered_at, ...row }: Booking) {
	const { calendar_due, created_at, updated_at, ...fields } = row;
	return {
		...fields,
		version: versionOf(fields.notes),
		/** Whether a calendar mail waits to be sent, which a change back still stops. */
		mail_waits: calendar_due !== null,
		created_at: created_at.toISOString(),
		updated_at: updated_at.toISOString(),
	};
}
export type PresentedBooking = ReturnType<typeof presentBooking>;

export const bookings: RecordSource<Booking, PresentedBooking> = {
	record: bookingRecord,
	table: bookingsTable,
	present: presentBooking,
};
