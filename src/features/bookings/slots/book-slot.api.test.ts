import { addMinutes } from "date-fns/addMinutes";
import { beforeEach, expect, test } from "vitest";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { loader as feedLoader } from "#features/bookings/calendar/calendar-feed.ts";
import { renewCallLink } from "#features/bookings/guests/call-links.server.ts";
import { action as callAction, loader as callLoader } from "#features/bookings/guests/call-page.tsx";
import { remindGuests } from "#features/bookings/guests/call-reminders.server.ts";
import { action as confirmAction, loader as confirmLoader } from "#features/bookings/guests/confirm-call-page.tsx";
import { action } from "#features/bookings/page/book-call-page.tsx";
import { sendQueuedMail } from "#features/mails/mail-outbox.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { trapField } from "#lib/submission.ts";
import { unfinishedJobs } from "#platform/backup/backup-tables.server.ts";
import { selectRows } from "#platform/database/database.server.ts";
import { type OutgoingMail, openMailer } from "#platform/mail/mailer.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { calendarPrograms } from "#tests/calendar-programs.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { routeArgs } from "#tests/loaders.ts";
import { newCalendar, readStrictly } from "#tests/strict-calendar.ts";
import { firstCallHours } from "./call-hours.server.ts";
import { callHoursTable } from "./call-hours.table.ts";
import { callReservationsTable } from "./call-reservations.table.ts";
import { endHolds } from "./reservations.server.ts";

const app = startTestApp({ STAFF_EMAIL: "desk@pilcrow.example" });
/** A Monday morning, at 10 in New York. Ahead of the real clock, by which an answer says whether a call is over. */
const now = new Date("2030-06-03T14:00:00Z");
/** Tuesday at 10 in New York. */
const slot = "2030-06-04T14:00:00Z";

beforeEach(async () => {
	app.setTime(now);
	const { db, database } = app.deps;
	for (const table of [bookingsTable, quarantineTable, mailsTable, callHoursTable]) await db.delete(table);
	await database.query("delete from pgboss.job where name in ('mail', 'booking-calendar')");
});

const form = {
	firstName: "Ada",
	lastName: "Byron",
	email: "ada@example.com",
	phone: "(555) 010-0199",
	projectDescription: "We open in spring.",
};

type Sent = { data: Record<string, unknown> & { outcome: string; nearest?: string[] }; status: number };

const post = (path: string, fields: Record<string, string>) =>
	new Request(`http://site.test${path}`, { method: "POST", body: new URLSearchParams(fields) });

async function book(fields: Record<string, string> = {}): Promise<Sent> {
	const answer = await action(routeArgs(app.deps, post("/book-call", { ...form, slot, ...fields }), {}) as never);
	return { data: answer.data as Sent["data"], status: answer.init?.status ?? 200 };
}

/** Signed in anew unless it says who: sessions end while the clock of a test runs ahead. */
async function api(method: string, path: string, body?: object, staff?: string) {
	const authorization = staff ?? (await signInAs(app.deps, { role: "admin" })).authorization;
	const response = await app.api.request(path, {
		method,
		...(body && { body: JSON.stringify(body) }),
		headers: { authorization, "content-type": "application/json" },
	});
	return { status: response.status, body: response.status === 204 ? undefined : await response.json() };
}

async function slotsOf(from = "2030-06-04", days = 1): Promise<string[]> {
	const { body } = await api("GET", `/api/call-slots?from=${from}&days=${days}`);
	return body.days.flatMap((day: { slots: string[] }) => day.slots);
}

const stored = async () => app.deps.db.select().from(bookingsTable);
const reservations = async () => app.deps.db.select().from(callReservationsTable);
const setHours = (changes: Partial<typeof firstCallHours>) =>
	app.deps.db.insert(callHoursTable).values({ ...firstCallHours, ...changes });

