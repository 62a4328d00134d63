import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { invoicesTable } from "#features/invoices/invoices.table.ts";
import { type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { insertPost } from "#tests/factories/posts.ts";
import type { Found } from "./search.server.ts";

const app = startTestApp();
let admin: SignedInUser;

beforeAll(async () => {
	admin = await signInAs(app.deps, { role: "admin" });
});

const request = (query: string) => app.api.request(`/api/search?${query}`, { headers: admin.headers });
const find = async (text: string): Promise<Found[]> =>
	(await (await request(`q=${encodeURIComponent(text)}`)).json()).found;

test("finds each kind of record by a few letters of its name, whatever their case", async () => {
	const { db } = app.deps;
	await insertBooking(db, { name: "Ottoline Marsh" });
	await insertContact(db, { name: "Otto Lind", subject: "Opening" });
	await insertApplication(db, { applicant_name: "Charlotte Otto" });
	await insertPost(app.deps, { title: "Otto says" });
	await insertInvoice(db, testTime, { client_company: "Otto & Sons" });
	await insertBooking(db, { name: "Somebody else" });
	expect((await find("oTTo")).map(({ kind }) => kind)).toEqual([
		"booking",
		"contact",
		"application",
		"invoice",
		"post",
	]);
	expect(await find("INV-2026-0001")).toMatchObject([{ kind: "invoice", title: "INV-2026-0001" }]);
	expect(await find("opening")).toMatchObject([{ kind: "contact" }]);
});

test("takes the signs of a pattern for letters", async () => {
	await insertBooking(app.deps.db, { name: "100% Ana_Lytics\\" });
	for (const text of ["0%", "a_l", "s\\"]) expect(await find(text), text).toHaveLength(1);
	expect(await find("__")).toEqual([]);
});

test("calls a post scheduled until its publish date, as the list does", async () => {
	const published_at = "2026-03-04T15:10:00.000Z";
	await insertPost(app.deps, { title: "Quiet December", status: "published", published_at });
	await insertPost(app.deps, { title: "Quiet November", status: "draft" });
	const details = async () => (await find("quiet")).map(({ title, detail }) => `${title}: ${detail}`).toSorted();
	expect(await details()).toEqual(["Quiet December: Scheduled", "Quiet November: Draft"]);
	app.setTime(new Date(published_at));
	expect(await details()).toEqual(["Quiet December: Published", "Quiet November: Draft"]);
	app.setTime(testTime);
});

test.each(["", "q=", "q=a", `q=${"a".repeat(101)}`, "q=%00%00"])("refuses to look for %j", async (query) => {
	expect((await request(query)).status).toBe(422);
});

test("finds the five newest of each kind, newest first", async () => {
	const { db } = app.deps;
	// Neither in the order of time nor in its reverse.
	for (const day of [4, 6, 1, 3, 5, 2]) {
		const name = `Quill ${day}`;
		const at = new Date(`2026-02-0${day}T00:00:00Z`);
		await insertBooking(db, { name, created_at: at });
		await insertContact(db, { name, created_at: at });
		await insertApplication(db, { applicant_name: name, applied_at: at });
		const invoice = await insertInvoice(db, testTime, { client_name: name });
		await db.update(invoicesTable).set({ created_at: at }).where(eq(invoicesTable.id, invoice.id));
		app.setTime(at);
		await insertPost(app.deps, { title: name });
		app.setTime(testTime);
	}
	const found = Map.groupBy(await find("quill"), ({ kind }) => kind);
	const newest = [6, 5, 4, 3, 2].map((day) => `Quill ${day}`);
	for (const kind of ["booking", "contact", "application", "post"] as const) {
		expect(
			found.get(kind)?.map(({ title }) => title),
			kind,
		).toEqual(newest);
	}
	expect(found.get("invoice")?.map(({ detail }) => detail)).toEqual(newest);
});

test("finds a caller by the phone number, however it is written, and shows it", async () => {
	const { db } = app.deps;
	await insertBooking(db, { name: "Ring A", phone: "(555) 214-7712" });
	await insertContact(db, { name: "Ring B", phone: "+1 555 214 7712" });
	await insertApplication(db, { applicant_name: "Ring C", applicant_phone: "555.214.7712" });
	await insertContact(db, { name: "Ring D", phone: "555 214 7713" });
	await insertContact(db, { name: "Ring E", phone: "" });
	for (const text of ["5552147712", "+1 (555) 214-7712", "214 7712", "001 555 214 77 12"]) {
		const found = (await find(text)).map(({ title }) => title);
		expect(found, text).toEqual(["Ring A", "Ring B", "Ring C"]);
	}
	await insertBooking(db, { name: "Ring F", phone: "(555) 555-0134" });
	expect(await find("0134")).toMatchObject([{ title: "Ring F", detail: "(555) 555-0134" }]);
	expect(await find("214-7713")).toMatchObject([{ title: "Ring D", detail: "555 214 7713" }]);
	await insertContact(db, { name: "Ring G", phone: "020 7946 0018" });
	expect(await find("+44 20 7946 0018")).toMatchObject([{ title: "Ring G" }]);
});
