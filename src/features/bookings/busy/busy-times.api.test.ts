import { gzipSync } from "node:zlib";
import { addMinutes } from "date-fns/addMinutes";
import { beforeEach, describe, expect, test } from "vitest";
import { usersTable } from "#features/auth/auth.table.ts";
import { openSession, signInAs } from "#tests/accounts.ts";
import { calendarOf, startCalendarServer } from "#tests/calendar-server.ts";
import { now, slot, startCallDesk } from "#tests/call-desk.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { readDueSources, rememberDomain } from "./busy-times.server.ts";
import { busySettingsTable, busySourcesTable, busyTimesTable } from "./busy-times.table.ts";
import { fetchCalendar, isPublicAddress } from "./fetch-calendar.server.ts";

const desk = startCallDesk({ BUSY_TIMES_LOOPBACK: "on" });
const { app, api, book, slotsOf, setHours, reservations } = desk;
const calendars = startCalendarServer();
const secret = "/private-0123456789abcdef/basic.ics";

beforeEach(async () => {
	await app.deps.db.delete(usersTable);
	await app.deps.db.delete(busySettingsTable);
});

/** A member of staff who takes calls, with a calendar at a path. */
async function staff(full_name: string, path?: string, events?: Parameters<typeof calendarOf>[0]) {
	const { authorization, user } = await signInAs(app.deps, { role: "admin", full_name });
	if (path && events) calendars.answer(path, calendarOf(events));
	await api("PATCH", "/api/busy-times", { takes_calls: true }, authorization);
	const added = path ? await add(authorization, path) : undefined;
	return { authorization, user, added };
}
const add = (who: string, path: string) => api("POST", "/api/busy-times/sources", { url: calendars.url(path) }, who);
const dentist = [{ start: slot, end: "2030-06-04T15:00:00Z" }];
const readAll = () => readDueSources(app.deps, -1);

test("a time in which the one who takes calls is busy isn't offered and can't be booked, and is again when she isn't", async () => {
	expect(await slotsOf()).toContain(slot);
	const anna = await staff("Anna Lang", secret, dentist);
	expect(anna.added).toMatchObject({
		status: 201,
		body: {
			takes_calls: true,
			unread: "keep",
			sources: [{ host: "127.0.0.1", last_four: ".ics", events: 1, next_busy: slot.replace("Z", ".000Z") }],
		},
	});
	expect(await slotsOf()).not.toContain(slot);
	expect(await book()).toMatchObject({ status: 409, data: { outcome: "taken" } });
	await api("PATCH", "/api/busy-times", { takes_calls: false }, anna.authorization);
	expect(await slotsOf()).toContain(slot);
	await api("PATCH", "/api/busy-times", { takes_calls: true }, anna.authorization);
	expect(await slotsOf()).not.toContain(slot);
	await api("DELETE", `/api/busy-times/sources/${anna.added?.body.sources[0].id}`, undefined, anna.authorization);
	expect(await slotsOf()).toContain(slot);
	expect((await book()).status).toBe(201);
});

test("of three who take one call at a time, two may be busy", async () => {
	await staff("Anna", "/a.ics", dentist);
	await staff("Ben", "/b.ics", dentist);
	const carla = await staff("Carla");
	expect(await slotsOf()).toContain(slot);
	calendars.answer("/c.ics", calendarOf(dentist));
	await add(carla.authorization, "/c.ics");
	expect(await slotsOf()).not.toContain(slot);
});

test("with three lanes and one who takes calls, busy times take one lane only, merged over her calendars", async () => {
	await setHours({ calls_at_once: 3 });
	const anna = await staff("Anna", "/a.ics", dentist);
	calendars.answer("/b.ics", calendarOf(dentist));
	await add(anna.authorization, "/b.ics");
	expect((await reservations()).map(({ kind, lane }) => [kind, lane])).toEqual([["busy", 3]]);
	const answers = [];
	for (const email of ["a@example.com", "b@example.com", "c@example.com"]) answers.push((await book({ email })).status);
	expect(answers).toEqual([201, 201, 409]);
});

test("a busy time that comes after the call is shown as an overlap, moves nothing, and takes the lane once it is free", async () => {
	await book();
	const { authorization } = await staff("Anna Lang", secret, dentist);
	const [call] = await desk.stored();
	const week = async () =>
		(await api("GET", "/api/bookings/calendar?from=2030-06-03&days=7", undefined, authorization)).body;
	expect((await week()).entries).toMatchObject([
		{ kind: "call", id: call?.id, busy: ["Anna Lang"] },
		{
			kind: "busy",
			id: null,
			name: "Anna Lang: busy",
			start: "2030-06-04T14:00:00.000Z",
			end: "2030-06-04T15:00:00.000Z",
		},
	]);
	expect((await api("GET", "/api/bookings", undefined, authorization)).body.rows[0].call.busy).toEqual(["Anna Lang"]);
	// The guest's own time is no way into the busy one.
	const moved = await desk.act(await desk.guestToken(), { intent: "move", slot: "2030-06-04T14:30:00Z" });
	expect(moved.status).toBe(409);
	await api("PATCH", `/api/bookings/${call?.id}`, { status: "closed" }, authorization);
	expect(
		(await reservations()).map(({ kind, starts, ends }) => [kind, starts.toISOString(), ends.toISOString()]),
	).toEqual([["busy", "2030-06-04T14:00:00.000Z", "2030-06-04T15:00:00.000Z"]]);
	expect(await slotsOf()).not.toContain(slot);
});

