import { addSeconds } from "date-fns/addSeconds";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { mailsTable } from "#features/mails/mails.table.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { buildBooking, insertBooking } from "#tests/factories/bookings.ts";
import { sendDueCalendarMail } from "./booking-invitations.server.ts";

const app = startTestApp({ STAFF_EMAIL: "desk@pilcrow.example" });
let authorization: string;

beforeAll(async () => {
	({ authorization } = await signInAs(app.deps, { role: "admin" }));
});

beforeEach(async () => {
	app.setTime(testTime);
	await forget();
});

async function forget() {
	await app.deps.database.query("delete from pgboss.job where name in ('mail', 'booking-calendar')");
	await app.deps.db.delete(mailsTable);
}

async function send(method: "POST" | "PATCH", path: string, body: object) {
	const response = await app.api.request(path, {
		method,
		body: JSON.stringify(body),
		headers: { authorization, "content-type": "application/json" },
	});
	expect(response.ok).toBe(true);
	return response.json();
}

const add = (overrides = {}) => send("POST", "/api/bookings", buildBooking(overrides));
const change = (id: string, body: object) => send("PATCH", `/api/bookings/${id}`, body);

const jobSchema = z.object({ booking: z.string(), due: z.string() });

async function listJobs() {
	const { rows } = await app.deps.database.query(
		"select data, start_after - created_on >= interval '29 seconds' as waits from pgboss.job where name = 'booking-calendar' order by created_on",
	);
	return rows.map(({ data, waits }) => ({ job: jobSchema.parse(data), waits }));
}

/** Half a minute later. */
async function wait() {
	for (const { job, waits } of await listJobs()) {
		expect(waits).toBe(true);
		await sendDueCalendarMail(app.deps, job);
	}
}

/** What went out since the last look: to whom, under which subject, with which method, version and start. */
async function sent() {
	await wait();
	const mails = await app.mails();
	await forget();
	return mails
		.map(({ to, subject, calendar }) => {
			const value = (name: string) => calendar?.content.match(new RegExp(`^${name}:(.*)\r$`, "m"))?.[1];
			return [to, subject, calendar?.method, value("SEQUENCE"), value("DTSTART")];
		})
		.sort();
}

const dana = "dana@harborandpine.example";
const desk = "desk@pilcrow.example";

test("a booking with date and time invites client and staff, as one event", async () => {
	await add();
	expect(await app.mails()).toEqual([]);
	await wait();
	const mails = await app.mails();
	const uids = mails.map(({ calendar }) => calendar?.content.match(/^UID:.*/m)?.[0]);
	expect(new Set(uids).size).toBe(1);
	expect(mails.find(({ to }) => to === desk)).toMatchObject({ replyTo: dana, kind: "invitation" });
	expect(await sent()).toEqual([
		[dana, "Your call is booked: Tuesday, November 24, 2026, at 2:30 PM EST", "REQUEST", "0", "20261124T193000Z"],
		[
			desk,
			"Call booked: Dana Whitfield, Tuesday, November 24, 2026, at 2:30 PM EST",
			"REQUEST",
			"0",
			"20261124T193000Z",
		],
	]);
});

test("no mail program makes a link of a client's name", async () => {
	await add({ name: "Dana www.evil.example" });
	await wait();
	const mail = (await app.mails()).find(({ to }) => to === dana);
	expect(mail?.text).toContain("Hello Dana www.\u200Bevil");
	expect(mail?.text).not.toContain("www.evil");
});

test("what is undone in time sends nothing, and what changes twice is told once, as it is then", async () => {
	const { id } = await add();
	await sent();
	expect(await change(id, { status: "closed" })).toMatchObject({ mail_waits: true });
	await send("POST", "/api/bookings/statuses", { changes: [{ ids: [id], status: "new" }], undo_of: "closed" });
	expect(await change(id, { notes: "A slip" })).toMatchObject({ mail_waits: false });
	expect(await sent()).toEqual([]);
	await change(id, { preferred_time: "16:00" });
	app.setTime(addSeconds(testTime, 20));
	await change(id, { preferred_time: "17:00" });
	const [first] = await listJobs();
	if (first) await sendDueCalendarMail(app.deps, first.job);
	expect(await app.mails()).toEqual([]);
	expect((await sent()).map((mail) => mail.slice(2))).toEqual([
		["REQUEST", "1", "20261124T220000Z"],
		["REQUEST", "1", "20261124T220000Z"],
	]);
	// Closed again, and the jobs of both changes done twice, as after a crash: each calendar is told once.
	await change(id, { status: "closed" });
	await wait();
	expect((await sent()).map((mail) => mail[2])).toEqual(["CANCEL", "CANCEL"]);
	expect(await change(id, { notes: "Told" })).toMatchObject({ mail_waits: false });
});

test("a booking whose invitation is left out tells nobody of anything, until staff invite after all", async () => {
	const { id } = await add({ invite: false });
	for (const body of [
		{ status: "in_progress" },
		{ preferred_time: "16:00" },
		{ status: "closed" },
		{ status: "new" },
	]) {
		await change(id, body);
	}
	expect(await sent()).toEqual([]);
	await change(id, { invite: true });
	expect((await sent()).map((mail) => mail[2])).toEqual(["REQUEST", "REQUEST"]);
});

