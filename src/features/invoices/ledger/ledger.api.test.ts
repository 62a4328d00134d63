import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { activityTable } from "#features/activity/activity.table.ts";
import { markOverdue, remindClients } from "#features/invoices/delivery/invoice-schedule.server.ts";
import { invoicesTable } from "#features/invoices/invoices.table.ts";
import { type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { buildInvoice, insertInvoice } from "#tests/factories/invoices.ts";
import { queuedInvoiceMails } from "#tests/outbox.ts";
import { fillCurrencies } from "./fill-currencies.server.ts";

const app = startTestApp();
let admin: SignedInUser;

beforeAll(async () => {
	admin = await signInAs(app.deps, { role: "admin" });
});

beforeEach(() => app.setTime(testTime));

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

/** An invoice over so many dollars. */
const bill = (dollars: number, status: Status = "sent", due_date = "2026-04-03") =>
	insertInvoice(app.deps.db, testTime, {
		status,
		due_date,
		tax_rate: 0,
		items: [{ description: "Retainer", quantity: 1, unit_price: dollars }],
	});

const pay = (id: string, amount_minor: number, more: object = {}) =>
	call("POST", `/api/invoices/${id}/payments`, {
		id: randomUUID(),
		kind: "payment",
		amount_minor,
		method: "bank_transfer",
		...more,
	});
const refund = (id: string, amount_minor: number, more: object = {}) =>
	pay(id, amount_minor, { kind: "refund", ...more });
const takeBack = (entry: string, more: object = {}) =>
	call("POST", `/api/payments/${entry}/reverse`, { id: randomUUID(), note: "A slip", ...more });
const entriesOf = async (id: string) => (await call("GET", `/api/invoices/${id}/payments`)).body.payments;
const invoiceOf = async (id: string) => (await call("GET", `/functions/v1/manage-invoices?id=${id}`)).body.invoice;
const setStatus = (id: string, status: Status, paid_at?: string) =>
	call("PATCH", `/api/invoices/${id}`, { status, ...(paid_at && { paid_at }) });

describe("a payment", () => {
	test("is recorded with what is open now, and the last one makes the invoice paid on its day", async () => {
		const { id, version } = await bill(1200);
		const first = await pay(id, 30_000, { received_on: "2026-03-02", reference: "TX 1", note: "Said so by phone" });
		expect(first).toMatchObject({
			status: 201,
			body: {
				payment: {
					kind: "payment",
					effect_minor: 30_000,
					received_on: "2026-03-02",
					origin: "staff",
					is_reversed: false,
				},
				invoice: {
					currency: "USD",
					paid_minor: 30_000,
					credited_minor: 0,
					balance_minor: 90_000,
					status: "sent",
					paid_at: null,
					version,
					payments: [{ kind: "payment", effect_minor: 30_000, received_on: "2026-03-02" }],
				},
			},
		});
		const second = await pay(id, 90_000, { received_on: "2026-03-01" });
		expect(second.body.invoice).toMatchObject({
			balance_minor: 0,
			status: "paid",
			paid_at: "2026-03-02",
			version: version + 1,
		});
		expect(await entriesOf(id)).toMatchObject([
			{ reference: "TX 1", created_by: admin.user.id },
			{ effect_minor: 90_000 },
		]);
	});

	test("of today is one without a day", async () => {
		const { id } = await bill(100);
		expect((await pay(id, 1)).body.payment.received_on).toBe("2026-03-04");
	});

	test("is one of fifty at once: as many are taken as are open, to the cent", async () => {
		const { id } = await bill(100);
		const answers = await Promise.all(Array.from({ length: 50 }, () => pay(id, 300)));
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(33);
		const refused = answers.filter(({ status }) => status !== 201);
		expect(refused).toHaveLength(17);
		for (const answer of refused) {
			expect(answer).toEqual({
				status: 409,
				body: { error: "This is $2.00 more than is open. Record it anyway?", code: "overpayment" },
			});
		}
		expect(await invoiceOf(id)).toMatchObject({ paid_minor: 9_900, balance_minor: 100 });
		expect(await entriesOf(id)).toHaveLength(33);
	});

	test("of too much is recorded if its author says so, and then is to be refunded", async () => {
		const { id } = await bill(100);
		const { body } = await pay(id, 12_000, { allow_overpayment: true });
		expect(body.invoice).toMatchObject({ status: "paid", balance_minor: -2_000 });
	});

	test.each([
		["no amount", { amount_minor: 0 }, "amount_minor", "Please enter an amount above 0."],
		["a negative amount", { amount_minor: -5 }, "amount_minor", "Please enter an amount above 0."],
		["half a cent", { amount_minor: 0.5 }, "amount_minor", "Please enter an amount above 0."],
		["more than can be", { amount_minor: 1e15 }, "amount_minor", "Please enter an amount above 0."],
		[
			"a day of the last century",
			{ received_on: "1999-12-31" },
			"received_on",
			"Please enter a date from the year 2000 to today.",
		],
		["tomorrow", { received_on: "2026-03-05" }, "received_on", "Please enter a date from the year 2000 to today."],
		[
			"a day that does not exist",
			{ received_on: "2026-02-30" },
			"received_on",
			"Please enter a date from the year 2000 to today.",
		],
		["no method", { method: "" }, "method", "Please choose how the money came."],
		["the method of Stripe", { method: "stripe" }, "method", "Please choose how the money came."],
	])("with %s is refused at its field", async (_, change, field, message) => {
		const { id } = await bill(100);
		expect(await pay(id, 100, change)).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
		expect(await entriesOf(id)).toEqual([]);
	});

	test.each([
		["draft", "This invoice is still a draft. Send it first, or mark it as sent."],
		["cancelled", "This invoice is cancelled and takes no payments."],
	] as const)("of an invoice with status %s is refused; a refund isn't", async (code, error) => {
		const { id } = await bill(100);
		await pay(id, 4_000);
		await setStatus(id, code);
		expect(await pay(id, 100)).toEqual({ status: 409, body: { error, code } });
		const { body } = await refund(id, 1_000);
		expect(body.invoice).toMatchObject({ status: code, balance_minor: code === "cancelled" ? -3_000 : 7_000 });
	});

	test("of an unknown invoice is not found", async () => {
		expect((await pay(randomUUID(), 1)).status).toBe(404);
		expect((await takeBack(randomUUID())).status).toBe(404);
	});
});

describe("the same request again", () => {
	test("writes nothing, whatever has happened since, and the two flags don't count", async () => {
		const { id } = await bill(100);
		const entry = { id: randomUUID(), note: "First", received_on: "2026-03-01" };
		const first = await pay(id, 5_000, entry);
		await pay(id, 5_000);
		await setStatus(id, "cancelled");
		for (const more of [entry, { ...entry, allow_overpayment: true, send_receipt: true }, { id: entry.id }]) {
			const again = await pay(id, 5_000, more);
			expect([again.status, again.body.payment]).toEqual([200, first.body.payment]);
		}
		expect(await entriesOf(id)).toHaveLength(2);
	});

	test("with anything else is refused", async () => {
		const { id } = await bill(100);
		const entry = { id: randomUUID() };
		await pay(id, 5_000, entry);
		const others = [
			await pay(id, 5_001, entry),
			await pay(id, 5_000, { ...entry, kind: "refund" }),
			await pay(id, 5_000, { ...entry, note: "Other" }),
			await pay(id, 5_000, { ...entry, received_on: "2026-03-03" }),
			await pay((await bill(100)).id, 5_000, entry),
			await takeBack(entry.id, entry),
		];
		for (const other of others) {
			expect(other).toEqual({
				status: 409,
				body: { error: "This request was already used for something else.", code: "key_reused" },
			});
		}
	});

	test("at the same time is one entry, and of two invoices that race for one id, one gets it", async () => {
		const { id } = await bill(100);
		const entry = { id: randomUUID() };
		const same = await Promise.all(Array.from({ length: 5 }, () => pay(id, 100, entry)));
		expect(same.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
		const invoices = await Promise.all(Array.from({ length: 4 }, () => bill(100)));
		const raced = { id: randomUUID() };
		const answers = await Promise.all(invoices.map((invoice) => pay(invoice.id, 100, raced)));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
		expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
			Array(3).fill("key_reused"),
		);
	});

	test("after a refusal may be right: no id is used up", async () => {
		const { id } = await bill(100);
		const entry = { id: randomUUID() };
		expect((await pay(id, 10_100, entry)).status).toBe(409);
		expect((await pay(id, 10_000, entry)).status).toBe(201);
	});

	test("takes back once", async () => {
		const { id } = await bill(100);
		const { payment } = (await pay(id, 100)).body;
		const named = { id: randomUUID() };
		expect((await takeBack(payment.id, named)).status).toBe(201);
		expect((await takeBack(payment.id, named)).status).toBe(200);
		expect((await takeBack(payment.id, { ...named, note: "Other" })).body.code).toBe("key_reused");
	});
});

describe("a refund", () => {
	test("opens a paid invoice again: as sent, or as overdue when it is past due", async () => {
		for (const [due_date, status] of [
			["2026-04-03", "sent"],
			["2026-03-03", "overdue"],
		] as const) {
			const { id } = await bill(100, "sent", due_date);
			await pay(id, 10_000);
			const { body } = await refund(id, 4_000);
			expect(body.invoice).toMatchObject({ status, paid_at: null, paid_minor: 6_000, balance_minor: 4_000 });
		}
	});

	test("is at most what has been paid", async () => {
		const { id } = await bill(100);
		await pay(id, 8_000);
		expect(await refund(id, 8_001)).toEqual({
			status: 409,
			body: { error: "Only $80.00 has been paid.", code: "refund_too_large" },
		});
	});
});

describe("an entry that is taken back", () => {
	test("stays with its day, no longer counts, and clients don't see it", async () => {
		const { id } = await bill(100);
		const { payment } = (await pay(id, 10_000, { received_on: "2026-03-01" })).body;
		const { status, body } = await takeBack(payment.id);
		expect([status, body.payment]).toMatchObject([
			201,
			{ kind: "reversal", effect_minor: -10_000, received_on: "2026-03-01", reverses: payment.id, note: "A slip" },
		]);
		expect(body.invoice).toMatchObject({ status: "sent", balance_minor: 10_000, paid_at: null, payments: [] });
		expect(await entriesOf(id)).toMatchObject([{ is_reversed: true }, { kind: "reversal" }]);
	});

	test("can't be taken back again, nor can a reversal, and no more than was paid", async () => {
		const { id } = await bill(100);
		const { payment } = (await pay(id, 10_000)).body;
		await refund(id, 1_000);
		expect(await takeBack(payment.id)).toMatchObject({ status: 409, body: { error: "Only $90.00 has been paid." } });
		const other = (await pay(id, 1_000)).body.payment;
		const reversal = (await takeBack(other.id)).body.payment;
		for (const entry of [other, reversal]) {
			expect(await takeBack(entry.id)).toEqual({
				status: 409,
				body: { error: "This entry has already been taken back.", code: "already_reversed" },
			});
		}
	});

	test("of Stripe's, only a refund", async () => {
		const { id } = await bill(100);
		const insert = (kind: string, effect: number) =>
			app.deps.database.query(
				`insert into invoice_payments (id, invoice_id, kind, effect_minor, received_on, method, origin)
				values (gen_random_uuid(), '${id}', '${kind}', ${effect}, '2026-03-01', 'stripe', 'stripe')`,
			);
		await insert("payment", 5_000);
		await insert("refund", -6_000);
		const [payment, back] = await entriesOf(id);
		expect((await invoiceOf(id)).paid_minor).toBe(-1_000);
		expect((await takeBack(payment.id)).body.code).toBe("stripe_payment");
		expect((await takeBack(back.id)).body.invoice.paid_minor).toBe(5_000);
	});
});

describe("an invoice that was marked as paid by hand", () => {
	test("has no entry and nothing open, and a payment takes the place of what was marked", async () => {
		const { id } = await bill(100);
		await setStatus(id, "paid", "2026-03-01");
		expect(await invoiceOf(id)).toMatchObject({ balance_minor: 0, paid_minor: 0 });
		expect(await entriesOf(id)).toEqual([]);
		const part = await pay(id, 4_000);
		expect(part.body.invoice).toMatchObject({
			status: "paid",
			paid_at: "2026-03-01",
			paid_minor: 4_000,
			balance_minor: 0,
		});
		const rest = await pay(id, 6_000);
		expect(rest.body.invoice).toMatchObject({ status: "paid", paid_at: "2026-03-01", balance_minor: 0 });
		expect((await pay(id, 1)).body.code).toBe("overpayment");
	});

	test("gets an entry for the rest before a refund, of the day that was marked", async () => {
		const { id } = await bill(100);
		await pay(id, 4_000);
		await setStatus(id, "paid", "2026-03-01");
		const { body } = await refund(id, 2_500);
		expect(body.invoice).toMatchObject({ status: "sent", paid_minor: 7_500, balance_minor: 2_500 });
		expect(await entriesOf(id)).toMatchObject([
			{ effect_minor: 4_000 },
			{ kind: "payment", effect_minor: 6_000, method: "other", received_on: "2026-03-01" },
			{ kind: "refund", effect_minor: -2_500 },
		]);
	});

	test("and is opened again owes what no entry says", async () => {
		const { id } = await bill(100);
		await pay(id, 4_000);
		await setStatus(id, "paid");
		await setStatus(id, "sent");
		expect(await invoiceOf(id)).toMatchObject({ balance_minor: 6_000 });
	});
});

describe("an invoice with entries", () => {
	const put = (id: string, change: object) => call("PUT", `/functions/v1/manage-invoices?id=${id}`, change);

	test("keeps its items and tax, and everything else stays free", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, { status: "sent" });
		const before = await invoiceOf(id);
		await pay(id, 100);
		const fixed =
			"This invoice has payments or credit notes, so its items and tax can no longer change. Create a credit note instead.";
		const [first, second] = buildInvoice().items;
		for (const change of [{ tax_rate: 8 }, { items: [second, first] }, { items: [first] }]) {
			expect(await put(id, { ...buildInvoice({ status: "sent" }), ...change })).toEqual({
				status: 400,
				body: { error: fixed },
			});
		}
		const { status, body } = await put(id, buildInvoice({ status: "overdue", client_name: "Other", terms: "Soon" }));
		expect([status, body.invoice]).toMatchObject([200, { client_name: "Other", terms: "Soon", status: "overdue" }]);
		expect(body.invoice.invoice_items).toEqual(before.invoice_items);
	});

	test("can't be deleted", async () => {
		const { id } = await bill(100);
		await takeBack((await pay(id, 100)).body.payment.id);
		expect(await call("DELETE", `/functions/v1/manage-invoices?id=${id}`)).toEqual({
			status: 400,
			body: {
				error: "This invoice has payments or credit notes, so it can't be deleted. Cancel it instead.",
			},
		});
	});
});