test("staff who want to be asked are told whose calendar is in the way, and may book anyway", async () => {
	const { authorization } = await staff("Anna Lang", secret, dentist);
	const call = {
		...buildBooking(),
		service_type: "Photography",
		preferred_date: "2030-06-04",
		preferred_time: "10:00",
	};
	expect(await api("POST", "/api/bookings", { ...call, if_free: true }, authorization)).toMatchObject({
		status: 409,
		body: { code: "time_taken", error: "This overlaps Anna Lang's calendar, Tuesday, June 4, 2030, at 10:00 AM EDT." },
	});
	expect(await api("POST", "/api/bookings", call, authorization)).toMatchObject({
		status: 201,
		body: { call: { extra: true } },
	});
});

test("nothing of an event is kept but its times and a hash, and nothing of the address but a seal", async () => {
	await rememberDomain(app.deps.db, "Pilcrow.example");
	const { user, authorization } = await staff("Anna", secret, dentist);
	const { rows } = await app.deps.database.query("select * from busy_times");
	expect(rows.map((row) => Object.keys(row).sort())).toEqual([["ends", "hash", "source_id", "starts"]]);
	const { rows: dump } = await app.deps.database.query(`
		select (select jsonb_agg(s) from busy_sources s)::text || (select coalesce(jsonb_agg(a), '[]') from activity a)::text as all`);
	const export_ = await api("GET", `/api/busy-times`, undefined, authorization);
	for (const text of [JSON.stringify(dump), JSON.stringify(export_), JSON.stringify(app.log)]) {
		expect(text).not.toContain("private-0123456789abcdef");
		expect(text).not.toContain("Dentist");
	}
	const other = await signInAs(app.deps, { role: "admin" });
	expect((await api("GET", "/api/busy-times", undefined, other.authorization)).body.sources).toEqual([]);
	const [source] = await app.deps.db.select().from(busySourcesTable);
	for (const path of [`sources/${source?.id}/test`, `sources/${source?.id}`]) {
		const method = path.endsWith("test") ? "POST" : "DELETE";
		expect((await api(method, `/api/busy-times/${path}`, undefined, other.authorization)).status).toBe(404);
	}
	await api("PATCH", `/api/users/${user.id}/active`, { active: false }, other.authorization);
	expect(await app.deps.db.$count(busyTimesTable)).toBe(0);
	expect(await app.deps.db.$count(busySourcesTable)).toBe(0);
	expect(await slotsOf()).toContain(slot);
});

test("a calendar that can't be read keeps its times, says why, and after half an hour tells staff, or closes the times", async () => {
	const { authorization } = await staff("Anna", secret, dentist);
	const [source] = await app.deps.db.select().from(busySourcesTable);
	calendars.answer(secret, (_, response) => response.writeHead(410).end());
	const mine = async () =>
		(await api("GET", "/api/busy-times", undefined, (await openSession(app.deps, await owner())).authorization)).body;
	const owner = async () => (await app.deps.db.select().from(usersTable))[0] as never;
	await api("POST", `/api/busy-times/sources/${source?.id}/test`, undefined, authorization);
	const reason = "The address no longer exists. Copy the secret address from your calendar again.";
	expect((await mine()).sources).toMatchObject([{ failure: reason, is_unread: false }]);
	const week = async () => (await api("GET", "/api/bookings/calendar?from=2030-06-03&days=7")).body;
	expect((await week()).unread).toBeUndefined();
	app.setTime(addMinutes(now, 30));
	await readAll();
	expect((await week()).unread).toEqual([{ name: "Anna", reason }]);
	const before = await slotsOf();
	expect(before).not.toContain(slot);
	expect(before).not.toEqual([]);
	await api("PUT", "/api/busy-times/settings", { unread: "none" });
	expect(await slotsOf()).toEqual([]);
	calendars.answer(secret, calendarOf([]));
	await readAll();
	expect(await slotsOf()).toContain(slot);
	expect((await mine()).sources).toMatchObject([{ failure: null, is_unread: false, events: 0 }]);
});

test("a calendar is read again before a booking, if it was read a minute ago, and no booking waits for a slow one", async () => {
	await staff("Anna", secret, []);
	calendars.answer(secret, calendarOf(dentist));
	app.setTime(addMinutes(now, 2));
	expect((await book()).status).toBe(409);
	calendars.answer(secret, () => undefined);
	app.setTime(addMinutes(now, 4));
	const began = performance.now();
	expect((await book({ slot: "2030-06-05T14:00:00Z" })).status).toBe(201);
	expect(performance.now() - began).toBeLessThan(4_500);
	expect((await book({ slot: "2030-06-06T14:00:00Z", email: "b@example.com" })).status).toBe(201);
	expect(performance.now() - began).toBeLessThan(6_000);
}, 30_000);

