import { beforeAll, beforeEach, expect, test } from "vitest";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { contactFormSchema, contactFromForm } from "./contacts.schema.ts";
import { createContact } from "./contacts.server.ts";
import { contactsTable } from "./contacts.table.ts";

const app = startTestApp();
let authorization: string;

beforeAll(async () => {
	({ authorization } = await signInAs(app.deps, { role: "admin" }));
});

beforeEach(async () => {
	await app.deps.db.delete(contactsTable);
});

function send(method: "POST" | "PATCH", path: string, body: unknown) {
	return app.api.request(path, {
		method,
		body: JSON.stringify(body),
		headers: { authorization, "content-type": "application/json" },
	});
}

// proves S3-contacts-01, S3-contacts-02
test("stores a visitor's inquiry with the names joined and empty fields as null", async () => {
	const form = contactFormSchema.parse({
		firstName: " Ada ",
		lastName: "Byron",
		email: "ada@example.com",
		phone: "",
		subject: "",
		message: "Hello",
	});
	const row = await createContact(app.deps.db, contactFromForm(form));
	expect(row).toMatchObject({ name: "Ada Byron", phone: null, subject: null, status: "new", notes: null });
});

// proves S7-contacts-02
test("lists inquiries newest first, page by page", async () => {
	for (const day of [3, 1, 2]) {
		await insertContact(app.deps.db, { name: `Day ${day}`, created_at: new Date(`2026-11-0${day}T00:00:00Z`) });
	}
	const list = async (query: string) =>
		(await app.api.request(`/api/contacts?limit=2${query}`, { headers: { authorization } })).json();
	const first = await list("");
	const rest = await list(`&before=${encodeURIComponent(first.next)}`);
	const names = [...first.rows, ...rest.rows].map((row: { name: string }) => row.name);
	expect(names).toEqual(["Day 3", "Day 2", "Day 1"]);
	expect(rest.next).toBeNull();
});

// proves S7-contacts-03
test("stores what staff enter, with empty phone and subject as null", async () => {
	const input = {
		name: "Ada",
		email: "ada@example.com",
		phone: "",
		subject: "",
		message: "Rang us",
		status: "in_progress",
	};
	const response = await send("POST", "/api/contacts", input);
	expect(response.status).toBe(201);
	expect(await response.json()).toMatchObject({ ...input, phone: null, subject: null, notes: null });
});

test("refuses an inquiry without name, email and message, naming each field", async () => {
	const response = await send("POST", "/api/contacts", {});
	expect(response.status).toBe(422);
	expect(Object.keys((await response.json()).fields)).toEqual(["name", "email", "message"]);
});

// proves S4-status-05, S7-contacts-04
test("changes status and notes, and refuses notes that somebody else has changed meanwhile", async () => {
	const { id } = await insertContact(app.deps.db, { notes: "Mine" });
	const { version } = await (await send("PATCH", `/api/contacts/${id}`, { status: "in_progress" })).json();
	const resolved = await send("PATCH", `/api/contacts/${id}`, { status: "resolved", notes: "Ours", version });
	expect(await resolved.json()).toMatchObject({ status: "resolved", notes: "Ours" });
	const late = await send("PATCH", `/api/contacts/${id}`, { notes: "Theirs", version });
	expect(late.status).toBe(409);
	expect(await late.json()).toMatchObject({ current: { notes: "Ours" } });
});

test("serves nobody but admins", async () => {
	const { id } = await insertContact(app.deps.db);
	const user = await signInAs(app.deps, { role: "user" });
	for (const [method, path] of [
		["GET", "/api/contacts"],
		["POST", "/api/contacts"],
		["PATCH", `/api/contacts/${id}`],
	] as const) {
		expect((await app.api.request(path, { method })).status).toBe(401);
		expect((await app.api.request(path, { method, headers: { authorization: user.authorization } })).status).toBe(403);
	}
});

test("an inquiry is snoozed until a day, and no longer; what is no day is refused", async () => {
	const { id } = await insertContact(app.deps.db);
	const snooze = (snoozed_until: unknown) => send("PATCH", `/api/contacts/${id}`, { snoozed_until });
	expect(await (await snooze("2026-12-03")).json()).toMatchObject({ snoozed_until: "2026-12-03", status: "new" });
	expect(await (await snooze(null)).json()).toMatchObject({ snoozed_until: null });
	expect(await (await snooze("soon")).json()).toMatchObject({ fields: { snoozed_until: expect.any(String) } });
	expect((await send("PATCH", `/api/contacts/${id}`, { version: "nothing" })).status).toBe(422);
});