describe("what is open decides", () => {
	test("whom a reminder reaches, and which invoice becomes overdue", async () => {
		const paid = await bill(100, "sent", "2026-02-20");
		await pay(paid.id, 10_000);
		await setStatus(paid.id, "sent");
		const part = await bill(100, "sent", "2026-02-20");
		await pay(part.id, 4_000);
		const letters = (await queuedInvoiceMails(app.deps)).length;
		expect(await call("POST", `/api/invoices/${paid.id}/remind`)).toMatchObject({
			status: 409,
			body: { error: "Nothing is open on this invoice, so no reminder was sent." },
		});
		await markOverdue(app.deps.db, testTime);
		await remindClients(app.deps, [7]);
		expect([(await invoiceOf(paid.id)).status, (await invoiceOf(part.id)).status]).toEqual(["sent", "overdue"]);
		const mails = (await queuedInvoiceMails(app.deps)).slice(letters);
		expect(JSON.stringify(mails)).toContain(part.invoice_number);
		expect(JSON.stringify(mails)).not.toContain(paid.invoice_number);
		expect((await call("GET", `/api/invoices/${part.id}/email?kind=reminder`)).body.html).toContain(
			"$40.00 of it has been paid or credited; $60.00 is still open.",
		);
	});

	test("what the statuses of many answer", async () => {
		const { id } = await bill(100);
		await pay(id, 4_000);
		const { body } = await call("POST", "/api/invoices/statuses", { changes: [{ ids: [id], status: "cancelled" }] });
		expect(body.changed).toMatchObject([{ id, balance_minor: -4_000 }]);
	});
});

