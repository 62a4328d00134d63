import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { deleteMailsOfRecords } from "#features/mails/mail-outbox.server.ts";
import { writeRequestMails } from "#features/mails/request-mails.server.ts";
import type { Released } from "#features/quarantine/suspect-forms.server.ts";
import { visitor, withActor } from "#platform/database/actor.server.ts";
import { conflict } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { changeStatuses, getRecord, getRecords, insertRow, updateRecord } from "#platform/records/records.server.ts";
import { bookingRequest } from "./booking-mails.server.ts";
import { bookings } from "./bookings.record.server.ts";
import {
	type BookingChange,
	type BookingInput,
	type BookingStatusesChange,
	bookingFromCallForm,
	type CallForm,
} from "./bookings.schema.ts";
import { type Booking, bookingsTable } from "./bookings.table.ts";
import { type Inviting, planCalendarMails } from "./calendar/booking-invitations.server.ts";

/**
 * A visitor books: stores the booking together with the mails it causes, both or neither.
 * @param released where it comes out of the quarantine: then it keeps the moment at which it was sent
 */
export async function receiveBooking(
	deps: Pick<Deps, "db" | "jobs" | "settings" | "rateLimits" | "clock">,
	form: CallForm,
	released?: Released,
): Promise<Booking> {
	const id = randomUUID();
	const booking = bookingFromCallForm(form);
	const queueMails = await writeRequestMails(deps, bookingRequest(id, booking, deps.clock(), released?.sentAt));
	return withActor(deps.db, released?.actor ?? visitor, async (tx) => {
		await released?.remove(tx);
		const row = await insertRow(tx, bookingsTable, { ...booking, id, created_at: released?.sentAt });
		await queueMails(tx);
		return row;
	});
}

/**
 * Staff book: nobody gets a mail but those whom its date and time concern (decision 020).
 * `deps.db` is here and below the transaction of the one in whose name the booking changes.
 */
export async function createBooking(deps: Inviting, input: BookingInput): Promise<Booking> {
	return planCalendarMails(deps, await insertRow(deps.db, bookingsTable, { ...input, by_staff: true }));
}

/** @throws {HttpError} 404, or 409 when the notes are no longer what the caller expected */
export async function updateBooking(deps: Inviting, id: string, change: BookingChange): Promise<Booking> {
	return planCalendarMails(deps, await updateRecord(deps.db, bookings, id, change));
}

/** Many at once; guests get a mail where it touches their appointment. */
export async function updateBookingStatuses(deps: Inviting, change: BookingStatusesChange) {
	const changed = await changeStatuses(deps.db, bookings, change);
	const rows = await getRecords(
		deps.db,
		bookings,
		changed.map((row) => row.id),
	);
	const planned = [];
	for (const row of rows) planned.push(await planCalendarMails(deps, row));
	return planned;
}

/**
 * Deletes a booking that staff have just added, as if they had not.
 * @throws {HttpError} 404, or 409 when it is a visitor's, was added a while ago, or an invitation was sent
 */
export async function takeBackBooking(
	{ db, settings }: Pick<Deps, "db" | "settings">,
	bookingId: string,
): Promise<void> {
	const { by_staff, calendar_start, created_at, id } = bookingsTable;
	const justAdded = sql`${created_at} > now() - interval '2 minutes'`;
	const deleted = await db
		.delete(bookingsTable)
		.where(and(eq(id, bookingId), by_staff, justAdded, isNull(calendar_start)))
		.returning({ id });
	if (deleted.length > 0) return deleteMailsOfRecords(db, settings, "bookings", [bookingId]);
	const current = await getRecord(db, bookings, bookingId);
	throw conflict("This booking can no longer be removed. Close it instead.", bookings.present(current));
}
