import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { buildBooking, insertBooking } from "#tests/factories/bookings.ts";
import { bookingsTable } from "./bookings.table.ts";

const app = startTestApp();
let authorization: string;

beforeAll(async () => {
	({ authorization } = await signInAs(app.deps, { role: "admin" }));
});

beforeEach(async () => {
	await app.deps.db.delete(bookingsTable);
});

const get = (query = "") => app.api.request(`/api/bookings${query}`, { headers: { authorization } });
const list = async (query: string) => (await get(query)).json();

function send(method: "POST" | "PATCH", path: string, body: unknown) {
	return app.api.request(path, {
		method,
		body: typeof body === "string" ? body : JSON.stringify(body),
		headers: { authorization, "content-type": "application/json" },
	});
}

// proves S7-bookings-01
test("lists bookings newest first, and pages without gap or repetition when several share a moment", async () => {
	const sameMoment = new Date("2026-11-20T10:00:00.123Z");
	for (let i = 0; i < 5; i++) await insertBooking(app.deps.db, { created_at: sameMoment });
	await insertBooking(app.deps.db, { name: "Newest", created_at: new Date("2026-11-20T11:00:00Z") });
	const names: string[] = [];
	const ids = new Set<string>();
	let next: string | null = "";
	while (next !== null) {
		const page = await list(`?limit=2${next && `&before=${encodeURIComponent(next)}`}`);
		for (const row of page.rows) {
			names.push(row.name);
			ids.add(row.id);
		}
		next = page.next;
	}
	expect(names).toHaveLength(6);
	expect(ids.size).toBe(6);
	expect(names[0]).toBe("Newest");
});

test("reads a page from the index instead of sorting the table", async () => {
	await app.deps.db.insert(bookingsTable).values(Array.from({ length: 3000 }, () => buildBooking()));
	await app.deps.database.query("analyze bookings");
	const { rows } = await app.deps.database.query(
		"explain select * from bookings order by created_at desc nulls last, id desc nulls last limit 100",
	);
	expect(JSON.stringify(rows)).toContain("Index Scan using bookings_newest");
});

test("catches up with what was inserted or updated since a moment, and nothing else", async () => {
	const long = new Date("2026-11-01T00:00:00Z");
	await insertBooking(app.deps.db, { name: "Unchanged", created_at: long, updated_at: long });
	const changed = await insertBooking(app.deps.db, { name: "Changed", created_at: long, updated_at: long });
	await send("PATCH", `/api/bookings/${changed.id}`, { status: "resolved" });
	await insertBooking(app.deps.db, { name: "Inserted" });
	const { rows } = await list("?updated_since=2026-11-10T00:00:00.000Z");
	expect(rows.map((row: { name: string }) => row.name)).toEqual(["Inserted", "Changed"]);
});

// proves S3-bookings-02, S7-bookings-02, D-bookings-03
test("stores a booking with empty optional fields as null and answers with the row", async () => {
	const response = await send("POST", "/api/bookings", {
		...buildBooking({ service_type: "Blocked Time" }),
		phone: "",
		preferred_date: "",
		preferred_time: "",
		message: "",
	});
	expect(response.status).toBe(201);
	expect(await response.json()).toMatchObject({
		service_type: "Blocked Time",
		phone: null,
		preferred_date: null,
		preferred_time: null,
		message: null,
		status: "new",
		notes: null,
		created_at: expect.stringMatching(/Z$/),
	});
});

test("refuses a booking without name, email and service type, naming each field", async () => {
	const response = await send("POST", "/api/bookings", { name: " " });
	expect(response.status).toBe(422);
	expect(await response.json()).toMatchObject({
		code: "invalid_input",
		fields: {
			name: "Please enter a name.",
			email: "Please enter an email address.",
			service_type: "Please choose a service type.",
		},
	});
});