test("a receipt goes to the client once for each request, and only for a payment that stands", async () => {
	const { id, invoice_number } = await bill(1200);
	const before = (await queuedInvoiceMails(app.deps)).length;
	const { payment } = (await pay(id, 30_000, { received_on: "2026-03-02", send_receipt: true })).body;
	const ask = () => call("POST", `/api/payments/${payment.id}/receipt`);
	const answers = await Promise.all([ask(), ask(), ask()]);
	expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
	expect(await queuedInvoiceMails(app.deps)).toHaveLength(before + 2);
	const { rows } = (await call("GET", `/api/mails/of-record?table=invoices&id=${id}`)).body;
	expect(rows[0]).toMatchObject({ kind: "receipt", subject: `Receipt for invoice ${invoice_number}` });
	await takeBack(payment.id);
	expect((await ask()).status).toBe(409);
});

test("each entry is one line of the log, with its amount and what became of the status", async () => {
	const { id, invoice_number } = await bill(100);
	const linesOf = () =>
		app.deps.db
			.select()
			.from(activityTable)
			.where(eq(activityTable.record_id, id))
			.orderBy(activityTable.at, activityTable.id);
	const before = (await linesOf()).length;
	await pay(id, 10_000, { send_receipt: true });
	await setStatus(id, "paid");
	await refund(id, 10_000);
	const lines = (await linesOf()).slice(before);
	expect(lines.map(({ action }) => action)).toEqual(["payment", "update", "refund"]);
	expect(lines[0]).toMatchObject({
		record_label: invoice_number,
		actor_id: admin.user.id,
		changes: { amount: { new: "$100.00" }, day: { new: "Mar 4, 2026" }, status: { old: "sent", new: "paid" } },
	});
});

