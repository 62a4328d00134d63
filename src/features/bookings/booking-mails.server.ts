import { randomUUID } from "node:crypto";
import { sentFact, writeRequestMails } from "#features/mails/request-mails.server.ts";
import type { Released } from "#features/quarantine/suspect-forms.server.ts";
import { isOpen, nextOpening } from "#lib/time/business-hours.ts";
import { formatFirmMoment } from "#lib/time/firm-moment.ts";
import { visitor, withActor } from "#platform/database/actor.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { site } from "#site.config.ts";
import { type BookingInput, bookingFromCallForm, type CallForm } from "./bookings.schema.ts";
import { createBooking } from "./bookings.server.ts";
import type { Booking } from "./bookings.table.ts";

/**
 * Stores a visitor's booking together with the mails it causes: both or neither.
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
		const row = await createBooking(tx, { ...booking, id, created_at: released?.sentAt });
		await queueMails(tx);
		return row;
	});
}

function bookingRequest(
	id: string,
	{ name, email, phone, service_type, message }: BookingInput,
	now: Date,
	sentAt?: Date,
) {
	const promise = sentAt ? latePromise(sentAt) : callPromise(now);
	const phoneFact = { label: "Phone", value: phone ?? "Not given" };
	const serviceFact = { label: "Service", value: service_type };
	const quote = (label: string) => message !== null && { quote: { label, text: message } };
	return {
		record: { table: "bookings", id } as const,
		visitor: { name, email },
		notice: {
			subject: `New booking from ${name}`,
			heading: "New consultation request",
			preview: `${service_type}, ${phoneFact.value}`,
			paragraphs: [`${name} would like a call. ${sentAt ? lateNotice : noticePromise(now)}`],
			facts: [
				{ label: "Name", value: name },
				{ label: "Email", value: email },
				phoneFact,
				serviceFact,
				...sentFact(sentAt),
			],
			...quote("Message"),
			action: { label: "Open the booking", path: `/admin/bookings?id=${id}` },
		},
		confirmation: {
			subject: "We've received your request for a call",
			heading: "We've received your request.",
			preview: promise,
			paragraphs: [`Thank you for requesting a call. ${promise}`],
			facts: [phoneFact, serviceFact],
			...quote("What you sent us"),
			closing: `If anything is wrong or missing, reply to this email or call ${site.phone}.`,
		},
	};
}

/** A released submission may be days old, so the confirmation must not promise a call within five minutes. */
const latePromise = (sentAt: Date) =>
	`We received your request on ${formatFirmMoment(site, sentAt)}, and we're sorry for the delay. We'll contact you as soon as we can.`;
const lateNotice = "The request was on hold, so the 5 minutes we promised have passed. Please call soon.";

/** When a visitor who asks at this moment is called back. */
export function callPromise(now: Date): string {
	if (isOpen(site, now)) return "We'll contact you within 5 minutes.";
	const opening = nextOpening(site, now);
	if (!opening) return "We'll contact you as soon as we open.";
	return `We're closed right now and reopen on ${formatFirmMoment(site, opening)}. We'll contact you within 5 minutes of opening.`;
}

function noticePromise(now: Date): string {
	if (isOpen(site, now)) return "We promised to call within 5 minutes.";
	const opening = nextOpening(site, now);
	return opening
		? `We promised to call within 5 minutes of opening on ${formatFirmMoment(site, opening)}.`
		: "We promised to call as soon as we open.";
}
