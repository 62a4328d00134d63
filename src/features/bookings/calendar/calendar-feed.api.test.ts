import { addDays } from "date-fns/addDays";
import { expect, test } from "vitest";
import { renewCallLink } from "#features/bookings/guests/call-links.server.ts";
import { sendQueuedMail } from "#features/mails/mail-outbox.server.ts";
import { trapField } from "#lib/submission.ts";
import { unfinishedJobs } from "#platform/backup/backup-tables.server.ts";
import { selectRows } from "#platform/database/database.server.ts";
import { type OutgoingMail, openMailer } from "#platform/mail/mailer.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { guest, now, slot, startCallDesk, tokenIn } from "#tests/call-desk.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { routeArgs } from "#tests/loaders.ts";
import { loader as feedLoader } from "./calendar-feed.ts";

const { app, book, api, slotsOf, guestToken, open, stored, reservations } = startCallDesk();

test("changed hours keep what is booked, name it, and refuse whoever has read older ones", async () => {
	await book();
	await api(
		"POST",
		"/api/bookings",
		buildBooking({ service_type: "Blocked Time", preferred_date: "2030-06-05", preferred_time: "09:00" }),
	);
	const { body: read } = await api("GET", "/api/bookings/hours");
	const { time_zone: _, ...hours } = read;
	const changed = { ...hours, weekly: Array.from({ length: 7 }, () => [["13:00", "17:00"]]) };
	const call = (await stored()).find(({ name }) => name === "Ada Byron");
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
	const [sunday] = changed.weekly;
	for (const unclear of [
		{ weekly: changed.weekly.with(0, [...(sunday ?? []), ["16:55", "18:00"]]) },
		{ dates: Array.from({ length: 2 }, () => ({ date: "2030-06-06", hours: [], note: null })) },
	]) {
		expect((await api("PUT", "/api/bookings/hours", { ...changed, ...unclear })).status).toBe(422);
	}
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
	await api("POST", "/api/bookings", buildBooking({ preferred_date: "2030-06-04", preferred_time: "10:00" }));
	await api("POST", "/api/bookings", buildBooking({ preferred_date: "2030-06-05", status: "closed" }));
	const { body } = await api("GET", "/api/bookings/calendar?from=2030-06-03&days=7");
	type Entry = { kind: string; start: string; extra: boolean };
	expect(body.entries.map(({ kind, start, extra }: Entry) => [kind, start, extra]).sort()).toEqual([
		["block", "2030-06-04T18:30:00.000Z", false],
		["call", "2030-06-04T14:00:00.000Z", false],
		["call", "2030-06-04T14:00:00.000Z", true],
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
	const daysLater = async (days: number) => {
		app.setTime(addDays(now, days));
		return (await readFeed(body.url)).text();
	};
	expect(await daysLater(30)).toContain("DTSTART:20300604T140000Z");
	expect(await daysLater(32)).not.toContain("VEVENT");
	await app.deps.database.query("update bookings set status = 'closed'");
	expect(await daysLater(0)).not.toContain("VEVENT");
	const { body: next } = await feed("POST");
	expect((await readFeed(body.url)).status).toBe(404);
	expect((await readFeed(next.url)).status).toBe(200);
	await app.deps.database.query("update profiles set role = 'user' where user_id = $1", [user.id]);
	expect((await readFeed(next.url)).status).toBe(404);
	await app.deps.database.query("update profiles set role = 'admin' where user_id = $1", [user.id]);
	await app.deps.database.query("update users set deactivated_at = now() where id = $1", [user.id]);
	expect((await readFeed(next.url)).status).toBe(404);
	await app.deps.database.query("update users set deactivated_at = null where id = $1", [user.id]);
	expect((await feed("DELETE")).status).toBe(204);
	expect((await feed("DELETE")).status).toBe(204);
	expect((await readFeed(next.url)).status).toBe(404);
});

type Staff = { user: { id: string }; authorization: string };

/** What ends the sessions of someone else, or all but the calling one, and what gives the account back. */
const ends: Record<string, (owner: Staff, by: string) => Promise<{ status: number }[]>> = {
	"an admin logs the owner out": async ({ user }, by) => [
		await api("DELETE", `/api/users/${user.id}/sessions`, undefined, by),
	],
	"the owner logs out everywhere else": async ({ authorization }) => [
		await api("DELETE", "/api/sessions", undefined, authorization),
	],
	"the owner logs the other devices out by the auth client": async ({ authorization }) => [
		await api("POST", "/auth/v1/logout?scope=others", undefined, authorization),
	],
	"the owner chooses a new password": async ({ authorization }) => [
		await api("PUT", "/auth/v1/user", { password: "gondola thirteen birch" }, authorization),
	],
	"the account is deactivated and reactivated": async ({ user }, by) => [
		await api("PATCH", `/api/users/${user.id}/active`, { active: false }, by),
		await api("PATCH", `/api/users/${user.id}/active`, { active: true }, by),
	],
	"the role is taken and given back": async ({ user }, by) => [
		await api("PATCH", `/api/users/${user.id}/role`, { role: "user" }, by),
		await api("PATCH", `/api/users/${user.id}/role`, { role: "admin" }, by),
	],
};

// A5
test.each(Object.entries(ends))("when %s, the feed has ended for good", async (_, end) => {
	const owner = await signInAs(app.deps, { role: "admin" });
	const { body } = await api("POST", "/api/bookings/feed", undefined, owner.authorization);
	expect((await readFeed(body.url)).status).toBe(200);
	const other = await signInAs(app.deps, { role: "admin" });
	for (const { status } of await end(owner, other.authorization)) expect([200, 204]).toContain(status);
	expect((await readFeed(body.url)).status).toBe(404);
});

test("an export has what belongs to a person's calls, the warning counts those ahead, and erasing frees the time", async () => {
	await book();
	await book({ slot: "2030-06-05T14:00:00Z", [trapField]: "x" });
	const { headers } = await signInAs(app.deps, { role: "admin" });
	const archive = await app.api.request("/api/privacy/export", {
		method: "POST",
		headers: { ...headers, "content-type": "application/json" },
		body: JSON.stringify({ email: guest.email }),
	});
	const text = await archive.text();
	expect(text).toMatch(/"call_times": \[\s*\{\s*"kind": "call"/);
	expect(text).toMatch(/"kind": "hold"/);
	expect(text).toMatch(/"call_links": \[\s*\{\s*"purpose": "change"/);
	expect(text).not.toMatch(/token_hash/);
	expect(await api("POST", "/api/privacy/preview", { email: "ADA@example.com" })).toMatchObject({
		body: { calls_ahead: 1 },
	});
	const erased = { email: guest.email, confirmation: guest.email };
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
	const renewed = tokenIn(sent.find(({ to }) => to === guest.email)?.content.text);
	expect(renewed).not.toBe(token);
	expect(await open(renewed)).toMatchObject({ status: 200, call: { start: slot } });
});