describe("the database", () => {
	const run = (text: string) => app.deps.database.query(text);
	const insert = (id: string, values: string) =>
		run(
			`insert into invoice_payments (id, invoice_id, kind, effect_minor, received_on, method, reverses) values (gen_random_uuid(), '${id}', ${values})`,
		);

	test("adds up, whatever is written past the program", async () => {
		const { id } = await bill(100);
		await insert(id, "'payment', 2500, '2026-03-01', 'cash', null");
		expect(await invoiceOf(id)).toMatchObject({ paid_minor: 2_500, balance_minor: 7_500 });
		await run(`update invoices set paid_minor = 9900, credited_minor = 50 where id = '${id}'`);
		expect(await invoiceOf(id)).toMatchObject({ paid_minor: 2_500, credited_minor: 0, balance_minor: 7_500 });
		await Promise.all(Array.from({ length: 10 }, () => insert(id, "'payment', 1, '2026-03-01', 'cash', null")));
		expect(await invoiceOf(id)).toMatchObject({ paid_minor: 2_510 });
	});

	test.each([
		["an entry that changes", (id: string) => `update invoice_payments set note = 'x' where invoice_id = '${id}'`],
		["an entry that goes", (id: string) => `delete from invoice_payments where invoice_id = '${id}'`],
		["an emptied ledger", () => "truncate invoice_payments"],
		["an emptied ledger with its invoices", () => "truncate invoices cascade"],
		["an invoice that goes", (id: string) => `delete from invoices where id = '${id}'`],
		["another total", (id: string) => `update invoices set total_amount = 1 where id = '${id}'`],
		["another currency", (id: string) => `update invoices set currency = 'JPY' where id = '${id}'`],
		[
			"a new item",
			(id: string) =>
				`insert into invoice_items (invoice_id, position, description, quantity, unit_price, amount) values ('${id}', 9, 'x', 1, 1, 1)`,
		],
		["another item", (id: string) => `update invoice_items set amount = 1 where invoice_id = '${id}'`],
		["an item that goes", (id: string) => `delete from invoice_items where invoice_id = '${id}'`],
	])("refuses %s", async (_, statement) => {
		const { id } = await bill(100);
		await pay(id, 100);
		await expect(run(statement(id))).rejects.toThrow();
		expect((await invoiceOf(id)).paid_minor).toBe(100);
	});

	test.each([
		["a payment below 0", "'payment', -1, '2026-03-01', 'cash', null"],
		["a refund above 0", "'refund', 1, '2026-03-01', 'cash', null"],
		["a refund of what never came", "'refund', -101, '2026-03-01', 'cash', null"],
		["a day before 2000", "'payment', 1, '1999-12-31', 'cash', null"],
		["a reversal of nothing", "'reversal', -1, '2026-03-01', 'cash', gen_random_uuid()"],
		["an unknown method", "'payment', 1, '2026-03-01', 'shells', null"],
	])("refuses %s", async (_, values) => {
		const { id } = await bill(100);
		await pay(id, 100);
		await expect(insert(id, values)).rejects.toThrow();
		expect((await invoiceOf(id)).paid_minor).toBe(100);
	});

	test("refuses a reversal of another invoice's entry, or of a part of one", async () => {
		const [one, other] = [await bill(100), await bill(100)];
		const { payment } = (await pay(one.id, 100)).body;
		await expect(insert(other.id, `'reversal', -100, '2026-03-01', 'cash', '${payment.id}'`)).rejects.toThrow();
		await expect(insert(one.id, `'reversal', -99, '2026-03-01', 'cash', '${payment.id}'`)).rejects.toThrow();
	});

	test("has no currency for an invoice of an earlier version, until the start gives it the firm's without a change", async () => {
		const { id } = await bill(100);
		await run("alter table invoices disable trigger user");
		await run(`update invoices set currency = '', minor_digits = 0 where id = '${id}'`);
		await run("alter table invoices enable trigger user");
		await expect(insert(id, "'payment', 1, '2026-03-01', 'cash', null")).rejects.toThrow();
		const before = await invoiceOf(id);
		await fillCurrencies(app.deps.db);
		expect(await invoiceOf(id)).toEqual({
			...before,
			currency: "USD",
			minor_digits: 2,
			total_minor: 10_000,
			balance_minor: 10_000,
		});
	});
});

