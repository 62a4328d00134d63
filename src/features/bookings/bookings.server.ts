import { randomUUID } from "node:crypto";
import { and, eq, exists, isNotNull, isNull, or, sql } from "drizzle-orm";
import { type Reception, storeForm } from "#features/forms/reception.server.ts";
import { deleteMailsOfRecords } from "#features/mails/mail-removal.server.ts";
import { writeRequestMails } from "#features/threads/request-mails.server.ts";
import { firm } from "#lib/firm.ts";
import { formatFirmMomentLong } from "#lib/time/firm-moment.ts";
import type { Database } from "#platform/database/database.server.ts";
import { conflict, HttpError, invalidInput } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { newToken } from "#platform/process/tokens.server.ts";
import {
	changeStatuses,
	getRecord,
	getRecords,
	insertRow,
	updateRecord,
	updateRow,
} from "#platform/records/records.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import { site } from "#site.config.ts";
import { bookingRequest, confirmationRequest } from "./booking-mails.server.ts";
import { bookings } from "./bookings.record.server.ts";
import {
	type BookingChange,
	type BookingInput,
	type BookingStatusesChange,
	bookingFromCallForm,
	type CallForm,
} from "./bookings.schema.ts";
import { type Booking, bookingsTable } from "./bookings.table.ts";
import { refreshBusyTimes } from "./busy/busy-times.server.ts";
import { type Inviting, planCalendarMails, queueCalendarMails } from "./calendar/booking-invitations.server.ts";
import { endLinks, insertLink } from "./guests/call-links.server.ts";
import { callLinksTable } from "./guests/call-links.table.ts";
import { callAt, TimeTaken } from "./slots/book-slot.server.ts";
import { callRange, longestBlockMs, takesTime } from "./slots/call-range.ts";
import { callReservationsTable } from "./slots/call-reservations.table.ts";
import { listFreeTimes } from "./slots/call-slots.server.ts";
import {
	beginCalls,
	type Calls,
	findGuestTime,
	findReservation,
	giveHoldToBooking,
	insertReservation,
	listOverlaps,
	syncReservations,
} from "./slots/reservations.server.ts";
import { isWithinHours } from "./slots/slot-rules.ts";

type Receiving = Pick<Deps, "db" | "jobs" | "settings" | "rateLimits" | "clock" | "metrics">;

/**
 * A visitor books: stores the booking together with the emails it causes, both or neither. Whether the time of the form is
 * free is judged here and nowhere else, while no other call is booked.
 * @param until when its time is only kept until then, for the guest to confirm it by email
 * @throws {TimeTaken} unless it comes from hold: then it becomes a booking without a time
 */
export async function receiveBooking(
	deps: Receiving,
	form: CallForm,
	reception: Reception,
	until: Date | null = null,
): Promise<void> {
	const { form_key, heldId, sentAt } = reception;
	const id = randomUUID();
	const booking = bookingFromCallForm(form);
	const slot = form.slot === null ? undefined : new Date(form.slot);
	const confirming = slot && until && { start: slot, until, token: newToken() };
	const request = confirming
		? confirmationRequest(id, booking, deps, confirming)
		: bookingRequest(id, booking, deps.clock(), sentAt);
	// A call that stands at once is told by its invitation. Whether one that was on hold does is known only later.
	const queueMails = slot && !confirming && !heldId ? undefined : await writeRequestMails(deps, request);
	if (slot) await refreshBusyTimes(deps);
	const result = await storeForm(deps.db, reception, async (tx) => {
		const calls = slot && (await beginCalls(tx, deps.clock()));
		const kept = calls && heldId && (await findReservation(tx, calls.now, { quarantine_id: heldId }));
		const time = calls && (kept || (await findGuestTime(calls, slot.getTime())));
		if (slot && !time && !heldId) throw new TimeTaken();
		const row = await insertRow(tx, bookingsTable, {
			...booking,
			id,
			form_key,
			promised_minutes: firm().callMinutes,
			created_at: sentAt,
			guest_time_zone: slot && form.time_zone,
			...(time && { chosen_by: "guest" }),
			...(time && !confirming && callAt(time)),
			...(slot && !time && { notes: `Asked for ${formatFirmMomentLong(site, slot)}, which is no longer free.` }),
		});
		if (kept) await giveHoldToBooking(tx, kept, id);
		else if (time) await insertReservation(tx, time, { booking_id: id }, until);
		if (confirming) await insertLink(tx, id, "confirm", confirming.token);
		// No one waits for an answer where the time stands (decision 018).
		if (time && !confirming) await queueCalendarMails({ ...deps, db: tx }, row);
		else await queueMails?.(tx);
		return confirming ? "held" : time ? "booked" : undefined;
	});
	if (result && !heldId) deps.metrics.callBookings.inc({ result });
}