test("a month of slots names the firm's zone, its days, and nothing about anybody", async () => {
	await book();
	const { body } = await api("GET", "/api/call-slots");
	expect(Object.keys(body)).toEqual(["time_zone", "length_minutes", "from", "to", "last_date", "days"]);
	expect(body).toMatchObject({
		time_zone: "America/New_York",
		length_minutes: 45,
		from: "2030-06-03",
		to: "2030-07-03",
		last_date: "2030-08-02",
	});
	expect(body.days[0].slots[0]).toBe("2030-06-03T16:00:00Z");
	expect(await slotsOf()).not.toContain(slot);
	expect(await slotsOf("9999-12-31", 62)).toEqual([]);
	for (const query of ["from=2030-02-30", "days=0", "days=63", "days=1e1", "from=", "days="]) {
		expect((await api("GET", `/api/call-slots?${query}`)).status, query).toBe(422);
	}
});

test("a form with a time stores it, invites the guest, and tells staff once", async () => {
	expect(await book({ time_zone: "Asia/Tokyo" })).toMatchObject({
		status: 201,
		data: { outcome: "saved", call: { start: slot, moment: "Tuesday, June 4, 2030, at 10:00 AM EDT" } },
	});
	const [row] = await stored();
	expect(row).toMatchObject({ preferred_date: "2030-06-04", preferred_time: "10:00:00", status: "new" });
	const mails = await app.mails();
	expect(mails.map(({ to, kind, calendar }) => [to, kind, calendar?.method]).sort()).toEqual([
		["ada@example.com", "invitation", "REQUEST"],
		["desk@pilcrow.example", "invitation", "REQUEST"],
	]);
	const guests = mails.find(({ to }) => to === "ada@example.com");
	expect(guests?.text).toContain("Tuesday, June 4, 2030, at 11:00 PM GMT+9");
	expect(guests?.text).toContain("Our time: Tuesday, June 4, 2030, at 10:00 AM EDT");
	expect(guests?.calendar?.content.replaceAll("\r\n ", "")).toMatch(
		/ATTENDEE;[^\r]*PARTSTAT=ACCEPTED[^\r]*ada@example/,
	);
	expect(mails.find(({ to }) => to !== "ada@example.com")?.text).toContain("We open in spring.");
});

test("of two hundred who want one slot at once, one gets it, and the others get the nearest free ones", async () => {
	const answers = await Promise.all(
		Array.from({ length: 200 }, (_, index) => book({ email: `guest${index}@example.com` })),
	);
	const statuses = answers.map(({ status }) => status);
	expect(statuses.filter((status) => status === 201)).toHaveLength(1);
	expect(statuses.filter((status) => status === 409)).toHaveLength(199);
	expect(await stored()).toHaveLength(1);
	for (const { data, status } of answers) {
		if (status === 201) continue;
		expect(data).toMatchObject({ outcome: "taken", values: { firstName: "Ada", slot } });
		expect(data.nearest).toEqual([
			"2030-06-04T12:00:00Z",
			"2030-06-04T12:30:00Z",
			"2030-06-04T13:00:00Z",
			"2030-06-04T15:00:00Z",
			"2030-06-04T15:30:00Z",
			"2030-06-04T16:00:00Z",
		]);
	}
}, 120_000);

test("three lanes take three", async () => {
	await setHours({ calls_at_once: 3 });
	const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => book({ email: `g${index}@example.com` })));
	expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
	expect((await reservations()).map(({ lane }) => lane).sort()).toEqual([1, 2, 3]);
});

test("the database itself refuses what overlaps in a lane", async () => {
	await book();
	const insert = app.deps.database.query(
		`insert into call_reservations (kind, lane, starts, ends, busy_from, busy_to)
			select kind, lane, starts + interval '10 minutes', ends + interval '10 minutes',
				busy_from + interval '10 minutes', busy_to + interval '10 minutes' from call_reservations`,
	);
	await expect(insert).rejects.toMatchObject({ code: "23P01" });
});

test("a call is over by the clock of the program", async () => {
	await book();
	const stateOf = async () => (await api("GET", "/api/bookings")).body.rows[0].call.state;
	expect(await stateOf()).toBe("booked");
	app.setTime(new Date("2030-06-04T14:45:00Z"));
	expect(await stateOf()).toBe("over");
});

test("the same form again stores and sends nothing; another of the same mailbox is refused like anybody's", async () => {
	await book();
	await book({ email: "Ada+calls@example.com" });
	expect((await book()).status).toBe(201);
	expect(await stored()).toHaveLength(1);
	expect(await app.mails()).toHaveLength(2);
	expect((await book({ projectDescription: "Something else." })).status).toBe(409);
});

