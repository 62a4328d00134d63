import { addHours } from "date-fns/addHours";
import type { VisitorRequest } from "#features/threads/request-mails.server.ts";
import { firm } from "#lib/firm.ts";
import { counted } from "#lib/text/text.ts";
import { isOpen, nextOpening } from "#lib/time/business-hours.ts";
import { formatFirmMoment } from "#lib/time/firm-moment.ts";
import { site } from "#site.config.ts";
import type { ContactInput } from "./contacts.schema.ts";

/** The emails of an inquiry that is about to be stored under this id. */
export function contactRequest(
	id: string,
	{ name, email, phone, subject, message }: ContactInput,
	now: Date,
	sentAt?: Date,
): VisitorRequest {
	const promise = sentAt ? latePromise(sentAt) : answerPromise(now);
	const facts = [
		...(phone ? [{ label: "Phone", value: phone }] : []),
		...(subject ? [{ label: "Subject", value: subject }] : []),
	];
	return {
		record: { table: "contact_inquiries", id },
		visitor: { name, email },
		sentAt,
		notice: {
			subject: `New message from ${name}`,
			heading: "New contact inquiry",
			preview: subject ?? "No subject",
			paragraphs: [`${name} has sent us a message.${sentAt ? lateNotice(sentAt, now) : noticePromise()}`],
			facts,
			quote: { label: "Message", text: message },
		},
		confirmation: {
			subject: "We've received your message",
			heading: "We've received your message.",
			preview: promise,
			paragraphs: [`Thank you for contacting us. ${promise}`],
			facts,
			quote: { label: "What you sent us", text: message },
		},
	};
}

/** What was held back may be days old: the promise of the site is then broken already. */
const latePromise = (sentAt: Date) =>
	`We received your message on ${formatFirmMoment(site, sentAt)}, and we're sorry for the delay. We'll respond as soon as we can.`;

const noticePromise = () => {
	const { replyHours } = firm();
	return replyHours === null ? "" : ` We promised to respond within ${counted(replyHours, "hour")}.`;
};

function lateNotice(sentAt: Date, now: Date): string {
	const { replyHours } = firm();
	if (replyHours === null) return " The message was on hold, so please reply soon.";
	const promised = counted(replyHours, "hour");
	return now > addHours(sentAt, replyHours)
		? ` The message was on hold, and the ${promised} we promised have passed. Please reply soon.`
		: ` The message was on hold. We promised to respond within ${promised}, so please reply soon.`;
}

/**
 * The promise of the site, which does not depend on opening hours. After hours it also says when the firm reopens,
 * unless that is later than the promised response.
 */
export function answerPromise(now: Date): string {
	const { replyHours } = firm();
	const promise =
		replyHours === null ? "You'll hear from us." : `You'll hear from us within ${counted(replyHours, "hour")}.`;
	const opening = isOpen(firm(), now) ? undefined : nextOpening(firm(), now);
	return opening && (replyHours === null || opening <= addHours(now, replyHours))
		? `We're closed right now and will reopen on ${formatFirmMoment(site, opening)}. ${promise}`
		: promise;
}
