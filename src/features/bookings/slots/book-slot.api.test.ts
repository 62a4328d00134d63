import { expect, test } from "vitest";
import { createRateLimits } from "#platform/limits/rate-limits.server.ts";
import { slot, startCallDesk } from "#tests/call-desk.ts";
import { buildBooking } from "#tests/factories/bookings.ts";

const { app, book, api, slotsOf, stored, reservations, setHours } = startCallDesk();

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

// 56.3
test("the last day of the year 9999 is no date for a booking, and the calendar ends before it", async () => {
	const last = "9999-12-31";
	for (const time of [{ preferred_time: "10:00" }, { service_type: "Blocked Time" }, {}]) {
		const body = { ...buildBooking(), preferred_date: last, ...time };
		expect(await api("POST", "/api/bookings", body)).toMatchObject({
			status: 422,
			body: { fields: { preferred_date: "Please enter a date before December 31, 9999." } },
		});
	}
	const block = { ...buildBooking(), service_type: "Blocked Time", preferred_date: "9999-12-30" };
	expect((await api("POST", "/api/bookings", { ...block, blocked_until_date: last })).status).toBe(422);
	expect((await api("POST", "/api/bookings", block)).status).toBe(201);
	const { body } = await api("GET", "/api/bookings/calendar?from=9999-12-29&days=42");
	expect(body).toMatchObject({ to: "9999-12-30", hours: [{}, {}], entries: [{ kind: "block" }] });
	for (const from of [last, "0000-01-01", "0001-01-01"])
		expect((await api("GET", `/api/bookings/calendar?from=${from}`)).status).toBe(422);
});

