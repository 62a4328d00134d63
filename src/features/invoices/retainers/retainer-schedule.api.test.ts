import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { invoiceCountersTable, invoicesTable } from "#features/invoices/invoices.table.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import type { Frequency } from "#lib/recurring/occurrences.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { insertRetainer } from "#tests/factories/retainers.ts";
import { queuedInvoiceMails } from "#tests/outbox.ts";
import { writeDueInvoices } from "./retainer-schedule.server.ts";
import { retainerOccurrencesTable, retainersTable } from "./retainers.table.ts";

const app = startTestApp({ STAFF_EMAIL: "staff@site.test" });

beforeEach(async () => {
	app.setTime(testTime);
	const { db, database } = app.deps;
	for (const table of [retainersTable, invoicesTable, invoiceCountersTable, mailsTable]) await db.delete(table);
	await database.query("delete from pgboss.job");
});

/** By the clocks of the firm, which is in New York. In winter they are an hour further from UTC. */
async function goTo(day: string, time = "06:00", offset = "-04:00") {
	app.setTime(new Date(`${day}T${time}:00${offset}`));
	await writeDueInvoices(app.deps);
}

const insert = (overrides: Parameters<typeof insertRetainer>[2] = {}) =>
	insertRetainer(app.deps.db, testTime, overrides);

const written = () => app.deps.db.select().from(invoicesTable).orderBy(asc(invoicesTable.invoice_number));
const occurrences = () => app.deps.db.select().from(retainerOccurrencesTable).orderBy(asc(retainerOccurrencesTable.n));
const itemTexts = async () =>
	(
		await app.deps.database.query(
			"select description from invoice_items join invoices on invoices.id = invoice_id order by invoice_number",
		)
	).rows.map(({ description }) => description);

test("an invoice is written at 6:00 AM by the firm's clocks, numbered then, payable some days later, and emailed", async () => {
	await insert({ starts_on: "2026-04-01", due_in_days: 14, tax_rate: 10 });
	await goTo("2026-04-01", "05:59");
	expect(await written()).toEqual([]);
	await goTo("2026-04-01", "06:00");
	expect(await written()).toMatchObject([
		{
			invoice_number: "INV-2026-0001",
			client_email: "theo@marchettibakes.example",
			issue_date: "2026-04-01",
			due_date: "2026-04-15",
			total_amount: 1650,
			total_minor: 165_000,
			currency: "USD",
			status: "sent",
			notes: "Pays late. Call Rosa first.",
		},
	]);
	expect(await itemTexts()).toEqual(["Press office, April 2026"]);
	expect(await queuedInvoiceMails(app.deps)).toMatchObject([
		{ letter: "invoice", link: expect.stringContaining("/invoice/"), invoice: { invoice_number: "INV-2026-0001" } },
	]);
	await goTo("2026-04-01", "06:10");
	expect(await written()).toHaveLength(1);
	expect(await app.mails()).toEqual([]);
});

test("an email that no one has asked for fails if its PDF would show boxes", async () => {
	await insert({ items: [{ description: "\u{1F600} {month}" }] });
	await goTo("2026-04-01");
	const { rows } = await app.deps.database.query("select data from pgboss.job where name = 'invoice-mail'");
	expect(rows).toMatchObject([{ data: { automatic: true } }]);
});

describe("five years by a moving clock", () => {
	const days: Record<Frequency, number> = { monthly: 60, quarterly: 20, yearly: 5 };
	test.each([
		["monthly", "2026-03-31"],
		["quarterly", "2026-11-30"],
		["yearly", "2028-02-29"],
	] as const)("%s from %s: each occurrence once, on its day, numbers without a gap", async (frequency, starts_on) => {
		await insert({ frequency, starts_on, delivery: "draft", items: [{ description: "{n}: {period}" }] });
		const first = Number(starts_on.slice(0, 4));
		const end = Date.parse(`${first + 5}-${starts_on.slice(5, 7)}-01T00:00:00Z`);
		for (let at = Date.parse(`${starts_on}T12:00:00Z`); at < end; at += 86_400_000) {
			app.setTime(new Date(at));
			await writeDueInvoices(app.deps);
		}
		const rows = await occurrences();
		expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: days[frequency] }, (_, index) => index + 1));
		const invoices = new Map((await written()).map((invoice) => [invoice.id, invoice]));
		expect(invoices.size).toBe(rows.length);
		for (const { day, invoice_id } of rows) expect(invoices.get(invoice_id ?? "")?.issue_date).toBe(day);
		const years = Map.groupBy(invoices.values(), ({ issue_date }) => issue_date.slice(0, 4));
		for (const [year, ofYear] of years) {
			const numbers = ofYear.map((_, index) => `INV-${year}-${String(index + 1).padStart(4, "0")}`);
			expect(ofYear.map(({ invoice_number }) => invoice_number)).toEqual(numbers);
		}
		expect(new Set(await itemTexts()).size).toBe(rows.length);
	});
});

