import { addMinutes } from "date-fns/addMinutes";
import { expect, test } from "vitest";
import { endHolds } from "#features/bookings/slots/reservations.server.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { trapField } from "#lib/submission.ts";
import { calendarPrograms } from "#tests/calendar-programs.ts";
import { now, post, slot, startCallDesk } from "#tests/call-desk.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { routeArgs } from "#tests/loaders.ts";
import { newCalendar, readStrictly } from "#tests/strict-calendar.ts";
import { remindGuests } from "./call-reminders.server.ts";
import { action as confirmAction, loader as confirmLoader } from "./confirm-call-page.tsx";

const { app, book, api, slotsOf, guestToken, open, act, stored, reservations, setHours } = startCallDesk();

test("a guest's link moves one call, keeps its entry in calendars, and says no when it is too late or too often", async () => {
	await book();
	const token = await guestToken();
	const uid = (content: string | undefined) => content?.match(/^UID:.*/m)?.[0];
	const [first] = await app.mails();
	expect(await open(token)).toMatchObject({ status: 200, heading: "booked", call: { start: slot } });
	expect(await act(token, { intent: "move", slot })).toMatchObject({ status: 200 });
	expect(await app.mails()).toHaveLength(2);
	const next = "2030-06-05T14:00:00Z";
	expect(await act(token, { intent: "move", slot: next })).toMatchObject({ status: 200, heading: "moved" });
	const [row] = await stored();
	expect(row).toMatchObject({
		preferred_date: "2030-06-05",
		status: "new",
		calendar_sequence: 2,
		first_answered_at: null,
	});
	expect(await slotsOf()).toContain(slot);
	const moved = (await app.mails()).slice(2);
	expect(moved).toHaveLength(2);
	for (const { calendar } of moved) {
		expect(calendar?.content).toMatch(/^SEQUENCE:1\r$/m);
		expect(uid(calendar?.content)).toBe(uid(first?.calendar?.content));
	}
	await book({ email: "grace@example.com" });
	expect(await act(token, { intent: "move", slot })).toMatchObject({
		status: 409,
		problem: { nearest: expect.any(Array) },
	});
	expect(await act(token, { intent: "move", slot: "soon" })).toMatchObject({ status: 422 });
	expect(await act(token, { intent: "dance" })).toMatchObject({ status: 422 });
	for (const day of ["06", "07", "10", "11"]) await act(token, { intent: "move", slot: `2030-06-${day}T14:00:00Z` });
	expect(await act(token, { intent: "move", slot: next })).toMatchObject({
		status: 403,
		problem: { message: "It is too late to move this call here. Please call (555) 010-0142." },
	});
	app.setTime(new Date("2030-06-11T13:00:00Z"));
	expect(await open(token)).toMatchObject({ status: 200 });
	app.setTime(new Date("2030-06-11T14:00:00Z"));
	expect(await open(token)).toMatchObject({ status: 410 });
	expect(await open("x".repeat(43))).toMatchObject({ status: 404 });
});

test("a call can be moved until an hour before it begins", async () => {
	await book();
	const token = await guestToken();
	app.setTime(new Date("2030-06-04T13:00:01Z"));
	expect(await act(token, { intent: "move", slot: "2030-06-05T14:00:00Z" })).toMatchObject({ status: 403 });
	app.setTime(new Date("2030-06-04T13:00:00Z"));
	expect(await act(token, { intent: "move", slot: "2030-06-05T14:00:00Z" })).toMatchObject({ status: 200 });
	expect(await act(token, { intent: "cancel", reason: "x".repeat(501) })).toMatchObject({
		status: 422,
		problem: { message: "Please keep the reason to 500 characters or fewer." },
	});
	expect(await stored()).toMatchObject([{ status: "new" }]);
});

test("one entry of a strict calendar appears, moves, and goes, in whatever order its messages arrive", async () => {
	await book({ firstName: 'Ada; "the, \\\\ Countess"', lastName: "Ünïcödé" });
	const token = await guestToken();
	await act(token, { intent: "move", slot: "2030-06-05T14:00:00Z" });
	await act(token, { intent: "cancel" });
	const mails = await app.mails();
	for (const receiver of ["ada@example.com", "desk@pilcrow.example"]) {
		const calendars = mails.filter(({ to }) => to === receiver).flatMap(({ calendar }) => calendar ?? []);
		const messages = calendars.map(({ content }) => readStrictly(content));
		expect(messages.map(({ METHOD }) => METHOD)).toEqual(calendars.map(({ method }) => method));
		expect(messages).toMatchObject(
			[
				{ METHOD: "REQUEST", STATUS: "CONFIRMED", SEQUENCE: 0, DTSTART: "20300604T140000Z" },
				{ METHOD: "REQUEST", STATUS: "CONFIRMED", SEQUENCE: 1, DTSTART: "20300605T140000Z" },
				{ METHOD: "CANCEL", STATUS: "CANCELLED", SEQUENCE: 2, DTSTART: "20300605T140000Z" },
			].map((message) => ({
				...message,
				UID: messages[0]?.UID,
				ORGANIZER: expect.stringMatching(/^mailto:hello@pilcrow\.example$/i),
				ATTENDEE: expect.stringContaining(receiver),
			})),
		);
		const calendar = newCalendar();
		const shown = messages.map((message) => {
			calendar.receive(message);
			return calendar.shown();
		});
		expect(shown).toEqual([["20300604T140000Z"], ["20300605T140000Z"], []]);
		const late = newCalendar();
		for (const message of messages.toReversed()) late.receive(message);
		expect(late.shown()).toEqual([]);
	}
});

