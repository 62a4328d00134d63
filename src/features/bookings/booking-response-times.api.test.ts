import { beforeAll, beforeEach, expect, test } from "vitest";
import { type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { buildBooking, insertBooking } from "#tests/factories/bookings.ts";
import { insertContact } from "#tests/factories/contacts.ts";

const app = startTestApp();
let admin: SignedInUser;
/** A Saturday, after closing time in New York. */
const now = new Date("2026-11-21T22:00:00Z");

beforeAll(async () => {
	app.setTime(now);
	admin = await signInAs(app.deps, { role: "admin" });
});
beforeEach(() => app.deps.database.query("delete from bookings; delete from contact_inquiries"));

const send = async (method: string, path: string, body?: unknown) =>
	(
		await app.api.request(path, {
			method,
			headers: { ...admin.headers, "content-type": "application/json" },
			...(body !== undefined && { body: JSON.stringify(body) }),
		})
	).json();

const timesOf = (list: string) => send("GET", `/api/${list}/response-times`);

async function answeredAt(table: string, id: string): Promise<unknown> {
	const { rows } = await app.deps.database.query(`select first_answered_at from ${table} where id = $1`, [id]);
	return rows[0]?.first_answered_at;
}

/** Says that a row came in then and was answered then. */
async function date(table: string, id: string, created: string, answered: string | null): Promise<void> {
	if (answered) await app.deps.database.query(`update ${table} set status = 'closed' where id = $1`, [id]);
	await app.deps.database.query(
		`update ${table} set created_at = $2::timestamptz, first_answered_at = $3::timestamptz where id = $1`,
		[id, created, answered],
	);
}

async function insertAnswered(created: string, answered: string | null, overrides = {}): Promise<void> {
	const { id } = await insertBooking(app.deps.db, overrides);
	await date("bookings", id, created, answered);
}

test.each([
	["bookings", "bookings", () => insertBooking(app.deps.db)],
	["contacts", "contact_inquiries", () => insertContact(app.deps.db)],
])(
	"%s: the first status other than 'new' answers, once; its undo takes the answer back",
	async (list, table, insert) => {
		const { id } = await insert();
		await send("PATCH", `/api/${list}/${id}`, { notes: "Call on Monday" });
		expect(await answeredAt(table, id)).toBeNull();
		await send("POST", `/api/${list}/statuses`, { changes: [{ ids: [id], status: "closed" }] });
		expect(await answeredAt(table, id)).not.toBeNull();
		await send("POST", `/api/${list}/statuses`, { changes: [{ ids: [id], status: "new" }], undo_of: "closed" });
		expect(await answeredAt(table, id)).toBeNull();
		await send("PATCH", `/api/${list}/${id}`, { status: "in_progress" });
		const first = await answeredAt(table, id);
		await send("PATCH", `/api/${list}/${id}`, { status: "resolved" });
		await send("POST", `/api/${list}/statuses`, {
			changes: [{ ids: [id], status: "in_progress" }],
			undo_of: "resolved",
		});
		await send("PATCH", `/api/${list}/${id}`, { status: "new" });
		await send("PATCH", `/api/${list}/${id}`, { status: "closed" });
		expect(await answeredAt(table, id)).toEqual(first);
	},
);

test("bookings count in business hours: a night and a Sunday do not", async () => {
	// Monday 4:58 PM, answered on Tuesday at 8:02 AM: 4 minutes of opening hours.
	await insertAnswered("2026-11-16T21:58:00Z", "2026-11-17T13:02:00Z");
	// Tuesday noon, answered after 6 minutes.
	await insertAnswered("2026-11-17T17:00:00Z", "2026-11-17T17:06:00Z");
	// Saturday 3 PM is closing time, so nothing has passed yet.
	await insertAnswered("2026-11-21T20:30:00Z", null);
	// Never answered.
	await insertAnswered("2026-11-03T17:00:00Z", null);
	const times = await timesOf("bookings");
	expect(times).toMatchObject({ median: 5 * 60_000, kept: 1 / 3 });
	expect(times.weeks).toEqual([...Array(9).fill(null), 0, null, 1 / 2]);
});

test("hours of the past are those that were published then", async () => {
	const hours = Array.from({ length: 7 }, () => [0, 24]);
	await app.deps.database.query(
		"insert into site_page_versions (page, number, values, at) values ('firm', 1, $1, '2026-11-18T00:00:00Z')",
		[JSON.stringify({ hours: { value: hours, original: hours } })],
	);
	// A Sunday before, and a night after.
	await insertAnswered("2026-11-15T17:00:00Z", "2026-11-15T18:00:00Z");
	await insertAnswered("2026-11-19T03:00:00Z", "2026-11-19T03:30:00Z");
	expect(await timesOf("bookings")).toMatchObject({ median: 15 * 60_000 });
	await app.deps.database.query("delete from site_page_versions");
});

test("neither Blocked Time, nor what staff entered, nor what is older than 12 weeks counts", async () => {
	await insertAnswered("2026-11-17T17:00:00Z", null, { service_type: "Blocked Time" });
	await insertAnswered("2026-06-17T17:00:00Z", null);
	const entered = await send("POST", "/api/bookings", buildBooking());
	await send("PATCH", `/api/bookings/${entered.id}`, { status: "closed" });
	expect(await timesOf("bookings")).toEqual({ median: null, kept: null, weeks: Array(12).fill(null) });
});

test("inquiries count by the clock on any day", async () => {
	const { id } = await insertContact(app.deps.db);
	await date("contact_inquiries", id, "2026-11-14T17:00:00Z", "2026-11-15T16:00:00Z");
	expect(await timesOf("contacts")).toMatchObject({ median: 23 * 3_600_000, kept: 1 });
	// Still waiting, longer than was promised.
	const waiting = await insertContact(app.deps.db);
	await date("contact_inquiries", waiting.id, "2026-11-20T17:00:00Z", null);
	expect(await timesOf("contacts")).toMatchObject({ median: 23 * 3_600_000, kept: 1 / 2 });
});

test("answers for 10,000 bookings without making others wait", async () => {
	await app.deps.database.query(
		"insert into bookings (name, email, created_at, first_answered_at, status) select 'Row', 'r@example.com', '2026-11-20T12:00:00Z'::timestamptz - n * interval '10 minutes', '2026-11-20T12:00:00Z'::timestamptz, 'closed' from generate_series(1, $1::int) n",
		[10_000],
	);
	// Not what the clock says: others may keep the machine busy.
	const before = process.threadCpuUsage();
	expect((await timesOf("bookings")).median).toBeGreaterThan(0);
	const { user } = process.threadCpuUsage(before);
	expect(user / 1000).toBeLessThan(2000);
});
