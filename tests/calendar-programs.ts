import type { CalendarMessage } from "./strict-calendar.ts";

/**
 * A guest's calendar program: what it demands of an emailed message before it touches its own entry, and the answer it
 * sends. The answers have the form of each program's own; they were written for these tests, not recorded.
 */
export type CalendarProgram = {
	name: string;
	/** @param method of the part's Content-Type */
	takes(message: CalendarMessage, method: string, receiver: string): boolean;
	/** Declines an invitation. */
	answer(message: CalendarMessage): string;
};

const address = (uri: string) => uri.replace(/^mailto:/i, "").toLowerCase();
const lines = (...text: string[]) => `${text.join("\r\n")}\r\n`;

export const calendarPrograms: CalendarProgram[] = [
	{
		name: "Gmail",
		// Only for a mailbox that is an attendee; everyone else sees an attachment.
		takes: ({ METHOD, ATTENDEE }, method, receiver) => method === METHOD && address(ATTENDEE) === receiver,
		answer: ({ UID, SEQUENCE, DTSTART, DTEND, ORGANIZER, ATTENDEE, SUMMARY }) =>
			lines(
				"BEGIN:VCALENDAR",
				"PRODID:-//Google Inc//Google Calendar 70.9054//EN",
				"VERSION:2.0",
				"CALSCALE:GREGORIAN",
				"METHOD:REPLY",
				"BEGIN:VEVENT",
				`DTSTART:${DTSTART}`,
				`DTEND:${DTEND}`,
				"DTSTAMP:20300603T120000Z",
				`ORGANIZER;CN=Pilcrow:${ORGANIZER}`,
				`UID:${UID}`,
				`ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=DECLINED;X-NUM-GUESTS=0:${ATTENDEE}`,
				`SEQUENCE:${SEQUENCE}`,
				"STATUS:CONFIRMED",
				`SUMMARY:${SUMMARY}`,
				"END:VEVENT",
				"END:VCALENDAR",
			),
	},
	{
		name: "Outlook",
		// A part whose type names another method than its text is a file to it.
		takes: ({ METHOD, ORGANIZER, DTEND }, method) => method === METHOD && ORGANIZER !== "" && DTEND !== "",
		answer: ({ UID, SEQUENCE, ATTENDEE, SUMMARY }) =>
			lines(
				"BEGIN:VCALENDAR",
				"METHOD:REPLY",
				"PRODID:Microsoft Exchange Server 2010",
				"VERSION:2.0",
				"BEGIN:VEVENT",
				`ATTENDEE;PARTSTAT=DECLINED:MAILTO:${address(ATTENDEE)}`,
				"COMMENT;LANGUAGE=en-US:\\n",
				`UID:${UID}`,
				`SUMMARY;LANGUAGE=en-US:Declined: ${SUMMARY}`,
				"DTSTAMP:20300603T120000Z",
				"TRANSP:OPAQUE",
				`SEQUENCE:${SEQUENCE}`,
				`X-MICROSOFT-CDO-APPT-SEQUENCE:${SEQUENCE}`,
				"END:VEVENT",
				"END:VCALENDAR",
			),
	},
	{
		name: "Apple Calendar",
		// An organizer's own copy is no invitation.
		takes: ({ METHOD, ORGANIZER }, method, receiver) => method === METHOD && address(ORGANIZER) !== receiver,
		answer: ({ UID, SEQUENCE, ORGANIZER, ATTENDEE }) =>
			lines(
				"BEGIN:VCALENDAR",
				"METHOD:REPLY",
				"VERSION:2.0",
				"PRODID:-//Apple Inc.//macOS 15.1//EN",
				"CALSCALE:GREGORIAN",
				"BEGIN:VEVENT",
				`UID:${UID}`,
				`ATTENDEE;CUTYPE=INDIVIDUAL;EMAIL="${address(ATTENDEE)}";PARTSTAT=DECLINED:${ATTENDEE}`,
				`ORGANIZER;EMAIL="${address(ORGANIZER)}":${ORGANIZER}`,
				"DTSTAMP:20300603T120000Z",
				`SEQUENCE:${SEQUENCE}`,
				"END:VEVENT",
				"END:VCALENDAR",
			),
	},
];