test.each(calendarPrograms)(
	"$name shows one entry that moves and goes, also after its owner has declined it",
	async (program) => {
		await book();
		const token = await guestToken();
		const calendar = newCalendar();
		const read = new Set<string>();
		const receive = async () => {
			for (const { to, calendar: part } of await app.mails()) {
				if (to !== "ada@example.com" || !part || read.has(part.content)) continue;
				read.add(part.content);
				const message = readStrictly(part.content);
				expect(program.takes(message, part.method, to)).toBe(true);
				calendar.receive(message);
			}
			return calendar.shown();
		};
		expect(await receive()).toEqual(["20300604T140000Z"]);
		calendar.decline(program.answer(readStrictly([...read][0] ?? "")));
		expect(calendar.shown()).toEqual([]);
		expect((await stored())[0]).toMatchObject({ status: "new", cancelled_by: null });
		await act(token, { intent: "move", slot: "2030-06-05T14:00:00Z" });
		expect(await receive()).toEqual(["20300605T140000Z"]);
		await act(token, { intent: "cancel" });
		expect(await receive()).toEqual([]);
		expect(read.size).toBe(3);
	},
);

test("a guest's cancellation frees the time, tells both calendars, and is no answer of the firm", async () => {
	await book();
	const token = await guestToken();
	const cancel = () => act(token, { intent: "cancel", reason: "We have <b>moved</b>." });
	expect(await cancel()).toMatchObject({ status: 200, heading: "cancelled" });
	expect(await cancel()).toMatchObject({ status: 200, heading: "cancelled" });
	const [row] = await stored();
	expect(row).toMatchObject({
		status: "closed",
		cancelled_by: "guest",
		cancel_reason: "We have <b>moved</b>.",
		first_answered_at: null,
	});
	expect(await reservations()).toEqual([]);
	const mails = (await app.mails()).slice(2);
	expect(mails.map(({ calendar }) => calendar?.method)).toEqual(["CANCEL", "CANCEL"]);
	expect(mails.find(({ to }) => to === "desk@pilcrow.example")?.text).toContain("Reason: We have <b>moved</b>.");
	expect(await open(token)).toMatchObject({ status: 410 });
	await api("PATCH", `/api/bookings/${row?.id}`, { status: "new" });
	expect(await open(token)).toMatchObject({ status: 410 });
});

test("the token of a link is in no row once its mail is sent", async () => {
	await book();
	const token = await guestToken();
	const { rows } = await app.deps.database.query("select content::text as content from mails");
	expect(JSON.stringify(rows)).not.toContain(token);
	expect(JSON.stringify(rows)).toContain("/call/…");
});

test("with confirmation by email, a time is held for half an hour, and the link makes it a call once", async () => {
	await setHours({ confirm_by_mail: true });
	expect(await book()).toMatchObject({ status: 201, data: { call: { start: slot, held_until: "10:30 AM EDT" } } });
	expect(await stored()).toMatchObject([{ preferred_date: null, call_start: null }]);
	expect(await slotsOf()).not.toContain(slot);
	const token = await guestToken("call/confirm");
	const args = (method: "GET" | "POST", of = token) => {
		const url = `http://site.test/call/confirm/${of}`;
		return routeArgs(app.deps, method === "GET" ? new Request(url) : post(`/call/confirm/${of}`, {}), {
			token: of,
		}) as never;
	};
	expect(await confirmLoader(args("GET"))).toMatchObject({ data: { state: "held", start: slot } });
	expect(await open(token)).toMatchObject({ status: 404 });
	expect(await confirmAction(args("POST"))).toMatchObject({ data: { state: "booked" } });
	expect(await confirmAction(args("POST"))).toMatchObject({ data: { state: "booked" } });
	expect(await stored()).toMatchObject([{ preferred_date: "2030-06-04", preferred_time: "10:00:00" }]);
	expect((await app.mails()).filter(({ calendar }) => calendar)).toHaveLength(2);

	await book({ slot: "2030-06-05T14:00:00Z" });
	const late = await guestToken("call/confirm");
	app.setTime(addMinutes(now, 30));
	expect(await confirmAction(args("POST", late))).toMatchObject({ init: { status: 410 } });
	expect(await slotsOf("2030-06-05")).toContain("2030-06-05T14:00:00Z");
	expect(await endHolds(app.deps)).toBe(1);
	expect(await stored()).toHaveLength(2);
});