test("after a month of downtime each one that was missed is written once, oldest first, and staff get one email", async () => {
	await insert({ name: "Two a quarter", starts_on: "2026-04-01" });
	await goTo("2026-04-01");
	await app.deps.db.delete(mailsTable);
	await goTo("2026-07-03");
	await goTo("2026-07-03", "06:10");
	expect(await written()).toMatchObject([
		{ invoice_number: "INV-2026-0001", status: "sent" },
		{ invoice_number: "INV-2026-0002", issue_date: "2026-07-03", due_date: "2026-07-17", status: "draft" },
		{ invoice_number: "INV-2026-0003", issue_date: "2026-07-03", status: "draft" },
		// Two days late.
		{ invoice_number: "INV-2026-0004", status: "sent" },
	]);
	expect(await itemTexts()).toEqual(["April", "May", "June", "July"].map((month) => `Press office, ${month} 2026`));
	const mails = await app.mails();
	expect(mails).toMatchObject([
		{ kind: "notice", to: "staff@site.test", subject: "Please check 2 invoices: Two a quarter" },
	]);
	expect(mails[0]?.text).toContain("INV-2026-0002, INV-2026-0003");
});

test("seven days late is emailed, eight days late is a draft", async () => {
	await insert({ starts_on: "2026-04-01" });
	await insert({ starts_on: "2026-04-02" });
	await goTo("2026-04-09");
	const rows = await app.deps.db
		.select({ starts_on: retainersTable.starts_on, status: invoicesTable.status })
		.from(retainerOccurrencesTable)
		.innerJoin(retainersTable, eq(retainersTable.id, retainerOccurrencesTable.retainer_id))
		.innerJoin(invoicesTable, eq(invoicesTable.id, retainerOccurrencesTable.invoice_id))
		.orderBy(retainersTable.starts_on);
	expect(rows).toEqual([
		{ starts_on: "2026-04-01", status: "draft" },
		{ starts_on: "2026-04-02", status: "sent" },
	]);
});

test("one in another currency than the site's is written as a draft in its own, and staff get an email", async () => {
	const { id } = await insert({ items: [{ description: "Press", unit_price: 1500 }] });
	await app.deps.db.update(retainersTable).set({ currency: "KWD" }).where(eq(retainersTable.id, id));
	await goTo("2026-04-01");
	expect(await written()).toMatchObject([
		{ currency: "KWD", minor_digits: 3, total_minor: 1_500_000, status: "draft", sent_at: null },
	]);
	const [mail] = await app.mails();
	expect(mail?.text).toContain("The retainer is in KWD, but the firm's currency is now USD.");
});

test("one that is to be saved as a draft is announced to staff, and the client hears nothing", async () => {
	await insert({ delivery: "draft" });
	await goTo("2026-04-01");
	expect(await written()).toMatchObject([{ status: "draft", sent_at: null }]);
	const [mail, ...others] = await app.mails();
	expect(mail?.text).toContain("1 invoice came due. The program saved it as a draft.");
	expect(others).toEqual([]);
});

test("it ends once its last day is over, paused or not", async () => {
	const stateOf = async () => (await app.deps.db.select().from(retainersTable)).map(({ status }) => status);
	await insert({ starts_on: "2026-04-30", ends_on: "2026-05-31" });
	const paused = await insert({ starts_on: "2026-04-30", ends_on: "2026-05-31" });
	await app.deps.db.update(retainersTable).set({ status: "paused" }).where(eq(retainersTable.id, paused.id));
	await goTo("2026-04-30");
	await goTo("2026-05-31", "23:59");
	expect(await written()).toHaveLength(2);
	expect((await stateOf()).sort()).toEqual(["active", "paused"]);
	await goTo("2026-06-01");
	await goTo("2027-06-01");
	expect(await stateOf()).toEqual(["ended", "ended"]);
	expect(await written()).toHaveLength(2);
});

test("many schedulers at once, and staff who write invoices meanwhile: each once, numbers without a gap", async () => {
	for (let count = 0; count < 8; count++) await insert({ starts_on: "2026-04-01" });
	app.setTime(new Date("2026-06-02T10:00:00Z"));
	await Promise.all([
		...Array.from({ length: 6 }, () => writeDueInvoices(app.deps)),
		...Array.from({ length: 6 }, () => insertInvoice(app.deps.db, app.deps.clock())),
	]);
	await writeDueInvoices(app.deps);
	expect(await occurrences()).toHaveLength(24);
	const numbers = (await written()).map(({ invoice_number }) => invoice_number);
	expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => `INV-2026-${String(index + 1).padStart(4, "0")}`));
	// One of three months is less than eight days late.
	expect(await queuedInvoiceMails(app.deps)).toHaveLength(8);
	expect(await app.mails()).toHaveLength(8);
});

test("a process that ends between any two statements leaves nothing, and the next one writes all of it", async () => {
	await insert({ starts_on: "2026-03-01" });
	app.setTime(new Date("2026-04-01T12:00:00Z"));
	const state = async () => [
		await written(),
		await occurrences(),
		await app.deps.db.select().from(mailsTable),
		await app.deps.db.select().from(invoiceCountersTable),
	];
	const endings: unknown[] = [];
	for (let statement = 1; ; statement++) {
		let left = statement;
		const db = app.deps.database.withLogger({
			logQuery() {
				left--;
				if (left === 0) throw new Error("the process ends");
			},
		});
		const ending = await writeDueInvoices({ ...app.deps, db }).catch((error: Error) => error);
		if (ending === undefined) break;
		endings.push(ending);
		expect(await state()).toEqual([[], [], [], []]);
	}
	expect(endings.length).toBeGreaterThan(15);
	expect((await written()).map(({ invoice_number, status }) => [invoice_number, status])).toEqual([
		["INV-2026-0001", "draft"],
		["INV-2026-0002", "sent"],
	]);
	expect(await queuedInvoiceMails(app.deps)).toHaveLength(1);
	expect(await app.mails()).toHaveLength(1);
});