test("what hasn't changed isn't sent again, and a new day asks for all of it", async () => {
	calendars.answer(secret, (request, response) => {
		if (request.headers["if-none-match"] === '"1"') return void response.writeHead(304).end();
		response.writeHead(200, { etag: '"1"', "content-encoding": "gzip" }).end(gzipSync(calendarOf(dentist)));
	});
	await staff("Anna", secret);
	calendars.requests.length = 0;
	await readAll();
	app.setTime(addMinutes(now, 24 * 60));
	await readAll();
	expect(calendars.requests.map(({ headers }) => headers["if-none-match"])).toEqual(['"1"', undefined]);
	expect(await app.deps.db.$count(busyTimesTable)).toBe(1);
});

test("three addresses each, and what isn't a calendar is refused in words at the field", async () => {
	const { authorization } = await staff("Anna");
	calendars.answer("/page", "<html>Sign in</html>");
	expect(await add(authorization, "/page")).toMatchObject({
		status: 422,
		body: { fields: { url: expect.stringContaining("isn't a calendar") } },
	});
	for (const count of [1, 2, 3]) {
		calendars.answer(`/${count}.ics`, calendarOf([]));
		expect((await add(authorization, `/${count}.ics`)).status).toBe(201);
	}
	expect(await add(authorization, "/1.ics")).toMatchObject({
		status: 422,
		body: { fields: { url: expect.stringContaining("three") } },
	});
});

describe("an address", () => {
	const problem = async (address: string, allowLoopback = true) =>
		fetchCalendar(address, undefined, { allowLoopback }).then(
			() => "read",
			(error: Error) => error.message,
		);

	test("in a private network is refused, however it is written", async () => {
		for (const host of [
			"127.0.0.1",
			"2130706433",
			"0x7f.1",
			"10.1.2.3",
			"172.31.0.1",
			"192.168.1.1",
			"169.254.169.254",
			"100.64.0.1",
			"0.0.0.0",
			"[::1]",
			"[::ffff:127.0.0.1]",
			"[fd00::1]",
			"[fe80::1]",
			"[64:ff9b::7f00:1]",
			"localhost",
		]) {
			expect(await problem(`https://${host}/a.ics`, false), host).toMatch(/private network/);
		}
		for (const address of ["8.8.8.8", "2606:4700::1111"]) expect(isPublicAddress(address), address).toBe(true);
		for (const address of ["224.0.0.1", "192.0.2.1", "2002:7f00:1::", "::", "nonsense"])
			expect(isPublicAddress(address), address).toBe(false);
		expect(await problem("http://8.8.8.8/a.ics")).toMatch(/https:/);
		expect(await problem("file:///etc/passwd")).toMatch(/https:/);
		expect(await problem("not an address")).toMatch(/isn't an address/);
	});

	test("that leads on is checked at each step, three times", async () => {
		const to = (location: string) =>
			calendars.answer("/on", (_, response) => response.writeHead(302, { location }).end());
		to("https://10.0.0.1/a.ics");
		expect(await problem(calendars.url("/on"))).toMatch(/private network/);
		to("/on");
		expect(await problem(calendars.url("/on"))).toMatch(/one address to the next/);
		expect(calendars.requests.filter(({ path }) => path === "/on").length).toBeLessThan(8);
		calendars.answer("/there", calendarOf([]));
		to("/there");
		expect(await problem(calendars.url("/on"))).toBe("read");
	});

	test("that answers with an error, too much, or for ever says so in words", async () => {
		calendars.answer("/500", (_, response) => response.writeHead(500).end());
		calendars.answer("/401", (_, response) => response.writeHead(401).end());
		calendars.answer("/big", (_, response) => response.end("x".repeat(6_000_000)));
		calendars.answer("/bomb", (_, response) =>
			response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(50_000_000))),
		);
		calendars.answer("/endless", (_, response) => {
			const timer = setInterval(() => response.write("x".repeat(100_000)), 1);
			response.on("close", () => clearInterval(timer));
		});
		expect(await problem(calendars.url("/500"))).toMatch(/error \(500\)/);
		expect(await problem(calendars.url("/401"))).toMatch(/password/);
		expect(await problem(calendars.url("/gone"))).toMatch(/no longer exists/);
		for (const path of ["/big", "/bomb", "/endless"])
			expect(await problem(calendars.url(path)), path).toMatch(/larger than 5 MB/);
	}, 30_000);
});

test("a calendar whose series repeat without end is given up, and the next is read", async () => {
	const { authorization } = await staff("Anna");
	calendars.answer(
		"/hostile",
		"BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:19700101T000000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY;COUNT=2000000000\nEND:VEVENT\nEND:VCALENDAR",
	);
	expect(await add(authorization, "/hostile")).toMatchObject({
		status: 422,
		body: { fields: { url: expect.stringContaining("too long to read") } },
	});
	calendars.answer("/fine", calendarOf([]));
	expect((await add(authorization, "/fine")).status).toBe(201);
}, 30_000);