test.each([
	["off the grid", "2030-06-04T14:10:00Z"],
	["outside of the hours", "2030-06-04T03:00:00Z"],
	["past", "2030-06-03T13:30:00Z"],
	["within the notice", "2030-06-03T15:30:00Z"],
	["beyond the horizon", "2030-08-03T14:00:00Z"],
	["in the last minute of the year 9999", "9999-12-31T23:59:00Z"],
])("a time %s is refused like one that is taken, and nothing is stored", async (_, wish) => {
	expect(await book({ slot: wish })).toMatchObject({ status: 409, data: { outcome: "taken" } });
	expect(await stored()).toEqual([]);
	expect(await app.mails()).toEqual([]);
});

test("a malformed time is an error of its field, and no time at all is a request as before", async () => {
	expect(await book({ slot: "tomorrow" })).toMatchObject({
		status: 422,
		data: { errors: { slot: "Please choose one of the times shown." } },
	});
	expect(await app.deps.metrics.registry.metrics()).toMatch(/^call_bookings_total\{result="invalid"\} 1$/m);
	expect(await book({ slot: "", time_zone: "Nowhere/At all" })).toMatchObject({
		status: 201,
		data: { outcome: "saved" },
	});
	expect(await stored()).toMatchObject([{ preferred_date: null, call_start: null }]);
	expect((await app.mails()).map(({ kind }) => kind).sort()).toEqual(["confirmation", "notice"]);
});

test("a block closes its time to guests, also what a call within it leaves; staff are asked and may book anyway", async () => {
	await book();
	const block = await api("POST", "/api/bookings", {
		...buildBooking({ service_type: "Blocked Time", preferred_date: "2030-06-04", preferred_time: null, name: "Fair" }),
	});
	expect(block).toMatchObject({
		status: 201,
		body: { call: { state: "blocked", start: "2030-06-04T04:00:00.000Z", end: "2030-06-05T04:00:00.000Z" } },
	});
	const [call] = await stored();
	expect(block.body.call.overlaps).toEqual([call?.id]);
	expect(await slotsOf()).toEqual([]);
	expect((await api("PATCH", `/api/bookings/${call?.id}`, { status: "closed" })).status).toBe(200);
	expect(await slotsOf()).toEqual([]);
	const into = buildBooking({ preferred_date: "2030-06-04", preferred_time: "11:00" });
	expect(await api("POST", "/api/bookings", { ...into, if_free: true })).toMatchObject({
		status: 409,
		body: {
			code: "time_taken",
			error: "This overlaps Fair, Tuesday, June 4, 2030, at 12:00 AM EDT.",
			current: { overlaps: [{ name: "Fair" }] },
		},
	});
	expect(await api("POST", "/api/bookings", into)).toMatchObject({
		status: 201,
		body: { call: { state: "booked", extra: true, overlaps: [block.body.id], chosen_by: "staff" } },
	});
	expect((await api("PATCH", `/api/bookings/${block.body.id}`, { status: "closed" })).status).toBe(200);
	expect(await slotsOf()).not.toEqual([]);
});

test("closing frees the time at once, and reopening takes it again, beside whoever has it now", async () => {
	await book();
	const [call] = await stored();
	await api("POST", "/api/bookings/statuses", { changes: [{ ids: [call?.id], status: "closed" }] });
	expect(await slotsOf()).toContain(slot);
	expect((await book({ email: "grace@example.com" })).status).toBe(201);
	await api("PATCH", `/api/bookings/${call?.id}`, { status: "in_progress" });
	const { body } = await api("GET", "/api/bookings");
	const states = body.rows.map(({ name, call }: { name: string; call: { state: string; extra: boolean } }) => [
		name,
		call.state,
		call.extra,
	]);
	expect(states.sort()).toEqual([
		["Ada Byron", "booked", false],
		["Ada Byron", "booked", true],
	]);
});

const tokenIn = (text: string | undefined, place = "call") =>
	new RegExp(`/${place}/([\\w-]{43})`).exec(text ?? "")?.[1] ?? "";

