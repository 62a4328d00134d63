import { TZDate } from "@date-fns/tz";
import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { toOneLine } from "#lib/text/text.ts";
import { site } from "#site.config.ts";

/** The longer end of the promised '30-45 minute consultation'. */
const minutes = 45;

/** When a booking with date and time begins, by the firm's clocks. A date or a time alone is no appointment. */
export function appointmentOf(booking: {
	preferred_date: string | null;
	preferred_time: string | null;
	status: string;
}): Date | null {
	const { preferred_date, preferred_time, status } = booking;
	if (!preferred_date || !preferred_time || status === "closed") return null;
	const [year = 0, month = 1, day = 1] = preferred_date.split("-").map(Number);
	const [hour = 0, minute = 0] = preferred_time.split(":").map(Number);
	return new Date(new TZDate(year, month - 1, day, hour, minute, site.timeZone).getTime());
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
	/** Grows with each message about the booking; calendars keep the highest. */
	sequence: number;
	guests: { name: string; email: string }[];
};

/** It stands between quotes, where iCalendar can neither escape a quote nor break a line (RFC 5545, 3.2). */
const attendeeName = (name: string) => toOneLine(name.replaceAll('"', ""));

/** An invitation or its withdrawal. In UTC, which every calendar shows in its owner's zone. */
export function calendarText(method: "REQUEST" | "CANCEL", appointment: Appointment, now: Date): string {
	const { bookingId, serviceType, start, sequence, guests } = appointment;
	const calendar = ical({
		prodId: { company: site.name, product: "bookings" },
		method: ICalCalendarMethod[method],
	});
	calendar.createEvent({
		id: `booking-${bookingId}@${site.email.split("@")[1]}`,
		sequence,
		stamp: now,
		start,
		end: new Date(start.getTime() + minutes * 60_000),
		summary: `${serviceType}: call with ${site.name}`,
		description: `Questions, or need another time? Call ${site.phone} or email ${site.email}.`,
		status: method === "CANCEL" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
		organizer: { name: site.name, email: site.email },
		attendees: guests.map(({ name, email }) => ({
			name: attendeeName(name),
			email,
			role: ICalAttendeeRole.REQ,
			status: ICalAttendeeStatus.NEEDSACTION,
			rsvp: method === "REQUEST",
		})),
	});
	return calendar.toString();
}