test("200 random writes leave each invoice with the sum that whole numbers give", async () => {
	const seed = Date.now() % 100_000;
	let state = seed;
	const random = (below: number) => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return state % below;
	};
	const ledgers = await Promise.all(
		Array.from({ length: 5 }, async () => {
			const { id, total_minor } = await bill(random(20_000) / 100 + 1);
			return { id, total: total_minor, paid: 0, entries: [] as { id: string; effect: number; reversed: boolean }[] };
		}),
	);
	for (let n = 0; n < 200; n++) {
		const ledger = ledgers[random(ledgers.length)];
		if (!ledger) continue;
		const amount = 1 + random(ledger.total);
		const target = ledger.entries[random(ledger.entries.length || 1)];
		const kind = random(4);
		if (kind < 2) {
			const { status, body } = await pay(ledger.id, amount, { allow_overpayment: kind === 0 });
			const fits = kind === 0 || amount <= Math.max(0, ledger.total - ledger.paid);
			expect(status, `seed ${seed}, write ${n}`).toBe(fits ? 201 : 409);
			if (!fits) continue;
			ledger.entries.push({ id: body.payment.id, effect: amount, reversed: false });
			ledger.paid += amount;
		} else if (kind === 2) {
			const { status, body } = await refund(ledger.id, amount);
			expect(status, `seed ${seed}, write ${n}`).toBe(amount <= ledger.paid ? 201 : 409);
			if (amount > ledger.paid) continue;
			ledger.entries.push({ id: body.payment.id, effect: -amount, reversed: false });
			ledger.paid -= amount;
		} else if (target) {
			const { status } = await takeBack(target.id);
			const fits = !target.reversed && ledger.paid - target.effect >= 0;
			expect(status, `seed ${seed}, write ${n}`).toBe(fits ? 201 : 409);
			if (!fits) continue;
			target.reversed = true;
			ledger.paid -= target.effect;
		}
		const { paid_minor, balance_minor, status } = await invoiceOf(ledger.id);
		const due = ledger.total - ledger.paid;
		expect({ paid_minor, balance_minor, status }, `seed ${seed}, write ${n}`).toEqual({
			paid_minor: ledger.paid,
			balance_minor: due,
			status: due <= 0 ? "paid" : "sent",
		});
	}
});