test("tells broken JSON, another content type and a bad query apart", async () => {
	expect((await send("POST", "/api/bookings", "{")).status).toBe(400);
	expect((await send("POST", "/api/bookings", "[]")).status).toBe(400);
	expect(
		(await app.api.request("/api/bookings", { method: "POST", body: "name=x", headers: { authorization } })).status,
	).toBe(415);
	for (const query of ["?limit=0", "?limit=5000", "?before=x", "?updated_since=yesterday"]) {
		expect((await get(query)).status).toBe(422);
	}
});

// proves S4-status-05, S7-bookings-03
test("changes the status alone and keeps the notes; saves notes and keeps the status", async () => {
	const { id } = await insertBooking(app.deps.db, { notes: "Called" });
	const resolved = await send("PATCH", `/api/bookings/${id}`, { status: "resolved" });
	const { version, ...row } = await resolved.json();
	expect(row).toMatchObject({ status: "resolved", notes: "Called" });
	// Someone else's new status gets in nobody's way.
	await send("PATCH", `/api/bookings/${id}`, { status: "resolved" });
	const noted = await send("PATCH", `/api/bookings/${id}`, { notes: "Called twice", version });
	expect(await noted.json()).toMatchObject({ status: "resolved", notes: "Called twice" });
});

test("moves updated_at with every change", async () => {
	const before = await insertBooking(app.deps.db, { updated_at: new Date("2026-01-01T00:00:00Z") });
	const after = await (await send("PATCH", `/api/bookings/${before.id}`, { status: "closed" })).json();
	expect(Date.parse(after.updated_at)).toBeGreaterThan(before.updated_at.getTime());
});

test("refuses the second of two editors of the same notes, and shows what the first one wrote", async () => {
	const { id } = await insertBooking(app.deps.db);
	const { version } = (await (await get("")).json()).rows.find((row: { id: string }) => row.id === id);
	const first = await send("PATCH", `/api/bookings/${id}`, { notes: "First", version });
	expect(first.status).toBe(200);
	const second = await send("PATCH", `/api/bookings/${id}`, { notes: "Second", version });
	expect(second.status).toBe(409);
	const { code, current } = await second.json();
	expect({ code, current }).toMatchObject({ code: "conflict", current: { id, notes: "First" } });
	const overwritten = await send("PATCH", `/api/bookings/${id}`, { notes: "Second", version: current.version });
	expect(await overwritten.json()).toMatchObject({ notes: "Second" });
});

test.each(["not-a-uuid", randomUUID()])("answers 404 for a booking that does not exist: %s", async (id) => {
	const response = await send("PATCH", `/api/bookings/${id}`, { status: "new" });
	expect(response.status).toBe(404);
	expect(await response.json()).toEqual({
		error: "This booking doesn't exist. It may have been deleted. Reload the page.",
		code: "not_found",
	});
});

// proves D-bookings-05
test.each([{}, { status: "done" }, { notes: "x".repeat(20_001) }, { notes: "\0" }])(
	"refuses a change that says nothing or too much",
	async (change) => {
		const { id } = await insertBooking(app.deps.db);
		expect((await send("PATCH", `/api/bookings/${id}`, change)).status).toBe(422);
	},
);

// proves D-pages-08
test("serves nobody but admins", async () => {
	const { id } = await insertBooking(app.deps.db);
	const user = await signInAs(app.deps, { role: "user" });
	for (const [method, path] of [
		["GET", "/api/bookings"],
		["POST", "/api/bookings"],
		["PATCH", `/api/bookings/${id}`],
	] as const) {
		expect((await app.api.request(path, { method })).status).toBe(401);
		expect((await app.api.request(path, { method, headers: { authorization: user.authorization } })).status).toBe(403);
	}
});

test("refuses days and times that the database does not know", async () => {
	const lowest = "0000-01-01T00:00:00.000Z";
	expect((await get(`?updated_since=${lowest}`)).status).toBe(422);
	expect((await get(`?before=${lowest}~${randomUUID()}`)).status).toBe(422);
	const { status } = await send("POST", "/api/bookings", { ...buildBooking(), preferred_date: "0000-01-01" });
	expect(status).toBe(422);
});