test("a booking that was just added can be taken back, and then invites nobody; a visitor's or a told one cannot", async () => {
	const takeBack = async (id: string) =>
		(await app.api.request(`/api/bookings/${id}`, { method: "DELETE", headers: { authorization } })).status;
	const { id } = await add();
	expect(await takeBack(id)).toBe(204);
	expect(await sent()).toEqual([]);
	expect(await takeBack(id)).toBe(404);
	const { id: told } = await add();
	await wait();
	expect(await takeBack(told)).toBe(409);
	expect(await takeBack((await insertBooking(app.deps.db)).id)).toBe(409);
	const { id: old } = await add();
	await app.deps.database.query("update bookings set created_at = now() - interval '3 minutes' where id = $1", [old]);
	expect(await takeBack(old)).toBe(409);
});

test("a changed time sends the update, closing the cancellation, reopening a new invitation; nothing else sends anything", async () => {
	const { id } = await add();
	await sent();
	await change(id, { notes: "Bring the red folder" });
	await change(id, { status: "in_progress" });
	await change(id, { preferred_time: "14:30" });
	expect(await sent()).toEqual([]);
	expect(await change(id, { preferred_time: "16:00" })).toMatchObject({ preferred_time: "16:00:00" });
	expect(await sent()).toEqual([
		[
			dana,
			"Your call has been rescheduled: Tuesday, November 24, 2026, at 4:00 PM EST",
			"REQUEST",
			"1",
			"20261124T210000Z",
		],
		[
			desk,
			"Call rescheduled: Dana Whitfield, Tuesday, November 24, 2026, at 4:00 PM EST",
			"REQUEST",
			"1",
			"20261124T210000Z",
		],
	]);
	await change(id, { status: "closed" });
	expect(await sent()).toEqual([
		[
			dana,
			"Your call has been canceled: Tuesday, November 24, 2026, at 4:00 PM EST",
			"CANCEL",
			"2",
			"20261124T210000Z",
		],
		[
			desk,
			"Call canceled: Dana Whitfield, Tuesday, November 24, 2026, at 4:00 PM EST",
			"CANCEL",
			"2",
			"20261124T210000Z",
		],
	]);
	await change(id, { status: "new", preferred_date: "2026-11-25" });
	expect((await sent()).map((mail) => mail.slice(2))).toEqual([
		["REQUEST", "3", "20261125T210000Z"],
		["REQUEST", "3", "20261125T210000Z"],
	]);
});

test("closing and reopening many at once tells whom it concerns, each of their own appointment", async () => {
	const { id: dated } = await add();
	const { id: later } = await add({ email: "rosa@okafor.example", preferred_time: "16:00" });
	const { id: flexible } = await add({ email: "amos@okafor.example", preferred_date: null, preferred_time: null });
	await sent();
	const changeAll = (status: string) =>
		send("POST", "/api/bookings/statuses", { changes: [{ ids: [dated, later, flexible], status }] });
	const summary = async () => (await sent()).map(([to, , ...calendar]) => [to, ...calendar]);
	const [first, second] = ["20261124T193000Z", "20261124T210000Z"];

	await changeAll("in_progress");
	expect(await sent()).toEqual([]);
	const { changed: closed } = await changeAll("closed");
	expect(closed).toHaveLength(3);
	const toAll = (method: string, version: string) => [
		[dana, method, version, first],
		[desk, method, version, first],
		[desk, method, version, second],
		["rosa@okafor.example", method, version, second],
	];
	expect(await summary()).toEqual(toAll("CANCEL", "1"));
	await changeAll("closed");
	expect(await sent()).toEqual([]);
	await changeAll("new");
	expect(await summary()).toEqual(toAll("REQUEST", "2"));
});

test("taking a closing of many back invites again, except to what somebody has changed since", async () => {
	const { id: mine } = await add();
	const { id: theirs } = await add({ email: "rosa@okafor.example" });
	const statuses = (status: string, undo_of?: string) =>
		send("POST", "/api/bookings/statuses", { changes: [{ ids: [mine, theirs], status }], undo_of });
	await statuses("closed");
	await change(theirs, { status: "resolved" });
	await sent();
	await statuses("new", "closed");
	expect((await sent()).map(([to, , method]) => [to, method])).toEqual([
		[dana, "REQUEST"],
		[desk, "REQUEST"],
	]);
});

test("a booking that gets its date and time later invites then, and removing them cancels", async () => {
	const { id } = await add({ preferred_date: null, preferred_time: null });
	await change(id, { preferred_date: "2026-11-24" });
	expect(await sent()).toEqual([]);
	await change(id, { preferred_time: "14:30" });
	expect((await sent()).map((mail) => mail[2])).toEqual(["REQUEST", "REQUEST"]);
	expect(await change(id, { preferred_date: "", preferred_time: "" })).toMatchObject({ preferred_date: null });
	expect((await sent()).map((mail) => mail[2])).toEqual(["CANCEL", "CANCEL"]);
});

test("blocked time reaches staff only, and a client with staff's address is invited once", async () => {
	await add({ service_type: "Blocked Time" });
	expect((await sent()).map(([to]) => to)).toEqual([desk]);
	await add({ email: desk.toUpperCase() });
	expect(await sent()).toHaveLength(1);
});

test("what lies in the past invites nobody, and closing it cancels nothing", async () => {
	const { id } = await add({ preferred_date: "2026-03-03" });
	await change(id, { status: "closed" });
	expect(await sent()).toEqual([]);
	const { id: held } = await add();
	await sent();
	app.setTime(new Date("2026-11-25T15:00:00Z"));
	({ authorization } = await signInAs(app.deps, { role: "admin" }));
	await change(held, { status: "closed" });
	expect(await sent()).toEqual([]);
});
