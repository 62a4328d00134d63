import { beforeAll, expect, test } from "vitest";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { updateInvoiceStatus } from "#features/invoices/invoices.server.ts";
import { type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import type { Report } from "./report.server.ts";

const app = startTestApp();
let admin: SignedInUser;

const person = { name: "Ada Byron", email: "ada@example.com" };
const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);

beforeAll(async () => {
	const { db } = app.deps;
	admin = await signInAs(app.deps, { role: "admin" });
	// The last evening of January in New York, and February in UTC.
	const january = new Date("2026-02-01T03:00:00Z");
	const march = new Date("2026-03-02T12:00:00Z");
	await db.insert(bookingsTable).values([
		{ ...person, service_type: "Photography", created_at: january, first_answered_at: minutesAfter(january, 10) },
		{ ...person, service_type: "Photography", created_at: january, first_answered_at: minutesAfter(january, 30) },
		{ ...person, service_type: "Videography", created_at: march, by_staff: true, first_answered_at: march },
		{ ...person, service_type: "Blocked Time", created_at: march, by_staff: true },
		{ ...person, service_type: "Photography", created_at: new Date("2025-02-01T12:00:00Z") },
	]);
	await db.insert(contactsTable).values([
		{ ...person, message: "Hello", created_at: march },
		{ ...person, message: "Hello", created_at: march, source: "email" },
	]);
	await db
		.insert(applicationsTable)
		.values([{ applicant_name: "Ada", applicant_email: "ada@example.com", job_id: "x", applied_at: march }]);
	const items = [{ description: "Talk", quantity: 1, unit_price: 100 }];
	const bill = (status: "sent" | "draft" | "cancelled") => insertInvoice(db, testTime, { status, tax_rate: 0, items });
	const paid = await bill("sent");
	await updateInvoiceStatus(db, testTime, paid.id, { status: "paid", paid_at: "2026-02-10" });
	for (const status of ["sent", "draft", "cancelled"] as const) await bill(status);
});

const ask = async (query = "", headers = admin.headers) => app.api.request(`/api/report${query}`, { headers });

test("counts by the firm's months, without blocked time, drafts, and what is cancelled", async () => {
	const report: Report = await (await ask("?months=6")).json();
	expect(report.months).toEqual(["2025-10", "2025-11", "2025-12", "2026-01", "2026-02", "2026-03"]);
	expect(report.inquiries).toEqual([
		{ name: "Bookings", values: [0, 0, 0, 2, 0, 1] },
		{ name: "Inquiries", values: [0, 0, 0, 0, 0, 2] },
	]);
	expect(report.services).toEqual([
		{ name: "Inquiries (no service)", count: 2 },
		{ name: "Photography", count: 2 },
		{ name: "Videography", count: 1 },
	]);
	expect(report.sources).toEqual([
		{ name: "Booking page", count: 2 },
		{ name: "Contact form", count: 1 },
		{ name: "Email", count: 1 },
		{ name: "Entered by staff", count: 1 },
	]);
	expect(report.responseTimes).toEqual([
		{ name: "Bookings", values: [null, null, null, 20 * 60_000, null, null] },
		{ name: "Inquiries", values: [null, null, null, null, null, null] },
	]);
	expect(report.applications?.[0]?.values).toEqual([0, 0, 0, 0, 0, 1]);
	expect(report.revenue).toEqual([
		{ name: "Billed", values: [0, 0, 0, 0, 0, 200] },
		{ name: "Received", values: [0, 0, 0, 0, 100, 0] },
	]);
});

test("looks back as far as it is asked to, and no further than it offers", async () => {
	const { months, inquiries }: Report = await (await ask("?months=24")).json();
	expect(months).toHaveLength(24);
	expect(inquiries?.[0]?.values[months.indexOf("2025-02")]).toBe(1);
	expect((await (await ask()).json()).months).toHaveLength(12);
	for (const bad of ["?months=1000", "?months=x", "?months=0"]) expect((await ask(bad)).status).toBe(422);
});

test("is for admins", async () => {
	expect((await app.api.request("/api/report")).status).toBe(401);
	expect((await ask("", (await signInAs(app.deps, { role: "user" })).headers)).status).toBe(403);
});
