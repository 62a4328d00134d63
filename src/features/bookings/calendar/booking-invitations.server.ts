import { addSeconds } from "date-fns/addSeconds";
import { and, eq, sql } from "drizzle-orm";
import { type Booking, bookingsTable } from "#features/bookings/bookings.table.ts";
import { insertLink } from "#features/bookings/guests/call-links.server.ts";
import { getCallHours } from "#features/bookings/slots/call-hours.server.ts";
import { callFacts } from "#features/bookings/slots/guest-moment.ts";
import { mailJobs, type QueuedMail, queueMail } from "#features/mails/mail-outbox.server.ts";
import { inThread } from "#features/threads/thread-of-record.server.ts";
import { firm } from "#lib/firm.ts";
import { withoutLinks } from "#lib/text/plain-words.ts";
import { formatFirmMomentLong } from "#lib/time/firm-moment.ts";
import type { JobKind } from "#platform/jobs/job-queue.server.ts";
import { composeLetter, type Letter } from "#platform/mail/letter.server.tsx";
import type { Deps } from "#platform/process/deps.server.ts";
import { updateRow } from "#platform/records/records.server.ts";
import { site } from "#site.config.ts";
import { type Appointment, appointmentOf, calendarMessage, calendarText } from "./booking-calendar.ts";

/** `db` is the transaction of the one in whose name the booking changes. */
export type Inviting = Pick<Deps, "db" | "jobs" | "settings" | "clock" | "metrics">;

export const calendarJobs: JobKind = { ...mailJobs, name: "booking-calendar" };

/** `due` is that of the change: a job whose change another has followed does nothing. */
type CalendarJob = { booking: string; due: string };

/**
 * Schedules the calendar emails to client and staff in half a minute. A change that is undone by then, or
 * followed by another, sends none (docs/decisions/020).
 */
export async function planCalendarMails(deps: Inviting, booking: Booking): Promise<Booking> {
	const { jobs, clock, settings } = deps;
	if (!booking.calendar_due && !pendingMessage(booking, clock())) return booking;
	const { undoSeconds } = settings.mail;
	const due = pendingMessage(booking, clock()) ? addSeconds(clock(), undoSeconds) : null;
	const row = await updateRow(deps.db, bookingsTable, eq(bookingsTable.id, booking.id), { calendar_due: due });
	if (due) {
		const job: CalendarJob = { booking: booking.id, due: due.toISOString() };
		await jobs.send(deps.db, calendarJobs, job, undoSeconds);
	}
	return row ?? booking;
}

/** The calendar message that is due now, if any. */
const pendingMessage = (booking: Booking, now: Date) =>
	booking.invite ? calendarMessage(booking.calendar_start, appointmentOf(booking), now) : undefined;

/** Sends the calendar emails that are due, until the queue is stopped. */
export function sendCalendarMails(deps: Inviting): Promise<void> {
	return deps.jobs.work<CalendarJob>(calendarJobs, (job) => sendDueCalendarMail(deps, job));
}

/** Exported for the tests, which do not wait. */
export function sendDueCalendarMail(deps: Inviting, { booking, due }: CalendarJob): Promise<void> {
	return deps.db.transaction(async (tx) => {
		const { id, calendar_due } = bookingsTable;
		const [row] = await tx
			.select()
			.from(bookingsTable)
			.where(and(eq(id, booking), eq(calendar_due, new Date(due))))
			.for("update");
		if (row) await queueCalendarMails({ ...deps, db: tx }, row);
	});
}

/**
 * Notifies client and staff of an appointment, a change, or a cancellation, if that hasn't been done. It runs in the
 * guest's transaction, because no one undoes what a guest does.
 */
