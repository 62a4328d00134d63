import { beforeEach, expect, test } from "vitest";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { action as sendContact } from "#features/contacts/page/contact-page.tsx";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { createRateLimits } from "#platform/limits/rate-limits.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { slot, startCallDesk } from "#tests/call-desk.ts";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { deleteJobs, insertJob } from "#tests/factories/jobs.ts";
import { buildPdf } from "#tests/factories/resumes.ts";
import { routeArgs } from "#tests/loaders.ts";
import { formRequest, person, trap } from "#tests/quarantine-app.ts";

// F5
const { app, api, book, stored, setHours } = startCallDesk();

beforeEach(async () => {
	for (const table of [contactsTable, applicationsTable]) await app.deps.db.delete(table);
	await deleteJobs(app.deps.db);
	await insertJob(app.deps.db, { title: "Press Officer" });
});

const statusOf = async (answer: unknown) => (await (answer as Promise<{ init?: { status?: number } }>)).init?.status;
const write = (fields: Record<string, string> = {}) =>
	statusOf(
		sendContact(routeArgs(app.deps, formRequest({ ...person, message: "Hello", ...fields }), {}) as never) as never,
	);
const apply = async (fields: Parameters<typeof buildApplicationForm>[0] = {}) =>
	(await app.api.request("/api/applications", { method: "POST", body: buildApplicationForm(fields) })).status;
const untimed = async (fields: Record<string, string> = {}) => (await book({ slot: "", ...fields })).status;

const tables = { contactsTable, bookingsTable, applicationsTable, quarantineTable };
const count = (name: keyof typeof tables) => app.deps.db.$count(tables[name]);
async function filesIn(bucket: "resumes" | "quarantine"): Promise<string[]> {
	const names = [];
	for await (const { name } of app.deps.storage.list(bucket)) names.push(name);
	return names;
}
/** Lets an hour pass for what has been received. */
const age = (table: string, column: string) =>
	app.deps.database.query(`update ${table} set ${column} = ${column} - interval '61 minutes'`);

test.each([
	["an inquiry", write, "contactsTable", "contact_inquiries", "created_at"],
	["a request for a call", untimed, "bookingsTable", "bookings", "created_at"],
	["an application", apply, "applicationsTable", "job_applications", "applied_at"],
] as const)("%s that comes twice within the hour is received once", async (_, send, table, name, sentAt) => {
	expect(await Promise.all([send(), send(), send()])).toEqual([201, 201, 201]);
	const mails = (await app.mails()).length;
	// Neither what the page adds nor how the address of the same mailbox is written makes another form.
	expect(await send({ email: "Ada+again@Example.com", form_time: "x" })).toBe(201);
	expect(await count(table)).toBe(1);
	expect(await app.mails()).toHaveLength(mails);
	expect(await send({ lastName: "Lovelace" })).toBe(201);
	expect(await count(table)).toBe(2);
	await age(name, sentAt);
	expect(await send()).toBe(201);
	expect(await count(table)).toBe(3);
});

test("a form is the same with and without the page's script, which sends line breaks as they are", async () => {
	const text = (breaks: string) => ["We open in spring.", "Can you help?"].join(breaks);
	for (const breaks of ["\r\n", "\n"]) {
		expect(await write({ message: text(breaks) })).toBe(201);
		expect(await untimed({ projectDescription: text(breaks) })).toBe(201);
		expect((await book({ projectDescription: text(breaks) })).status).toBe(201);
		expect(await apply({ coverLetter: text(breaks) })).toBe(201);
	}
	expect([await count("contactsTable"), await count("bookingsTable"), await count("applicationsTable")]).toEqual([
		1, 2, 1,
	]);
});

test("another file makes another application, and no file is left of one that was sent twice", async () => {
	const before = (await filesIn("resumes")).length;
	await Promise.all([apply(), apply()]);
	await apply({ resume: new File([buildPdf("Another")], "resume.pdf", { type: "application/pdf" }) });
	expect(await count("applicationsTable")).toBe(2);
	expect(await filesIn("resumes")).toHaveLength(before + 2);
});

