import { expect, test } from "vitest";
import { type Appointment, appointmentOf, calendarMessage, calendarText } from "./booking-calendar.ts";

test.each([
	["2026-11-24", "14:30:00", "new", "2026-11-24T19:30:00.000Z"],
	["2026-07-14", "09:00", "in_progress", "2026-07-14T13:00:00.000Z"],
	["2026-11-24", "14:30:00", "closed", undefined],
	["2026-11-24", null, "new", undefined],
	[null, "14:30:00", "new", undefined],
])("a booking on %s at %s that is %s begins at %s", (preferred_date, preferred_time, status, start) => {
	expect(appointmentOf({ preferred_date, preferred_time, status })?.toISOString()).toBe(start);
});

const past = new Date("2026-11-01T10:00:00Z");
const now = new Date("2026-11-20T10:00:00Z");
const tuesday = new Date("2026-11-24T19:30:00Z");
const friday = new Date("2026-11-27T19:30:00Z");

test.each([
	["is arranged", null, tuesday, "REQUEST"],
	["is as it was", tuesday, new Date(tuesday), undefined],
	["moves", tuesday, friday, "REQUEST"],
	["loses its time or is closed", tuesday, null, "CANCEL"],
	["moves into the past", tuesday, past, "CANCEL"],
	["was in the past and is closed", past, null, undefined],
	["was entered after the fact", null, past, undefined],
	["has no time and never had one", null, null, undefined],
	["was in the past and gets a new time", past, friday, "REQUEST"],
])("calendars hear of an appointment that %s", (_, announced, wanted, message) => {
	expect(calendarMessage(announced, wanted, now)).toBe(message);
});

const appointment: Appointment = {
	bookingId: "b0c1",
	serviceType: "Photography",
	start: tuesday,
	end: new Date("2026-11-24T20:15:00Z"),
	sequence: 2,
	guest: { name: 'Dana "D;" Whitfield\nATTENDEE:mailto:eve@example.com', email: "dana@harborandpine.example" },
	isChosen: false,
};
/** As calendars read it: folded lines joined. */
const lines = (text: string) => text.replace(/\r\n[ \t]/g, "").split("\r\n");

test("an invitation names the event, its version, its time in UTC, the firm and its receiver", () => {
	const event = lines(calendarText("REQUEST", appointment, now));
	for (const line of [
		"METHOD:REQUEST",
		"UID:booking-b0c1@pilcrow.example",
		"SEQUENCE:2",
		"DTSTART:20261124T193000Z",
		"DTEND:20261124T201500Z",
		"STATUS:CONFIRMED",
	]) {
		expect(event).toContain(line);
	}
	expect(event.find((line) => line.startsWith("ORGANIZER"))).toMatch(/mailto:hello@pilcrow\.example$/);
	const guests = event.filter((line) => line.startsWith("ATTENDEE"));
	expect(guests).toHaveLength(1);
	expect(guests[0]).toMatch(/MAILTO:dana@harborandpine\.example$/i);
	expect(guests[0]).toContain('CN="Dana D; Whitfield ATTENDEE:mailto:eve@example.com"');
});

test("a withdrawal names the same event", () => {
	const event = lines(calendarText("CANCEL", { ...appointment, sequence: 3 }, now));
	for (const line of ["METHOD:CANCEL", "UID:booking-b0c1@pilcrow.example", "SEQUENCE:3", "STATUS:CANCELLED"]) {
		expect(event).toContain(line);
	}
});

test("a time that the guest has chosen is accepted, and asks for no answer", () => {
	const guest = lines(calendarText("REQUEST", { ...appointment, isChosen: true }, now)).find((line) =>
		line.startsWith("ATTENDEE"),
	);
	expect(guest).toContain("PARTSTAT=ACCEPTED");
	expect(guest).toContain("RSVP=FALSE");
});

test("every line ends with a line break of two characters, folds at 75 octets, and names no zone", () => {
	const text = calendarText(
		"REQUEST",
		{ ...appointment, guest: { name: "Ω".repeat(80), email: "dana@harborandpine.example" } },
		now,
	);
	for (const line of text.split("\r\n")) {
		expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
		expect(line).not.toMatch(/[\r\n]/);
	}
	expect(text).not.toMatch(/TZID|VTIMEZONE/);
	expect(text).not.toContain("\uFFFD");
});