/** The link in the guest's newest mail. */
async function guestToken(place = "call"): Promise<string> {
	const mails = (await app.mails()).filter(({ to }) => to === "ada@example.com");
	return tokenIn(mails.at(-1)?.text, place);
}

async function open(token: string) {
	const answer = await callLoader(
		routeArgs(app.deps, new Request(`http://site.test/call/${token}`), { token }) as never,
	);
	return "init" in answer && answer.init
		? { status: answer.init.status ?? 200, ...answer.data }
		: { status: 200, ...answer };
}

async function act(token: string, fields: Record<string, string>) {
	const answer = await callAction(routeArgs(app.deps, post(`/call/${token}`, fields), { token }) as never);
	return "init" in answer && answer.init
		? { status: answer.init.status ?? 200, ...(answer.data as object) }
		: { status: 200, ...(answer as object) };
}

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
	expect(await reservations()).toMatchObject([{ kind: "call" }]);

	await book({ [trapField]: "x", slot: "2030-06-05T14:00:00Z", email: "late@example.com" });
	app.setTime(addMinutes(now, 240));
	expect((await book({ slot: "2030-06-05T14:00:00Z", email: "grace@example.com" })).status).toBe(201);
	expect(await release()).toBeLessThan(300);
	expect((await stored()).find(({ email }) => email === "late@example.com")).toMatchObject({
		preferred_date: null,
		notes: "Asked for Wednesday, June 5, 2030, at 10:00 AM EDT, which is no longer free.",
	});
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

test("changed hours keep what is booked, name it, and refuse whoever has read older ones", async () => {
	await book();
	const { body: read } = await api("GET", "/api/bookings/hours");
	const { time_zone: _, ...hours } = read;
	const changed = { ...hours, weekly: Array.from({ length: 7 }, () => [["13:00", "17:00"]]) };
	const [call] = await stored();
	expect(await api("PUT", "/api/bookings/hours", changed)).toMatchObject({
		status: 200,
		body: { outside: [{ id: call?.id, name: "Ada Byron", start: "2030-06-04T14:00:00.000Z" }] },
	});
	expect(await api("PUT", "/api/bookings/hours", changed)).toMatchObject({
		status: 409,
		body: { code: "conflict", error: "Somebody else has changed the hours.", current: { weekly: changed.weekly } },
	});
	expect(await api("PUT", "/api/bookings/hours", { ...changed, length_minutes: 7 })).toMatchObject({
		status: 422,
		body: { fields: { length_minutes: expect.any(String) } },
	});
	expect((await slotsOf())[0]).toBe("2030-06-04T17:00:00Z");
	const preview = await api("POST", "/api/bookings/hours/preview", {
		from: "2027-03-14",
		days: 1,
		time_zone: "Asia/Tokyo",
	});
	expect(preview.body).toMatchObject({ time_zone: "Asia/Tokyo", days: [{ date: "2027-03-14" }] });
});

test("the week of staff has one entry a booking", async () => {
	await book();
	await api("POST", "/api/bookings", buildBooking({ service_type: "Blocked Time", preferred_date: "2030-06-04" }));
	const { body } = await api("GET", "/api/bookings/calendar?from=2030-06-03&days=7");
	expect(body.entries.map(({ kind, start }: { kind: string; start: string }) => [kind, start])).toEqual([
		["call", "2030-06-04T14:00:00.000Z"],
		["block", "2030-06-04T18:30:00.000Z"],
	]);
	expect(body.hours[0].intervals).toEqual([["2030-06-03T12:00:00.000Z", "2030-06-03T21:00:00.000Z"]]);
});

async function readFeed(url: string, headers: Record<string, string> = {}) {
	const feed = url.split("/").at(-1) ?? "";
	return feedLoader(routeArgs(app.deps, new Request(url, { headers }), { feed }) as never);
}

