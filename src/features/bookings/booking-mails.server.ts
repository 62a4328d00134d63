import { quoted, type VisitorRequest } from "#features/threads/request-mails.server.ts";
import { firm } from "#lib/firm.ts";
import { counted } from "#lib/text/text.ts";
import { isOpen, nextOpening } from "#lib/time/business-hours.ts";
import { formatFirmMoment, formatFirmMomentLong } from "#lib/time/firm-moment.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { site } from "#site.config.ts";
import { bookingRecord } from "./bookings.record.ts";
import { answeredOnly, type BookingInput } from "./bookings.schema.ts";

/** The emails of a booking that is about to be stored under this id. */
export function bookingRequest(id: string, booking: BookingInput, now: Date, sentAt?: Date): VisitorRequest {
	const promise = sentAt ? latePromise(sentAt) : callPromise(now);
	const { name, email, message } = booking;
	const facts = factsOf(booking);
	return {
		record: { table: "bookings", id },
		visitor: { name, email },
		sentAt,
		notice: {
			subject: `New booking from ${name}`,
			heading: "New request for a call",
			preview: [booking.service_type, booking.phone].filter(Boolean).join(", "),
			paragraphs: [`${name} would like a call. ${sentAt ? lateNotice() : noticePromise(now)}`],
			facts,
			...quoted("Message", message),
		},
		confirmation: {
			subject: "We've received your request for a call",
			heading: "We've received your request.",
			preview: promise,
			paragraphs: [`Thank you for requesting a call. ${promise}`],
			facts,
			...quoted("What you sent us", message && answeredOnly(message)),
		},
	};
}

/** The emails of a booking whose time is kept until the guest confirms it. Staff have no one to call yet. */
export function confirmationRequest(
	id: string,
	booking: BookingInput,
	{ clock, settings }: Pick<Deps, "clock" | "settings">,
	hold: { start: Date; until: Date; token: string },
): VisitorRequest {
	const request = bookingRequest(id, booking, clock());
	const moment = formatFirmMomentLong(site, hold.start);
	const until = formatFirmMoment(site, hold.until);
	const text = `We're holding ${moment} for you until ${until}.`;
	return {
		...request,
		notice: {
			...request.notice,
			paragraphs: [
				`${booking.name} chose ${moment}, but the call isn't booked yet. The client must confirm it by ${until} with the link in our email. Otherwise, the time will be free for others, and this request will stay on your list without a time.`,
			],
		},
		confirmation: {
			...request.confirmation,
			subject: `Please confirm your call: ${moment}`,
			heading: "Please confirm your call.",
			preview: text,
			paragraphs: [
				`${text} To book your call, open the link in this email and confirm by then. Otherwise, someone else can book this time.`,
			],
			action: { label: "Confirm this call", link: new URL(`/call/confirm/${hold.token}`, settings.siteUrl).href },
		},
		token: hold.token,
	};
}

/** What is known of it, but for what has a place of its own in the emails. */
function factsOf(booking: BookingInput) {
	const values: Record<string, unknown> = booking;
	const { name, email, message, status, ...labels } = bookingRecord.fields;
	return Object.entries(labels).flatMap(([field, label]) =>
		values[field] ? [{ label, value: String(values[field]) }] : [],
	);
}

/** A released submission may be days old, so the confirmation must not promise a call within five minutes. */
const latePromise = (sentAt: Date) =>
	`We received your request on ${formatFirmMoment(site, sentAt)}, and we're sorry for the delay. We'll contact you as soon as we can.`;
const lateNotice = () => {
	const { callMinutes } = firm();
	return callMinutes === null
		? "The request was on hold. Please call soon."
		: `The request was on hold, and the ${counted(callMinutes, "minute")} we promised have passed. Please call soon.`;
};

/** When a visitor who asks at this moment is called back. */
export function callPromise(now: Date): string {
	const within = promised();
	if (isOpen(firm(), now)) return `We'll contact you${within || " as soon as we can"}.`;
	const opening = nextOpening(firm(), now);
	if (!opening) return "We'll contact you as soon as we open.";
	const then = within ? `${within} of opening` : " after that";
	return `We're closed right now and will reopen on ${formatFirmMoment(site, opening)}. We'll contact you${then}.`;
}

/** ' within 5 minutes', or nothing where nothing is promised. */
function promised(): string {
	const { callMinutes } = firm();
	return callMinutes === null ? "" : ` within ${counted(callMinutes, "minute")}`;
}

function noticePromise(now: Date): string {
	const within = promised();
	if (!within) return "Please call soon.";
	if (isOpen(firm(), now)) return `We promised to call${within}.`;
	const opening = nextOpening(firm(), now);
	return opening
		? `We promised to call${within} of opening on ${formatFirmMoment(site, opening)}.`
		: "We promised to call as soon as we open.";
}