test("a form that looks like spam keeps its time for four hours, and released within them, books it", async () => {
	expect(await book({ [trapField]: "x" })).toMatchObject({ status: 201, data: { call: { start: slot } } });
	expect(await stored()).toEqual([]);
	expect(await slotsOf()).not.toContain(slot);
	const release = async () => {
		const [held] = await app.deps.db.select().from(quarantineTable);
		return (await api("POST", `/api/quarantine/${held?.id}/release`)).status;
	};
	expect(await release()).toBeLessThan(300);
	expect(await stored()).toMatchObject([{ preferred_date: "2030-06-04", chosen_by: "guest" }]);
	expect(await reservations()).toMatchObject([{ kind: "call", expires_at: null }]);

	await book({ [trapField]: "x", slot: "2030-06-05T14:00:00Z", email: "late@example.com" });
	app.setTime(addMinutes(now, 239));
	expect(await slotsOf("2030-06-05")).not.toContain("2030-06-05T14:00:00Z");
	app.setTime(addMinutes(now, 240));
	expect((await book({ slot: "2030-06-05T14:00:00Z", email: "grace@example.com" })).status).toBe(201);
	expect(await release()).toBeLessThan(300);
	expect((await stored()).find(({ email }) => email === "late@example.com")).toMatchObject({
		preferred_date: null,
		notes: "Asked for Wednesday, June 5, 2030, at 10:00 AM EDT, which is no longer free.",
	});
});

test("of forms that look like spam, three keep their time", async () => {
	for (const hour of ["13", "14", "15", "16"]) {
		const form = { slot: `2030-06-05T${hour}:00:00Z`, email: `spam${hour}@example.com`, [trapField]: "x" };
		expect(await book(form)).toMatchObject({ status: 201 });
	}
	expect((await reservations()).map(({ starts }) => starts.getUTCHours()).sort()).toEqual([13, 14, 15]);
});

test("a reminder too late to help is dropped, nobody is reminded whom staff did not invite, and no name is a link", async () => {
	const add = (fields: Parameters<typeof buildBooking>[0]) => api("POST", "/api/bookings", buildBooking(fields));
	await add({ preferred_date: "2030-06-06", preferred_time: "10:00" });
	await add({ preferred_date: "2030-06-06", preferred_time: "11:30", invite: false });
	await add({ preferred_date: "2030-06-07", preferred_time: "10:00", name: "Ada www.evil.example" });
	const reminders = async (at: string) => {
		app.setTime(new Date(at));
		await remindGuests(app.deps);
		return (await app.mails()).filter(({ kind }) => kind === "call_reminder");
	};
	expect(await reminders("2030-06-06T12:30:00Z")).toEqual([]);
	expect(await reminders("2030-06-06T13:56:00Z")).toEqual([]);
	const [reminder, ...others] = await reminders("2030-06-06T15:00:00Z");
	expect(others).toEqual([]);
	expect(reminder?.text).toContain("Hello Ada www.\u200Bevil");
});

test("reminders come once for a start, not for what was booked a moment ago, and not too late", async () => {
	await book({ slot: "2030-06-06T14:00:00Z" });
	await book({ slot: "2030-06-04T15:00:00Z", email: "fresh@example.com" });
	const reminded = async (at: string) => {
		app.setTime(new Date(at));
		await Promise.all([remindGuests(app.deps), remindGuests(app.deps)]);
		return (await app.mails()).filter(({ kind }) => kind === "call_reminder").map(({ to, subject }) => [to, subject]);
	};
	expect(await reminded("2030-06-03T15:00:00Z")).toEqual([]);
	const first = ["ada@example.com", "Your call is in 24 hours: Thursday, June 6, 2030, at 10:00 AM EDT"];
	const fresh = ["fresh@example.com", "Your call is in one hour: Tuesday, June 4, 2030, at 11:00 AM EDT"];
	const last = ["ada@example.com", "Your call is in one hour: Thursday, June 6, 2030, at 10:00 AM EDT"];
	expect(await reminded("2030-06-04T14:00:00Z")).toEqual([fresh]);
	expect(await reminded("2030-06-05T13:59:00Z")).toEqual([fresh]);
	expect(await reminded("2030-06-05T14:00:00Z")).toEqual([fresh, first]);
	expect(await reminded("2030-06-06T13:54:00Z")).toEqual([fresh, first, last]);
	expect(await reminded("2030-06-06T13:58:00Z")).toEqual([fresh, first, last]);
});