test("what came in some days is summed and exported, with the rest of what was marked as paid", async () => {
	await app.deps.db.update(invoicesTable).set({ paid_at: null }).where(eq(invoicesTable.status, "paid"));
	const period = "from=2024-05-01&to=2024-05-31";
	const part = await bill(100);
	await pay(part.id, 4_000, { received_on: "2024-05-02", reference: "=1+1" });
	await refund(part.id, 500, { received_on: "2024-05-03", method: "cash" });
	const marked = await bill(7);
	await setStatus(marked.id, "paid", "2024-05-31");
	expect((await call("GET", `/api/payments/received?${period}`)).body).toEqual({
		received: [{ currency: "USD", minor: 4_200 }],
	});
	const { body } = await call("GET", `/api/payments/export?${period}`);
	expect(String(body).replace("\uFEFF", "").split("\r\n")).toEqual([
		"Date,Kind,Number,Invoice,Client,Amount,Currency,Method,Reference",
		`2024-05-02,Payment,,${part.invoice_number},Theo Marchetti,40.00,USD,Bank Transfer,"'=1+1"`,
		`2024-05-03,Refund,,${part.invoice_number},Theo Marchetti,-5,USD,Cash,`,
		`2024-05-31,Marked as paid,,${marked.invoice_number},Theo Marchetti,7.00,USD,,`,
	]);
	expect((await call("GET", "/api/payments/export?from=1999-01-01&to=2024-05-31")).status).toBe(422);
});

test("nobody but an admin sees or writes a ledger", async () => {
	const { id } = await bill(100);
	const { headers } = await signInAs(app.deps, { role: "user" });
	for (const [method, path] of [
		["GET", `/api/invoices/${id}/payments`],
		["POST", `/api/invoices/${id}/payments`],
		["GET", "/api/payments/export"],
	] as const) {
		expect((await call(method, path, method === "POST" ? {} : undefined, headers)).status).toBe(403);
	}
});
