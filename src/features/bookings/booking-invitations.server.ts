import { eq, sql } from "drizzle-orm";
import { formatFirmMomentLong } from "#lib/firm-moment.ts";
import { withoutLinks } from "#lib/plain-words.ts";
import type { Deps } from "#platform/deps.server.ts";
import { composeLetter, type Letter } from "#platform/letter.server.tsx";
import { type QueuedMail, queueMail } from "#platform/mail-outbox.server.ts";
import { site } from "#site.config.ts";
import { type Appointment, appointmentOf, calendarMessage, calendarText } from "./booking-calendar.ts";
import type { BookingChange, BookingInput, BookingStatusesChange } from "./bookings.schema.ts";
import { changeBookingStatuses, createBooking, getBookings, updateBooking } from "./bookings.server.ts";
import { type Booking, bookingsTable } from "./bookings.table.ts";

/** `db` is the transaction of the one in whose name the booking changes. */
type Inviting = Pick<Deps, "db" | "jobs" | "settings" | "clock">;

/** A booking that staff have entered: nobody is told of it but those whom its date and time concern (decision 020). */
export async function addBooking(deps: Inviting, input: BookingInput): Promise<Booking> {
	return tellGuests(deps, await createBooking(deps.db, { ...input, by_staff: true }));
}

/** @throws {HttpError} 404, or 409 when the notes are no longer what the caller expected */
export async function changeBooking(deps: Inviting, id: string, change: BookingChange): Promise<Booking> {
	return tellGuests(deps, await updateBooking(deps.db, id, change));
}

/** Many at once, for which those are told whose appointment it touches. */
export async function changeBookings(deps: Inviting, change: BookingStatusesChange) {
	const changed = await changeBookingStatuses(deps.db, change);
	const rows = await getBookings(
		deps.db,
		changed.map((row) => row.id),
	);
	const told = [];
	for (const row of rows) {
		const { id, status, updated_at } = await tellGuests(deps, row);
		told.push({ id, status, updated_at });
	}
	return told;
}

/** Tells client and staff of an appointment, its change or its end, if they do not know yet. */
async function tellGuests(deps: Inviting, booking: Booking): Promise<Booking> {
	const { calendar_start: told, calendar_sequence: sequence } = booking;
	const wanted = appointmentOf(booking);
	const method = calendarMessage(told, wanted, deps.clock());
	const start = method === "REQUEST" ? wanted : told;
	if (!method || !start) return booking;

	const guests = guestsOf(booking, deps.settings.mail.staffEmail);
	const appointment: Appointment = {
		bookingId: booking.id,
		serviceType: booking.service_type,
		start,
		sequence,
		guests: guests.map(({ name, email }) => ({ name, email })),
	};
	const content = calendarText(method, appointment, deps.clock());
	const when = formatFirmMomentLong(site, start);
	const occasion = method === "CANCEL" ? "cancelled" : told ? "moved" : "new";
	for (const guest of guests) {
		const letter = guest.staff ? staffLetter(deps, booking, occasion, when) : clientLetter(booking, occasion, when);
		await queueMail(deps, deps.db, {
			kind: "invitation",
			record: { table: "bookings", id: booking.id },
			to: guest.email,
			...(guest.staff && { replyTo: booking.email }),
			...composeLetter(letter),
			calendar: { method, content },
		} satisfies QueuedMail);
	}
	const [row] = await deps.db
		.update(bookingsTable)
		.set({
			calendar_start: method === "REQUEST" ? start : null,
			calendar_sequence: sql`${bookingsTable.calendar_sequence} + 1`,
		})
		.where(eq(bookingsTable.id, booking.id))
		.returning();
	return row ?? booking;
}

/** Nobody outside is invited to blocked time, and nobody twice. */
function guestsOf({ name, email, service_type }: Booking, staffEmail: string | undefined) {
	const staff = staffEmail ? [{ name: site.name, email: staffEmail, staff: true }] : [];
	const isStaff = email.toLowerCase() === staffEmail?.toLowerCase();
	const client = service_type === "Blocked Time" || isStaff ? [] : [{ name, email, staff: false }];
	return [...client, ...staff];
}

type Occasion = "new" | "moved" | "cancelled";

function clientLetter({ name, service_type }: Booking, occasion: Occasion, when: string): Letter {
	const texts = {
		new: { heading: "Your call is arranged.", text: `We look forward to talking with you on ${when}.` },
		moved: { heading: "Your call has a new time.", text: `It is now on ${when}.` },
		cancelled: { heading: "Your call is cancelled.", text: `The call on ${when} will not take place.` },
	}[occasion];
	return {
		subject: `${texts.heading.replace(".", "")}: ${when}`,
		heading: texts.heading,
		preview: texts.text,
		paragraphs: [`Hello ${withoutLinks(name)},`, texts.text],
		facts: [
			{ label: "When", value: when },
			{ label: "About", value: service_type },
		],
		closing:
			occasion === "cancelled"
				? `Would another time suit you? Answer this message or call ${site.phone}.`
				: `The attached invitation puts it into your calendar. If the time does not suit you, answer this message or call ${site.phone}.`,
	};
}

function staffLetter({ settings }: Inviting, booking: Booking, occasion: Occasion, when: string): Letter {
	const { id, name, email, phone, service_type } = booking;
	const heading = { new: "Appointment", moved: "Appointment moved", cancelled: "Appointment cancelled" }[occasion];
	return {
		subject: `${heading}: ${name}, ${when}`,
		heading: `${heading}: ${when}`,
		preview: `${name}, ${service_type}`,
		paragraphs: ["The attachment brings your calendar up to date."],
		facts: [
			{ label: "Name", value: name },
			{ label: "Email", value: email },
			...(phone ? [{ label: "Phone", value: phone }] : []),
			{ label: "Service", value: service_type },
		],
		action: {
			label: "Open the booking",
			link: new URL(`/admin/bookings?id=${id}`, settings.siteUrl).href,
		},
		closing: `Answer this message to write to ${name}.`,
	};
}
