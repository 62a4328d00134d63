import { eq, sql } from "drizzle-orm";
import { type Booking, bookingsTable } from "#features/bookings/bookings.table.ts";
import { refreshBusyTimes } from "#features/bookings/busy/busy-times.server.ts";
import { queueCalendarMails } from "#features/bookings/calendar/booking-invitations.server.ts";
import { callAt } from "#features/bookings/slots/book-slot.server.ts";
import { isOverlap, timeTaken } from "#features/bookings/slots/call-slots.server.ts";
import {
	beginCalls,
	findGuestTime,
	findReservation,
	moveReservation,
	syncReservations,
} from "#features/bookings/slots/reservations.server.ts";
import { firm } from "#lib/firm.ts";
import { visitor, withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { updateRow } from "#platform/records/records.server.ts";
import { endLinks, type OpenedLink, openLink } from "./call-links.server.ts";

type Guests = Pick<Deps, "db" | "jobs" | "settings" | "clock" | "metrics">;

const mostMoves = 5;

const unknownLink = () => new HttpError(404, "not_found", "This link does not open a call, or no longer does.");
const endedLink = () => new HttpError(410, "gone", "This call can no longer be changed here.");
const tooLate = () =>
	new HttpError(403, "too_late", `It is too late to move this call here. Please call ${firm().phone}.`);

export type GuestCall = { state: "booked" | "cancelled"; booking: Booking; start: Date };

/** Whether a call is still ahead, and this link may change it. @throws {HttpError} 404, 410 */
function requireOpen(link: OpenedLink | undefined, now: Date): { booking: Booking; start: Date } {
	if (!link) throw unknownLink();
	const { booking, endedAt } = link;
	const { call_start, service_type, status } = booking;
	// Staff may have made a block of it, which has no guest.
	const isCall = call_start && service_type !== "Blocked Time";
	if (endedAt || !isCall || call_start <= now || status === "closed") throw endedLink();
	return { booking, start: call_start };
}

/** What a link opens. Changes nothing, no matter who opens it. @throws {HttpError} 404, 410 */
export async function getGuestCall({ db, clock }: Guests, token: string): Promise<GuestCall> {
	return { state: "booked", ...requireOpen(await openLink(db, token, "change"), clock()) };
}

/** A lock on the booking behind the link, in a transaction that may take and free time. */
async function lockOpened(tx: Database, token: string, purpose: "change" | "confirm") {
	const link = await openLink(tx, token, purpose);
	const { id } = bookingsTable;
	if (link) await tx.select({ id }).from(bookingsTable).where(eq(id, link.booking.id)).for("update");
	return link;
}

/**
 * Moves the call of a link to another free time. To the time that it has, it does nothing.
 * @throws {HttpError} 403 too late or too often, 404, 409 with the nearest free times, 410
 */
export async function moveGuestCall(deps: Guests, token: string, slot: number): Promise<GuestCall> {
	let movingId: string | undefined;
	if (await openLink(deps.db, token, "change")) await refreshBusyTimes(deps);
	try {
		const moved = await withActor(deps.db, visitor, async (tx) => {
			const calls = await beginCalls(tx, deps.clock());
			const { booking, start } = requireOpen(await lockOpened(tx, token, "change"), calls.now);
			movingId = booking.id;
			if (start.getTime() === slot) return { booking, start, isNew: false };
			const soonest = start.getTime() - calls.hours.change_notice_minutes * 60_000;
			if (calls.now.getTime() > soonest || booking.guest_moves >= mostMoves) throw tooLate();
			const time = await findGuestTime(calls, slot, booking.id);
			if (!time) return undefined;
			const row = await updateRow(tx, bookingsTable, eq(bookingsTable.id, booking.id), {
				...callAt(time),
				chosen_by: "guest",
				guest_moves: sql`${bookingsTable.guest_moves} + 1`,
			});
			if (!row) throw unknownLink();
			await moveReservation(tx, booking.id, time);
			await queueCalendarMails({ ...deps, db: tx }, row);
			return { booking: row, start: time.starts, isNew: true };
		});
		if (moved) {
			if (moved.isNew) deps.metrics.callChanges.inc({ by: "guest", what: "moved" });
			return { state: "booked", booking: moved.booking, start: moved.start };
		}
	} catch (error) {
		if (!isOverlap(error)) throw error;
	}
	throw await timeTaken(deps, slot, movingId);
}

/** Cancels the call of a link; again, it does nothing. @throws {HttpError} 404, 410 */
export async function cancelGuestCall(deps: Guests, token: string, reason: string | null): Promise<GuestCall> {
	const done = await withActor(deps.db, visitor, async (tx) => {
		const calls = await beginCalls(tx, deps.clock());
		const link = await lockOpened(tx, token, "change");
		const cancelled = link?.booking;
		if (
			cancelled?.cancelled_by &&
			cancelled.status === "closed" &&
			cancelled.call_start &&
			cancelled.call_start > calls.now
		)
			return { booking: cancelled, start: cancelled.call_start, isNew: false };
		const { booking, start } = requireOpen(link, calls.now);
		const row = await updateRow(tx, bookingsTable, eq(bookingsTable.id, booking.id), {
			status: "closed",
			cancelled_by: "guest",
			cancel_reason: reason,
		});
		if (!row) throw unknownLink();
		// The guest's cancellation is not a response by the firm, although the trigger counts any status as one.
		const { first_answered_at } = booking;
		await tx.update(bookingsTable).set({ first_answered_at }).where(eq(bookingsTable.id, booking.id));
		await endLinks(tx, booking.id, calls.now);
		await syncReservations(calls, row);
		await queueCalendarMails({ ...deps, db: tx }, row);
		return { booking: row, start, isNew: true };
	});
	if (done.isNew) deps.metrics.callChanges.inc({ by: "guest", what: "cancelled" });
	return { state: "cancelled", booking: done.booking, start: done.start };
}

export type ConfirmableCall = { state: "held" | "booked"; start: Date };

/** The booking of a link and the time that it confirms. @throws {HttpError} 404, 410 */
async function requireConfirmable(db: Database, link: OpenedLink | undefined, now: Date) {
	if (!link) throw unknownLink();
	const { booking, endedAt } = link;
	const reservation = await findReservation(db, now, { booking_id: booking.id });
	if (!reservation || endedAt || booking.status === "closed" || reservation.starts <= now) throw endedLink();
	return { booking, reservation };
}

/** The time that a link confirms. @throws {HttpError} 404, 410 */
export async function getConfirmableCall({ db, clock }: Guests, token: string): Promise<ConfirmableCall> {
	const { reservation } = await requireConfirmable(db, await openLink(db, token, "confirm"), clock());
	return { state: reservation.kind === "hold" ? "held" : "booked", start: reservation.starts };
}

/** Makes a held time a call: one change of the same reservation. Again, it does nothing. @throws {HttpError} 404, 410 */
export async function confirmGuestCall(deps: Guests, token: string): Promise<ConfirmableCall> {
	const confirmed = await withActor(deps.db, visitor, async (tx) => {
		const calls = await beginCalls(tx, deps.clock());
		const link = await lockOpened(tx, token, "confirm");
		const { booking, reservation } = await requireConfirmable(tx, link, calls.now);
		const { busy_from, busy_to, ends, lane, starts } = reservation;
		if (reservation.kind !== "hold") return { start: starts, isNew: false };
		await moveReservation(tx, booking.id, { busy_from, busy_to, ends, lane, starts, taken_at: calls.now });
		const row = await updateRow(tx, bookingsTable, eq(bookingsTable.id, booking.id), callAt(reservation));
		if (row) await queueCalendarMails({ ...deps, db: tx }, row);
		return { start: starts, isNew: true };
	});
	if (confirmed.isNew) deps.metrics.callBookings.inc({ result: "confirmed" });
	return { state: "booked", start: confirmed.start };
}
