import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { Booking } from "#features/bookings/bookings.table.ts";
import { firm } from "#lib/firm.ts";
import { toOneLine } from "#lib/text/text.ts";
import { readWall } from "#lib/time/zone-clock.ts";
import { firmDefaults, site } from "#site.config.ts";

type Timed = Pick<Booking, "preferred_date" | "preferred_time"> & { status: string; call_start?: Date | null };

/** When a booking with date and time begins, by the firm's clocks. A date or a time alone is no appointment. */
export function appointmentOf({ preferred_date, preferred_time, status, call_start }: Timed): Date | null {
	if (!preferred_date || !preferred_time || status === "closed") return null;
	return call_start ?? readWall(site.timeZone, preferred_date, preferred_time);
}

/**
 * Which message brings calendars up to date: they show an appointment at `announced`, and it should be at `wanted`.
 * Undefined for the past, so that closing a booking after its call withdraws nothing.
 */
export function calendarMessage(
	announced: Date | null,
	wanted: Date | null,
	now: Date,
): "REQUEST" | "CANCEL" | undefined {
	if (wanted && wanted > now) return announced?.getTime() === wanted.getTime() ? undefined : "REQUEST";
	return announced && announced > now ? "CANCEL" : undefined;
}

export type Appointment = {
	bookingId: string;
	serviceType: string;
	start: Date;
	end: Date;
	/** Grows with each message about the booking; calendars keep the highest. */
	sequence: number;
	/** The receiver alone: each copy names only its own. */
	guest: { name: string; email: string };
	/** The guest has chosen the time, and so has accepted it. */
	isChosen: boolean;
};

export const callDomain = firmDefaults.email.split("@")[1] ?? "";

/** How calendars know a booking, for good. */
export const calendarUid = (bookingId: string) => `booking-${bookingId}@${callDomain}`;

/** It stands between quotes, where iCalendar can neither escape a quote nor break a line (RFC 5545, 3.2). */
const attendeeName = (name: string) => toOneLine(name.replaceAll('"', ""));

/** An invitation or its withdrawal. In UTC, which every calendar shows in its owner's zone. */
export function calendarText(method: "REQUEST" | "CANCEL", appointment: Appointment, now: Date): string {
	const { bookingId, serviceType, start, end, sequence, guest, isChosen } = appointment;
	const calendar = ical({
		prodId: { company: firm().name, product: "bookings" },
		method: ICalCalendarMethod[method],
	});
	calendar.createEvent({
		id: calendarUid(bookingId),
		sequence,
		stamp: now,
		start,
		end,
		summary: `${serviceType}: call with ${firm().name}`,
		description: `Questions, or need another time? Call ${firm().phone} or email ${firm().email}.`,
		status: method === "CANCEL" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
		organizer: { name: firm().name, email: firm().email },
		attendees: [
			{
				name: attendeeName(guest.name),
				email: guest.email,
				role: ICalAttendeeRole.REQ,
				status: isChosen ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.NEEDSACTION,
				rsvp: method === "REQUEST" && !isChosen,
			},
		],
	});
	return calendar.toString();
}
