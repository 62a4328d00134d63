import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { activityTable } from "#features/activity/activity.table.ts";
import { createLink, findPublicCreditNote } from "#features/invoices/delivery/invoice-links.server.ts";
import { publicPath } from "#features/invoices/delivery/invoice-token.server.ts";
import { type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { queuedInvoiceMails } from "#tests/outbox.ts";

const app = startTestApp();
let admin: SignedInUser;

beforeAll(async () => {
	admin = await signInAs(app.deps, { role: "admin" });
});

async function call(method: string, path: string, body?: unknown, headers = admin.headers) {
	const response = await app.api.request(path, {
		method,
		headers: { ...headers, "content-type": "application/json" },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
}

type Status = "draft" | "sent" | "paid" | "overdue" | "cancelled";

const bill = (net: number, { status = "sent", tax_rate = 0 }: { status?: Status; tax_rate?: number } = {}) =>
	insertInvoice(app.deps.db, testTime, {
		status,
		tax_rate,
		items: [{ description: "Retainer", quantity: 1, unit_price: net }],
	});
const credit = (id: string, body: object) =>
	call("POST", `/api/invoices/${id}/credit-notes`, { id: randomUUID(), reason: "A day less", ...body });
const pay = (id: string, amount_minor: number, kind = "payment") =>
	call("POST", `/api/invoices/${id}/payments`, { id: randomUUID(), kind, amount_minor, method: "cash" });
const invoiceOf = async (id: string) => (await call("GET", `/functions/v1/manage-invoices?id=${id}`)).body.invoice;
const notesOf = async (id: string) => (await call("GET", `/api/invoices/${id}/payments`)).body.credit_notes;

describe("a credit note", () => {
	test("has the next number, adds the tax of its net amount, and lowers what is open", async () => {
		const { id } = await bill(1000, { tax_rate: 8.875 });
		const first = await credit(id, { net_minor: 10_000 });
		expect(first).toMatchObject({
			status: 201,
			body: {
				credit_note: {
					credit_number: expect.stringMatching(/^CN-2026-\d{4}$/),
					issue_date: "2026-03-04",
					reason: "A day less",
					net_minor: 10_000,
					tax_minor: 888,
					total_minor: 10_888,
				},
				invoice: { credited_minor: 10_888, balance_minor: 97_987, status: "sent" },
			},
		});
		const second = await credit(id, { net_minor: 1 });
		const numberOf = ({ body }: typeof first) => Number(body.credit_note.credit_number.slice(-4));
		expect(numberOf(second)).toBe(numberOf(first) + 1);
	});

	test("in full cancels an invoice that is open, and what was paid is to be refunded", async () => {
		const { id } = await bill(100);
		await pay(id, 3_000);
		const { body } = await credit(id, { full: true });
		expect(body.invoice).toMatchObject({ status: "cancelled", credited_minor: 10_000, balance_minor: -3_000 });
	});

	test("makes an invoice paid if no more than that was open", async () => {
		const { id } = await bill(100);
		await pay(id, 6_000);
		expect((await credit(id, { net_minor: 4_000 })).body.invoice).toMatchObject({ status: "paid", balance_minor: 0 });
	});

	test("of an invoice that was marked as paid writes down first that it was paid", async () => {
		const { id } = await bill(100, { status: "paid" });
		const { body } = await credit(id, { net_minor: 2_500 });
		expect(body.invoice).toMatchObject({ status: "paid", paid_minor: 10_000, balance_minor: -2_500 });
		expect((await pay(id, 2_500, "refund")).body.invoice).toMatchObject({ status: "paid", balance_minor: 0 });
	});

	test("of a cancelled invoice is allowed", async () => {
		const { id } = await bill(100, { status: "cancelled" });
		expect((await credit(id, { full: true })).body.invoice).toMatchObject({ status: "cancelled", balance_minor: 0 });
	});

	test.each([
		["without a reason", { reason: " ", net_minor: 1 }, "reason", "Please say why this is credited."],
		["whose reason the PDF can't show", { reason: "𐎀", net_minor: 1 }, "reason", /can't display 𐎀/],
		["without an amount", {}, "net_minor", "Please enter an amount above 0."],
		["over nothing", { net_minor: 0 }, "net_minor", "Please enter an amount above 0."],
		["over half a cent", { net_minor: 0.5 }, "net_minor", "Please enter an amount above 0."],
	])("%s is refused at its field", async (_, body, field, message) => {
		const { id } = await bill(100);
		const answer = await credit(id, body);
		expect(answer.status).toBe(422);
		expect(answer.body.fields[field]).toMatch(message);
	});

	test("is refused for a draft, for more than is left, and for an invoice that is credited in full", async () => {
		const draft = await bill(100, { status: "draft" });
		expect(await credit(draft.id, { full: true })).toEqual({
			status: 409,
			body: { code: "draft", error: "This invoice is still a draft. Send it first, or mark it as sent." },
		});
		const { id } = await bill(200, { tax_rate: 10 });
		await credit(id, { net_minor: 8_000 });
		expect(await credit(id, { net_minor: 12_001 })).toEqual({
			status: 409,
			body: { code: "credit_too_large", error: "Only $120.00 of this invoice is left to credit." },
		});
		await credit(id, { full: true });
		const answer = {
			status: 409,
			body: { code: "nothing_to_credit", error: "This invoice has been credited in full." },
		};
		expect(await credit(id, { full: true })).toEqual(answer);
		expect(await credit(id, { net_minor: 1 })).toEqual(answer);
		expect((await credit(randomUUID(), { full: true })).status).toBe(404);
	});

	test("is written once for each id, which nothing else can use", async () => {
		const { id } = await bill(100);
		const other = await bill(100);
		const body = { id: randomUUID(), net_minor: 100 };
		const answers = await Promise.all([credit(id, body), credit(id, body), credit(id, body)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
		for (const [invoice, more] of [
			[other.id, {}],
			[id, { net_minor: 101 }],
			[id, { reason: "Two days" }],
		] as const)
			expect((await credit(invoice, { ...body, ...more })).body.code).toBe("key_reused");
		expect(await notesOf(id)).toHaveLength(1);
	});

	test("is one of twenty at once, and numbers have no gap", async () => {
		const { id } = await bill(100, { tax_rate: 7 });
		const others = await Promise.all(Array.from({ length: 4 }, () => bill(10)));
		const answers = await Promise.all([
			...Array.from({ length: 20 }, () => credit(id, { full: true })),
			...others.map((other) => credit(other.id, { full: true })),
		]);
		expect(answers.slice(0, 20).filter(({ status }) => status === 201)).toHaveLength(1);
		expect(await invoiceOf(id)).toMatchObject({ credited_minor: 10_700, balance_minor: 0, status: "cancelled" });
		const { rows } = await app.deps.database.query("select credit_number from credit_notes order by 1");
		const numbers = rows.map((row) => Number(String(Object.values(row)[0]).slice(-4)));
		expect(numbers).toEqual(numbers.map((_, index) => index + 1));
	});
});

test.each([
	["JPY", 0],
	["USD", 2],
	["KWD", 3],
])("random notes in %s add up to the invoice, and none has a negative tax", async (currency, digits) => {
	for (let round = 0; round < 8; round++) {
		const rate = Math.floor(Math.random() * 25_000) / 1000;
		const { id } = await bill(1 + Math.floor(Math.random() * 300), { tax_rate: rate });
		await app.deps.database.query(
			`update invoices set currency = '${currency}', minor_digits = ${digits},
				tax_amount = round(subtotal * ${rate} / 100, ${digits}), total_amount = subtotal + round(subtotal * ${rate} / 100, ${digits}) where id = '${id}'`,
		);
		const { subtotal, total_minor } = await invoiceOf(id);
		let left = Math.round(subtotal * 10 ** digits);
		while (left > 0) {
			const net_minor = 1 + Math.floor(Math.random() * left);
			const { status } = await credit(id, net_minor === left ? { full: true } : { net_minor });
			expect(status, `${net_minor} of ${left} at ${rate} %`).toBe(201);
			left -= net_minor;
		}
		expect(await invoiceOf(id), `${rate} %`).toMatchObject({ credited_minor: total_minor, status: "cancelled" });
	}
});

test("an invoice with a credit note keeps its items, its tax, and itself", async () => {
	const { id, version, ...invoice } = await bill(100);
	await credit(id, { net_minor: 1 });
	const save = (body: object) => call("PUT", `/functions/v1/manage-invoices?id=${id}`, { ...invoice, ...body });
	const items = [{ description: "Retainer", quantity: 1, unit_price: 100 }];
	expect((await save({ items, notes: "Called" })).status).toBe(200);
	expect((await save({ items: [{ ...items[0], unit_price: 99 }] })).status).toBe(400);
	expect((await save({ items, tax_rate: 1 })).status).toBe(400);
	expect((await call("DELETE", `/functions/v1/manage-invoices?id=${id}`)).status).toBe(400);
});

test.each([
	["a note that changes", (id: string) => `update credit_notes set reason = 'x' where invoice_id = '${id}'`],
	["a note that goes", (id: string) => `delete from credit_notes where invoice_id = '${id}'`],
	["notes that are emptied", () => "truncate credit_notes"],
	["an invoice that goes", (id: string) => `delete from invoices where id = '${id}'`],
	["another total", (id: string) => `update invoices set total_amount = 1 where id = '${id}'`],
	["another item", (id: string) => `update invoice_items set amount = 1 where invoice_id = '${id}'`],
	[
		"more than was billed",
		(id: string) =>
			`insert into credit_notes (id, invoice_id, credit_number, issue_date, reason, net_minor, tax_minor) values (gen_random_uuid(), '${id}', 'CN-1', now(), 'x', 9900, 0)`,
	],
])("the database refuses %s, and adds up whatever is written past the program", async (_, statement) => {
	const { id } = await bill(100);
	await credit(id, { net_minor: 101 });
	await expect(app.deps.database.query(statement(id))).rejects.toThrow();
	await app.deps.database.query(`update invoices set credited_minor = 5 where id = '${id}'`);
	expect((await invoiceOf(id)).credited_minor).toBe(101);
});

test("a note is one line of the log, with its amount and number", async () => {
	const { id } = await bill(100);
	const { body } = await credit(id, { full: true });
	const lines = await app.deps.db.select().from(activityTable).where(eq(activityTable.record_id, id));
	expect(lines.filter(({ action }) => action !== "insert")).toMatchObject([
		{
			action: "credit",
			actor_id: admin.user.id,
			changes: {
				amount: { new: "$100.00" },
				number: { new: body.credit_note.credit_number },
				status: { old: "sent", new: "cancelled" },
			},
		},
	]);
});

test("staff and the client open its PDF, and the client gets it by email once for each request", async () => {
	const { db, settings } = app.deps;
	const invoice = await bill(100);
	const other = await bill(100);
	const { credit_note } = (await credit(invoice.id, { net_minor: 2_000 })).body;
	const { id, credit_number } = credit_note;
	const staff = await app.api.request(`/api/credit-notes/${id}/pdf`, { headers: admin.headers });
	expect(staff.headers.get("content-disposition")).toBe(`inline; filename="${credit_number}.pdf"`);
	expect(new TextDecoder().decode(await staff.arrayBuffer())).toMatch(/^%PDF/);

	const tokenOf = async ({ id }: { id: string }) =>
		publicPath(await createLink(db, settings, id, testTime), settings)
			?.split("/")
			.at(-1) ?? "";
	const find = (token: string, number: string) => findPublicCreditNote(db, token, number, testTime);
	expect(await find(await tokenOf(invoice), credit_number)).toMatchObject({ note: { id } });
	expect(await find(await tokenOf(invoice), "CN-2026-9999")).toBeUndefined();
	expect(await find(await tokenOf(other), credit_number)).toBeUndefined();
	expect(await find("x".repeat(43), credit_number)).toBeUndefined();

	const before = (await queuedInvoiceMails(app.deps)).length;
	const send = () => call("POST", `/api/credit-notes/${id}/send`);
	expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([202, 202]);
	expect(await queuedInvoiceMails(app.deps)).toHaveLength(before + 1);
	const { rows } = (await call("GET", `/api/mails/of-record?table=invoices&id=${invoice.id}`)).body;
	expect(rows[0]).toMatchObject({
		kind: "credit_note",
		subject: `Credit note ${credit_number} for invoice ${invoice.invoice_number}`,
	});
});

test("what was credited stands in the export of the days, below 0", async () => {
	const { id, invoice_number } = await bill(100);
	const { credit_note } = (await credit(id, { net_minor: 2_000, reason: "=1+1" })).body;
	const { body } = await call("GET", "/api/payments/export?from=2026-03-04&to=2026-03-04");
	expect(body).toContain(
		`2026-03-04,Credit Note,${credit_note.credit_number},${invoice_number},Theo Marchetti,-20,USD,,"'=1+1"`,
	);
});

test("only admins write and read credit notes", async () => {
	const { id } = await bill(100);
	const { credit_note } = (await credit(id, { net_minor: 1 })).body;
	const { headers } = await signInAs(app.deps, { role: "user" });
	expect((await call("POST", `/api/invoices/${id}/credit-notes`, {}, headers)).status).toBe(403);
	expect((await call("GET", `/api/credit-notes/${credit_note.id}/pdf`, undefined, headers)).status).toBe(403);
	expect((await call("POST", `/api/credit-notes/${credit_note.id}/send`, {}, headers)).status).toBe(403);
});