test("a form on hold is received once, too, also at once, and again once it was released", async () => {
	expect(await Promise.all([apply(trap), apply(trap), apply(trap)])).toEqual([201, 201, 201]);
	const held = await app.deps.db.select().from(quarantineTable);
	expect(held).toHaveLength(1);
	expect(await filesIn("quarantine")).toHaveLength(1);
	expect((await api("POST", `/api/quarantine/${held[0]?.id}/release`)).status).toBe(204);
	expect(await apply()).toBe(201);
	expect([await count("applicationsTable"), await count("quarantineTable")]).toEqual([1, 0]);
});

test("what was received before is released all the same", async () => {
	await write(trap);
	const [held] = await app.deps.db.select().from(quarantineTable);
	const [{ form_key } = { form_key: null }] = await app.deps.db.select().from(quarantineTable);
	await app.deps.db.insert(contactsTable).values({ name: "Ada", email: person.email, message: "Hello", form_key });
	expect((await api("POST", `/api/quarantine/${held?.id}/release`)).status).toBe(204);
	const keys = (await app.deps.db.select().from(contactsTable)).map((row) => row.form_key);
	expect(keys).toEqual([form_key, form_key]);
});

test("with a time, the same form has one effect while its call has this time, whatever is free", async () => {
	await setHours({ calls_at_once: 3 });
	const answers = await Promise.all([book(), book({ time_zone: "Asia/Tokyo" }), book()]);
	expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
	await age("bookings", "created_at");
	expect((await book()).status).toBe(201);
	const [call] = await stored();
	expect(await stored()).toHaveLength(1);
	expect((await api("PATCH", `/api/bookings/${call?.id}`, { preferred_time: "11:00:00" })).status).toBe(200);
	expect((await book()).status).toBe(201);
	expect(await stored()).toHaveLength(2);
});

test("a form on hold with a time is received once, also where no more of them keep theirs", async () => {
	for (const hour of [12, 13, 14, 15, 15]) {
		const form = { slot: `2030-06-05T${hour}:00:00Z`, email: `spam${hour}@example.com`, ...trap };
		expect((await book(form)).status).toBe(201);
	}
	expect(await count("quarantineTable")).toBe(4);
});

test("a time that is taken counts against nothing, so the one that is free is confirmed by email", async () => {
	const { rateLimits } = app.deps;
	await setHours({ confirm_by_mail: true });
	await book({ email: "grace@example.com" });
	app.deps.rateLimits = createRateLimits(app.deps.database);
	try {
		for (let count = 0; count < 4; count++) expect((await book()).status).toBe(409);
		expect((await book({ slot: "2030-06-05T14:00:00Z" })).status).toBe(201);
		expect(await count("quarantineTable")).toBe(0);
		const { subject } = (await app.mails()).findLast(({ to }) => to === person.email) ?? {};
		expect(subject).toMatch(/^Please confirm your call/);
	} finally {
		app.deps.rateLimits = rateLimits;
		await app.deps.database.query("delete from rate_limits");
	}
});

test("a time that waits for the guest is told with the time until which it does, and a canceled one is booked again", async () => {
	await setHours({ confirm_by_mail: true });
	const first = await book();
	app.setTime(new Date("2030-06-03T14:10:00Z"));
	const again = await book();
	expect(again).toEqual(first);
	expect(again.data.call).toMatchObject({ start: slot, held_until: "10:30 AM EDT" });
	app.setTime(new Date("2030-06-03T14:31:00Z"));
	expect((await book()).data.call).toMatchObject({ held_until: "11:01 AM EDT" });
	expect(await stored()).toHaveLength(2);
});

test("a form's name leaves the server in no answer, and stands in no log of changes", async () => {
	await book();
	await write();
	await apply();
	await apply({ ...trap, lastName: "Lovelace" });
	for (const list of ["bookings", "contacts", "applications", "activity", "quarantine"]) {
		expect(JSON.stringify((await api("GET", `/api/${list}`)).body)).not.toMatch(/form_key/);
	}
	const { authorization } = await signInAs(app.deps, { role: "admin" });
	const exported = await app.api.request("/api/privacy/export", {
		method: "POST",
		headers: { authorization, "content-type": "application/json" },
		body: JSON.stringify({ email: person.email }),
	});
	const person_json = await exported.text();
	expect(person_json).toContain("Lovelace");
	expect(person_json).not.toContain("form_key");
	const { rows } = await app.deps.database.query(
		"select changes::text from activity where changes::text like '%form_key%'",
	);
	expect(rows).toEqual([]);
});