test("a form with a time stores it, invites the guest, and tells staff once", async () => {
	expect(await book({ time_zone: "Asia/Tokyo" })).toMatchObject({
		status: 201,
		data: {
			outcome: "saved",
			call: {
				start: slot,
				moment: "Tuesday, June 4, 2030, at 11:00 PM GMT+9",
				ours: "Tuesday, June 4, 2030, at 10:00 AM EDT",
			},
		},
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

test("a block until a date takes that day too, one until a time ends at it", async () => {
	const block = async (until: object) => {
		const day = { service_type: "Blocked Time", preferred_date: "2030-06-04", preferred_time: null } as const;
		return (await api("POST", "/api/bookings", { ...buildBooking(day), ...until })).body.call;
	};
	const start = "2030-06-04T04:00:00.000Z";
	expect(await block({ blocked_until_date: "2030-06-06" })).toMatchObject({ start, end: "2030-06-07T04:00:00.000Z" });
	expect(await slotsOf("2030-06-06")).toEqual([]);
	expect(await slotsOf("2030-06-07")).not.toEqual([]);
	expect(await block({ blocked_until_time: "09:00" })).toMatchObject({ start, end: "2030-06-04T13:00:00.000Z" });
});

test("a network books five calls a day, a mailbox three however it is written, and a taken time counts for nobody", async () => {
	const { rateLimits } = app.deps;
	app.deps.rateLimits = createRateLimits(app.deps.database);
	try {
		const at = async (hour: number, email: string) => (await book({ slot: `2030-06-04T${hour}:00:00Z`, email })).status;
		const mailbox = ["ada@example.com", "Ada@example.com", "ada+calls@example.com", "ada@example.com"];
		const statuses = [];
		for (const [index, email] of mailbox.entries()) statuses.push(await at(12 + index, email));
		expect(statuses).toEqual([201, 201, 201, 429]);
		expect(await at(12, "eve@example.com")).toBe(409);
		expect([await at(15, "eve@example.com"), await at(16, "grace@example.com")]).toEqual([201, 201]);
		expect(await book({ slot: "2030-06-04T17:00:00Z", email: "mary@example.com" })).toMatchObject({
			status: 429,
			data: { outcome: "failed", message: expect.stringContaining("send the form without a time") },
		});
		expect((await book({ slot: "", email: "mary@example.com" })).status).toBe(201);
		const asked = await Promise.all(Array.from({ length: 121 }, () => app.api.request("/api/call-slots?days=1")));
		expect(asked.filter(({ status }) => status === 429)).toHaveLength(1);
	} finally {
		app.deps.rateLimits = rateLimits;
	}
});

// A15
test("from its second call of a day on, a network's calls are kept only until the guest confirms them", async () => {
	const { rateLimits } = app.deps;
	app.deps.rateLimits = createRateLimits(app.deps.database);
	await app.deps.database.query("delete from rate_limits");
	try {
		const answers = await Promise.all(
			[12, 13, 14, 15, 16].map((hour) =>
				book({ slot: `2030-06-04T${hour}:00:00Z`, email: `made-up-${hour}@example.com` }),
			),
		);
		expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
		const heldUntil = answers.map(({ data }) => (data.call as { held_until?: string }).held_until);
		expect(heldUntil.filter((until) => until === undefined)).toHaveLength(1);
		expect((await reservations()).map(({ kind }) => kind).sort()).toEqual(["call", "hold", "hold", "hold", "hold"]);
		// Sent again, a form gets the same answer and takes nothing more.
		const again = await book({ slot: "2030-06-04T16:00:00Z", email: "made-up-16@example.com" });
		expect((again.data.call as { held_until?: string }).held_until).toBe(heldUntil[4]);
		expect((await app.mails()).filter(({ subject }) => /^Please confirm your call/.test(subject))).toHaveLength(4);
		app.setTime(new Date("2030-06-03T14:31:00Z"));
		const free = await slotsOf();
		expect(free.filter((start) => /T1[2-6]:00/.test(start))).toHaveLength(4);
	} finally {
		app.deps.rateLimits = rateLimits;
		await app.deps.database.query("delete from rate_limits");
	}
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

const onDay = (preferred_date: string, preferred_time: string | null) => ({ preferred_date, preferred_time });

// F44
test.each([
	["a closed day", onDay("2030-06-09", "03:00"), "Outside call hours. Move anyway?", []],
	["the night", onDay("2030-06-05", "03:00"), "Outside call hours. Move anyway?", ["08:00", "16:00"]],
	[
		"the closing time, which it would exceed",
		onDay("2030-06-05", "16:45"),
		"Outside call hours. Move anyway?",
		["08:00", "16:00"],
	],
	[
		"this morning, before now",
		onDay("2030-06-03", "08:00"),
		"This time is in the past. Move anyway?",
		["10:00", "16:00"],
	],
])("staff who want to be asked are, before a call is moved to %s", async (_, to, error, free) => {
	await book();
	const [call] = await stored();
	const path = `/api/bookings/${call?.id}`;
	const answer = await api("PATCH", path, { ...to, if_free: true });
	expect(answer).toMatchObject({ status: 409, body: { code: "odd_time", error } });
	const offered: string[] = answer.body.current.free;
	expect([offered[0], offered.at(-1)].filter(Boolean)).toEqual(free);
	expect(await stored()).toMatchObject([{ preferred_date: "2030-06-04", preferred_time: "10:00:00" }]);
	expect((await api("PATCH", path, to)).status).toBe(200);
});

// F44
test("staff are asked about an added call outside of the hours, but not about a block, a note of the past, or the same time", async () => {
	const night = buildBooking(onDay("2030-06-05", "03:00"));
	expect(await api("POST", "/api/bookings", { ...night, if_free: true })).toMatchObject({
		status: 409,
		body: { code: "odd_time", error: "Outside call hours. Book anyway?" },
	});
	expect(await stored()).toEqual([]);
	const special = { date: "2030-06-05", hours: [["02:00", "04:00"]] as [string, string][], note: null };
	await setHours({ offered: false, dates: [special, { date: "2030-06-06", hours: [], note: "Holiday" }] });
	expect((await api("POST", "/api/bookings", { ...night, if_free: true })).status).toBe(201);
	const holiday = buildBooking(onDay("2030-06-06", "10:00"));
	expect((await api("POST", "/api/bookings", { ...holiday, if_free: true })).status).toBe(409);
	for (const unasked of [
		buildBooking({ ...onDay("2030-06-06", null), service_type: "Blocked Time" }),
		buildBooking(onDay("2030-05-26", "03:00")),
		buildBooking(onDay("2030-06-06", null)),
	]) {
		expect((await api("POST", "/api/bookings", { ...unasked, if_free: true })).status).toBe(201);
	}
	const added = await api("POST", "/api/bookings", holiday);
	const same = { ...onDay("2030-06-06", "10:00"), invite: false, if_free: true };
	expect((await api("PATCH", `/api/bookings/${added.body.id}`, same)).status).toBe(200);
});