test("a feed has the calls under the UIDs of the invitations, without addresses, until it is replaced or revoked", async () => {
	await book();
	const { authorization, user } = await signInAs(app.deps, { role: "admin" });
	const feed = (method: string) => api(method, "/api/bookings/feed", undefined, authorization);
	expect((await feed("GET")).body).toEqual({ feed: null });
	const { status, body } = await feed("POST");
	expect(status).toBe(201);
	expect(body.url).toMatch(/^http:\/\/site\.test\/calendar\/[\w-]{43}\.ics$/);
	const answer = await readFeed(body.url);
	const text = (await answer.text()).replaceAll("\r\n ", "");
	const invitation = (await app.mails())[0]?.calendar?.content;
	for (const line of [
		"METHOD:PUBLISH",
		"SEQUENCE:0",
		"DTSTART:20300604T140000Z",
		"SUMMARY:Ada Byron (General Consultation)",
	]) {
		expect(text).toContain(`\r\n${line}\r\n`);
	}
	expect(text).toContain(invitation?.match(/^UID:.*/m)?.[0]);
	expect(text).toMatch(/REFRESH-INTERVAL[^\r]*:PT15M/);
	expect(text).not.toMatch(/ada@example|We open in spring/);
	expect((await readFeed(body.url, { "if-none-match": answer.headers.get("etag") ?? "" })).status).toBe(304);
	expect((await feed("GET")).body).toMatchObject({ feed: { last_read_at: now.toISOString() } });
	const { body: next } = await feed("POST");
	expect((await readFeed(body.url)).status).toBe(404);
	expect((await readFeed(next.url)).status).toBe(200);
	await app.deps.database.query("update profiles set role = 'user' where user_id = $1", [user.id]);
	expect((await readFeed(next.url)).status).toBe(404);
	await app.deps.database.query("update profiles set role = 'admin' where user_id = $1", [user.id]);
	expect((await feed("DELETE")).status).toBe(204);
	expect((await feed("DELETE")).status).toBe(204);
	expect((await readFeed(next.url)).status).toBe(404);
});

test("an export has what belongs to a person's calls, the warning counts those ahead, and erasing frees the time", async () => {
	await book();
	await book({ slot: "2030-06-05T14:00:00Z", [trapField]: "x" });
	const { headers } = await signInAs(app.deps, { role: "admin" });
	const archive = await app.api.request("/api/privacy/export", {
		method: "POST",
		headers: { ...headers, "content-type": "application/json" },
		body: JSON.stringify({ email: form.email }),
	});
	const text = await archive.text();
	expect(text).toMatch(/"call_times": \[\s*\{\s*"kind": "call"/);
	expect(text).toMatch(/"kind": "hold"/);
	expect(text).toMatch(/"call_links": \[\s*\{\s*"purpose": "change"/);
	expect(text).not.toMatch(/token_hash/);
	expect(await api("POST", "/api/privacy/preview", { email: "ADA@example.com" })).toMatchObject({
		body: { calls_ahead: 1 },
	});
	const erased = { email: form.email, confirmation: form.email };
	expect((await api("POST", "/api/privacy/erase", erased)).status).toBe(200);
	expect(await reservations()).toEqual([]);
	expect(await app.mails()).toEqual([]);
	expect(await slotsOf()).toContain(slot);
});

// The last test of this file: it sends what is queued.
test("a backup has no link of a guest whose email waits; restored, the email gets a new one that works", async () => {
	await book();
	const token = await guestToken();
	const { rows } = await app.deps.database.query("select data from pgboss.job where name = 'mail'");
	expect(JSON.stringify(rows)).toContain(token);
	const lines = await selectRows(app.deps.db, unfinishedJobs);
	expect(lines).toHaveLength(2);
	expect(JSON.stringify(lines)).not.toContain(token);
	await app.deps.database.query("update pgboss.job set data = data - 'content' where data->'content' ? 'linkFor'");
	const sent: OutgoingMail[] = [];
	const mailer = {
		...openMailer(app.deps.settings.mail, app.deps.logger),
		send: async (mail: OutgoingMail) => void sent.push(mail),
	};
	await sendQueuedMail(app.deps, mailer, renewCallLink);
	await expect.poll(() => sent.length).toBe(2);
	const renewed = tokenIn(sent.find(({ to }) => to === form.email)?.content.text);
	expect(renewed).not.toBe(token);
	expect(await open(renewed)).toMatchObject({ status: 200, call: { start: slot } });
});