/** When what staff have written takes place. @throws {HttpError} 422 for a block that does not end after it begins */
function rangeOf(written: Parameters<typeof callRange>[0], { hours }: Calls) {
	const range = callRange(written, hours.length_minutes, site.timeZone);
	if (range && range.end <= range.start) {
		throw invalidInput({ blocked_until_time: "Please choose an end after the start." });
	}
	if (range && range.end.getTime() - range.start.getTime() > longestBlockMs) {
		throw invalidInput({ blocked_until_time: "Please block at most 366 days." });
	}
	return { call_start: range?.start ?? null, call_end: range?.end ?? null };
}

/**
 * With `if_free`, staff are asked before a call or a block overlaps something.
 * @throws {HttpError} 409
 */
async function refuseOverlap(calls: Calls, booking: Booking): Promise<void> {
	const overlaps = await listOverlaps(calls, booking);
	const [first] = overlaps;
	if (!first) return;
	const moment = formatFirmMomentLong(site, new Date(first.start));
	throw new HttpError(409, "time_taken", `This overlaps ${first.name}, ${moment}.`, { current: { overlaps } });
}

/**
 * With `if_free`, staff are also asked before a call is outside of the hours, or before one that is ahead becomes one of the past.
 * A call that has been is only noted down: no one gets an email.
 * @param before what is moved
 * @throws {HttpError} 409 with the free times of that day
 */
async function refuseOddTime(calls: Calls, booking: Booking, before?: Booking): Promise<void> {
	const { id, call_start, call_end, preferred_date, service_type, status } = booking;
	if (!call_start || !call_end || !preferred_date || service_type === "Blocked Time" || status === "closed") return;
	const { hours, now } = calls;
	const isPast = call_end <= now;
	if (isPast && !(before?.call_start && before.call_start > now)) return;
	const rules = { timeZone: site.timeZone, hours };
	if (!isPast && isWithinHours(rules, call_start.getTime(), call_end.getTime())) return;
	const text = `${isPast ? "This time is in the past." : "Outside call hours."} ${before ? "Move" : "Book"} anyway?`;
	const free = await listFreeTimes(calls, preferred_date, id);
	throw new HttpError(409, "odd_time", text, { current: { free } });
}

/**
 * Staff book: no one gets an email but those whom its date and time concern (decision 020).
 * `deps.db` is here and below the transaction of the one in whose name the booking changes.
 * @throws {HttpError} 409 when staff want to be asked about the time
 */
export async function createBooking(deps: Inviting, input: BookingInput): Promise<Booking> {
	const { blocked_until_date, blocked_until_time, if_free, ...booking } = input;
	if (!takesTime(booking)) {
		// Waits for no one: only those who take time do so one after the other.
		return insertRow(deps.db, bookingsTable, { ...booking, by_staff: true });
	}
	const calls = await beginCalls(deps.db, deps.clock());
	const range = rangeOf(input, calls);
	const row = await insertRow(deps.db, bookingsTable, {
		...booking,
		...range,
		by_staff: true,
		...(range.call_start && { chosen_by: "staff" as const }),
	});
	if (if_free) {
		await refuseOverlap(calls, row);
		await refuseOddTime(calls, row);
	}
	await syncReservations(calls, row);
	await planCalendarMails(deps, row);
	return getRecord(deps.db, bookings, row.id);
}

