import { beforeAll, expect, test } from "vitest";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { buildBooking, insertBooking } from "#tests/factories/bookings.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";

const app = startTestApp();
let admin: SignedInUser;

beforeAll(async () => {
	admin = await signInAs(app.deps, { role: "admin" });
});

const request = (email: string) =>
	app.api.request(`/api/people?email=${encodeURIComponent(email)}`, { headers: admin.headers });

test("gathers what came from one address, however it was capitalised, newest first", async () => {
	const { db } = app.deps;
	const day = (n: number) => new Date(`2026-01-0${n}T12:00:00Z`);
	const booking = await insertBooking(db, { email: "Ada@Example.com", created_at: day(1) });
	const contact = await insertContact(db, { email: "ada@example.com", created_at: day(3), subject: null });
	const application = await insertApplication(db, { applicant_email: "ADA@example.com", applied_at: day(2) });
	const invoice = await insertInvoice(db, testTime, { client_email: "ada@EXAMPLE.com" });
	await insertBooking(db, { email: "adam@example.com" });
	const { dealings } = await (await request("aDa@example.com")).json();
	expect(dealings).toMatchObject([
		{ kind: "invoice", id: invoice.id, title: invoice.invoice_number, status: { label: "Draft", tone: "grey" } },
		{ kind: "contact", id: contact.id, title: "No subject" },
		{ kind: "application", id: application.id },
		{ kind: "booking", id: booking.id, at: day(1).toISOString() },
	]);
});

test("tells what was noted about a person, what they call themselves, and which emails they got", async () => {
	const { db } = app.deps;
	await insertContact(db, { name: "Bea Byron", email: "bea@example.com", notes: "Prefers the phone." });
	await db.insert(mailsTable).values({ kind: "confirmation", recipient: "Bea@example.com", subject: "We have it" });
	const earlier = {
		kind: "confirmation",
		recipient: "bea@example.com",
		queued_at: new Date("2026-01-01T12:00:00Z"),
	} as const;
	await db.insert(mailsTable).values({ ...earlier, subject: "Earlier" });
	expect(await (await request("bea@example.com")).json()).toMatchObject({
		dealings: [{ kind: "contact", name: "Bea Byron", notes: "Prefers the phone." }],
		mails: [{ kind: "confirmation", subject: "We have it", status: "queued" }, { subject: "Earlier" }],
	});
});

test("shows the newest 50 of a kind", async () => {
	const created = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));
	const bookings = Array.from({ length: 51 }, (_, n) =>
		buildBooking({ email: "often@example.com", created_at: created(n) }),
	);
	await app.deps.db.insert(bookingsTable).values(bookings);
	const { dealings } = await (await request("often@example.com")).json();
	expect(dealings.map(({ at }: { at: string }) => at)).toEqual(
		Array.from({ length: 50 }, (_, n) => created(50 - n).toISOString()),
	);
});

test("finds nothing for an unknown address, and refuses an invalid one", async () => {
	expect(await (await request("stranger@example.com")).json()).toEqual({ dealings: [], mails: [] });
	expect((await request("ada")).status).toBe(422);
});

test("looks addresses up in the indexes", async () => {
	for (const [table, column] of [
		["bookings", "email"],
		["contact_inquiries", "email"],
		["job_applications", "applicant_email"],
		["invoices", "client_email"],
	]) {
		const { rows } = await app.deps.database.query(
			`select indexdef from pg_indexes where tablename = '${table}' and indexname like '%_person'`,
		);
		expect(rows).toMatchObject([{ indexdef: expect.stringContaining(`lower(${column})`) }]);
	}
});