export async function queueCalendarMails(deps: Inviting, booking: Booking): Promise<void> {
	const { calendar_start: announced, calendar_sequence: sequence } = booking;
	const wanted = appointmentOf(booking);
	const method = pendingMessage(booking, deps.clock());
	const start = method === "REQUEST" ? wanted : announced;
	const isBooking = eq(bookingsTable.id, booking.id);
	if (!method || !start) {
		// Its time has passed meanwhile.
		await deps.db.update(bookingsTable).set({ calendar_due: null }).where(isBooking);
		return;
	}

	const guests = guestsOf(booking, deps.settings.mail.staffEmail);
	const lastsMs =
		booking.call_start && booking.call_end
			? booking.call_end.getTime() - booking.call_start.getTime()
			: (await getCallHours(deps.db)).length_minutes * 60_000;
	const appointment: Omit<Appointment, "guest"> = {
		bookingId: booking.id,
		serviceType: booking.service_type,
		start,
		end: new Date(start.getTime() + lastsMs),
		sequence,
		isChosen: booking.chosen_by === "guest",
	};
	const occasion = method === "CANCEL" ? "cancelled" : announced ? "moved" : "new";
	const record = { table: "bookings", id: booking.id } as const;
	for (const guest of guests) {
		const { name, email } = guest;
		const token = guest.staff || method === "CANCEL" ? undefined : await insertLink(deps.db, booking.id, "change");
		const link = token && new URL(`/call/${token}`, deps.settings.siteUrl).href;
		const letter = guest.staff
			? staffLetter(deps, booking, occasion, start)
			: clientLetter(booking, occasion, start, link);
		const content = calendarText(method, { ...appointment, guest: { name, email } }, deps.clock());
		await queueMail(deps, deps.db, {
			kind: "invitation",
			record,
			to: guest.email,
			...(guest.staff ? { replyTo: booking.email } : await inThread(deps, deps.db, record)),
			...composeLetter(letter),
			...(token && { token, linkFor: "change" as const }),
			calendar: { method, content },
		} satisfies QueuedMail);
	}
	await deps.db
		.update(bookingsTable)
		.set({
			calendar_start: method === "REQUEST" ? start : null,
			calendar_sequence: sql`${bookingsTable.calendar_sequence} + 1`,
			calendar_due: null,
		})
		.where(isBooking);
}

/** Blocked time invites only staff, and no one is invited twice. */
function guestsOf({ name, email, service_type }: Booking, staffEmail: string | undefined) {
	const staff = staffEmail ? [{ name: firm().name, email: staffEmail, staff: true }] : [];
	const isStaff = email.toLowerCase() === staffEmail?.toLowerCase();
	const client = service_type === "Blocked Time" || isStaff ? [] : [{ name, email, staff: false }];
	return [...client, ...staff];
}

type Occasion = "new" | "moved" | "cancelled";

function clientLetter(booking: Booking, occasion: Occasion, start: Date, link: string | undefined): Letter {
	const { when, facts } = callFacts(booking, start);
	const texts = {
		new: { heading: "Your call is booked.", text: `We look forward to talking with you on ${when}.` },
		moved: { heading: "Your call has been rescheduled.", text: `Your call is now scheduled for ${when}.` },
		cancelled: { heading: "Your call has been canceled.", text: `We've canceled your call scheduled for ${when}.` },
	}[occasion];
	return {
		subject: `${texts.heading.replace(".", "")}: ${when}`,
		heading: texts.heading,
		preview: texts.text,
		paragraphs: [`Hello ${withoutLinks(booking.name)},`, texts.text],
		facts,
		...(link && { action: { label: "Move or cancel this call", link } }),
		closing:
			occasion === "cancelled"
				? `Open the attached file to remove the call from your calendar. To set up another time, reply to this email or call ${firm().phone}.`
				: `Open the attached invitation to ${occasion === "new" ? "add the call to" : "update"} your calendar. Declining the invitation there doesn't cancel the call. To move or cancel it, use the link in this email. If you have any questions, reply to this email or call ${firm().phone}.`,
	};
}

function staffLetter({ settings }: Inviting, booking: Booking, occasion: Occasion, start: Date): Letter {
	const { id, name, email, phone, service_type, message, cancel_reason } = booking;
	const when = formatFirmMomentLong(site, start);
	const heading = { new: "Call booked", moved: "Call rescheduled", cancelled: "Call canceled" }[occasion];
	return {
		subject: `${heading}: ${name}, ${when}`,
		heading: `${heading}: ${when}`,
		preview: `${name}, ${service_type}`,
		paragraphs: ["Open the attachment to update your calendar."],
		facts: [
			{ label: "Name", value: name },
			{ label: "Email", value: email },
			...(phone ? [{ label: "Phone", value: phone }] : []),
			{ label: "Service", value: service_type },
			...(occasion === "cancelled" && cancel_reason ? [{ label: "Reason", value: cancel_reason }] : []),
		],
		...(booking.chosen_by === "guest" &&
			occasion === "new" &&
			message && { quote: { label: "Message", text: message } }),
		action: { label: "Open the booking", link: new URL(`/admin/bookings?id=${id}`, settings.siteUrl).href },
		closing: `Reply to this email to reach ${name}.`,
	};
}