/** @throws {HttpError} 404, or 409 when the notes are no longer what the caller expected, or the time is not free */
export async function updateBooking(deps: Inviting, id: string, change: BookingChange): Promise<Booking> {
	const { blocked_until_date, blocked_until_time, if_free, ...values } = change;
	const calls = await beginCalls(deps.db, deps.clock());
	const before = await getRecord(deps.db, bookings, id);
	const written = {
		service_type: before.service_type,
		preferred_date: values.preferred_date === undefined ? before.preferred_date : values.preferred_date,
		preferred_time: values.preferred_time === undefined ? before.preferred_time : values.preferred_time,
		blocked_until_date,
		blocked_until_time,
	};
	const sameTime = (one: string | null, other: string | null) => (one ?? "").slice(0, 5) === (other ?? "").slice(0, 5);
	const isMoved =
		written.preferred_date !== before.preferred_date ||
		!sameTime(written.preferred_time, before.preferred_time) ||
		blocked_until_date !== undefined ||
		blocked_until_time !== undefined;
	const moved = isMoved && { ...rangeOf(written, calls), chosen_by: "staff" as const };
	const { version, ...rest } = values;
	const row = await updateRecord(deps.db, bookings, id, {
		version,
		...rest,
		...moved,
		...closing(before, rest.status, calls.now),
	});
	const opened = before.status === "closed" && row.status !== "closed";
	if (if_free && (isMoved || opened)) await refuseOverlap(calls, row);
	if (if_free && isMoved) await refuseOddTime(calls, row, before);
	await finishChange(deps, calls, before, row);
	if (isMoved && before.call_start && row.call_start) deps.metrics.callChanges.inc({ by: "staff", what: "moved" });
	return getRecord(deps.db, bookings, id);
}

/** What a new status says of who has called the call off. */
function closing(before: Booking, status: Booking["status"] | undefined, now: Date) {
	if (status === undefined || (status === "closed") === (before.status === "closed")) return {};
	if (status !== "closed") return before.cancelled_by ? { cancelled_by: null, cancel_reason: null } : {};
	return before.call_start && before.call_start > now ? { cancelled_by: "staff" as const } : {};
}

async function finishChange(deps: Inviting, calls: Calls, before: Booking, row: Booking): Promise<Booking> {
	if (row.status === "closed" && before.status !== "closed") await endLinks(deps.db, row.id, calls.now);
	await syncReservations(calls, row);
	return planCalendarMails(deps, row);
}

/** Many at once; guests get an email where it touches their appointment. */
export async function updateBookingStatuses(deps: Inviting, change: BookingStatusesChange) {
	const calls = await beginCalls(deps.db, deps.clock());
	const ids = change.changes.flatMap((each) => each.ids);
	const former = new Map((await getRecords(deps.db, bookings, ids)).map((row) => [row.id, row]));
	const changed = await changeStatuses(deps.db, bookings, change);
	const changedIds = changed.map((row) => row.id);
	const dependent = await listDependent(deps.db, changedIds);
	const planned = [];
	for (const row of await getRecords(deps.db, bookings, changedIds)) {
		const before = former.get(row.id) ?? row;
		const closed = closing(before, row.status, calls.now);
		const isNews = Object.keys(closed).length > 0;
		const noted = isNews ? await updateRow(deps.db, bookingsTable, eq(bookingsTable.id, row.id), closed) : undefined;
		const finished = dependent.has(row.id)
			? finishChange(deps, calls, before, noted ?? row)
			: planCalendarMails(deps, noted ?? row);
		planned.push(await finished);
	}
	return planned;
}

/** Those of these bookings on whose status a time or a guest's link depends; the others, mostly, have asked for no time. */
async function listDependent(tx: Database, ids: string[]): Promise<Set<string>> {
	const { id, call_start } = bookingsTable;
	const rows = await tx
		.select({ id })
		.from(bookingsTable)
		.where(
			and(
				amongIds(id, ids),
				or(
					isNotNull(call_start),
					exists(tx.select().from(callReservationsTable).where(eq(callReservationsTable.booking_id, id))),
					exists(tx.select().from(callLinksTable).where(eq(callLinksTable.booking_id, id))),
				),
			),
		);
	return new Set(rows.map((row) => row.id));
}

/**
 * Deletes a booking that staff have just added, as if they had not.
 * @throws {HttpError} 404, or 409 when it is a visitor's, was added a while ago, or an invitation was sent
 */
export async function takeBackBooking(
	{ db, settings, clock }: Pick<Deps, "db" | "settings" | "clock">,
	bookingId: string,
): Promise<void> {
	await beginCalls(db, clock());
	const { by_staff, calendar_start, created_at, id } = bookingsTable;
	const justAdded = sql`${created_at} > now() - interval '2 minutes'`;
	const deleted = await db
		.delete(bookingsTable)
		.where(and(eq(id, bookingId), by_staff, justAdded, isNull(calendar_start)))
		.returning({ id });
	if (deleted.length > 0) return deleteMailsOfRecords(db, settings, "bookings", [bookingId]);
	const current = await getRecord(db, bookings, bookingId);
	throw conflict("This booking can no longer be removed. Close it instead.", bookings.present(current, clock()));
}
