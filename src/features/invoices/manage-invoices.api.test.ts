import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { buildInvoice, insertInvoice } from "#tests/factories/invoices.ts";
import { createLink, recordView } from "./delivery/invoice-links.server.ts";
import { publicPath } from "./delivery/invoice-token.server.ts";
import { invoiceCountersTable, invoiceItemsTable, invoicesTable } from "./invoices.table.ts";

const app = startTestApp();
const path = "/functions/v1/manage-invoices";
let admin: string;

beforeAll(async () => {
	admin = (await signInAs(app.deps, { role: "admin" })).authorization;
});

beforeEach(async () => {
	app.setTime(testTime);
	await app.deps.db.delete(invoicesTable);
	await app.deps.db.delete(invoiceCountersTable);
});

async function call(method: string, query = "", body?: unknown, authorization: string | undefined = admin) {
	const response = await app.api.request(path + query, {
		method,
		headers: { ...(authorization && { authorization }), "content-type": "application/json" },
		...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
	});
	return { status: response.status, body: await response.json() };
}

const itemOf = (change: object) => [{ description: "Retainer", quantity: 1, unit_price: 1, ...change }];

describe.each(["GET", "POST", "PUT", "DELETE"])("%s", (method) => {
	// proves D-invoices-09
	test("refuses whoever is not signed in with 401, and a signed-in user who is no admin with 403", async () => {
		const { authorization } = await signInAs(app.deps, { role: "user" });
		const invoice = await insertInvoice(app.deps.db, testTime);
		for (const [caller, status, error] of [
			["", 401, "Please sign in."],
			[authorization, 403, "Only admins can do this."],
		] as const) {
			const answer = await call(method, `?id=${invoice.id}`, method === "GET" ? undefined : buildInvoice(), caller);
			expect(answer).toEqual({ status, body: { error } });
		}
		expect((await call("GET", `?id=${invoice.id}`)).body.invoice.updated_at).toBe(invoice.updated_at.toISOString());
		expect((await call("GET")).body.invoices).toHaveLength(1);
	});
});

test("answers 404 for a method that the function does not have", async () => {
	expect(await call("PATCH", "", {})).toEqual({ status: 404, body: { error: expect.any(String) } });
});

// proves S3-invoices-02, S7-invoices-02, S7-invoices-03, D-invoices-10
test("creates an invoice with its number, dates and sums, and answers with its items", async () => {
	const { status, body } = await call("POST", "", buildInvoice());
	expect(status).toBe(201);
	expect(Object.keys(body)).toEqual(["invoice"]);
	expect(body.invoice).toMatchObject({
		invoice_number: "INV-2026-0001",
		client_name: "Theo Marchetti",
		client_company: "Marchetti Bakes",
		issue_date: "2026-03-04",
		due_date: "2026-04-03",
		tax_rate: 8.875,
		subtotal: 1849.98,
		tax_amount: 164.19,
		total_amount: 2014.17,
		notes: "Pays late. Call Rosa first.",
		status: "draft",
		sent_at: null,
		reminded_at: null,
		invoice_items: [
			{ id: expect.any(String), description: "Opening night photography", quantity: 1, unit_price: 1800, amount: 1800 },
			{ id: expect.any(String), description: "Prints", quantity: 2.5, unit_price: 19.99, amount: 49.98 },
		],
	});
	expect((await call("GET", `?id=${body.invoice.id}`)).body).toEqual(body);
});

// proves S4-invoices-01, S9-invoice-02, S9-invoice-03
test("fills in draft, tax rate 0, the firm's terms, quantity 1 and unit price 0 where nothing is said", async () => {
	const { client_name, client_email, due_date } = buildInvoice();
	const { body } = await call("POST", "", { client_name, client_email, due_date, items: [{ description: "Talk" }] });
	expect(body.invoice).toMatchObject({
		status: "draft",
		tax_rate: 0,
		terms: "Payment is due within 30 days of invoice date.",
		notes: null,
		client_phone: null,
		total_amount: 0,
		invoice_items: [{ quantity: 1, unit_price: 0 }],
	});
});

// proves D-invoices-01
test("ignores sums, number and dates that a caller makes up", async () => {
	const made = { invoice_number: "X", total_amount: 1, subtotal: 1, issue_date: "2001-01-01", public_token: "x" };
	const { body } = await call("POST", "", { ...buildInvoice(), ...made });
	expect(body.invoice).toMatchObject({
		invoice_number: "INV-2026-0001",
		total_amount: 2014.17,
		issue_date: "2026-03-04",
		public_path: null,
	});
});

// proves S7-invoices-01
test("lists all invoices, newest first, without their items", async () => {
	await insertInvoice(app.deps.db, new Date("2026-03-01T12:00:00Z"), { client_name: "Older" });
	await insertInvoice(app.deps.db, new Date("2026-03-02T12:00:00Z"), { client_name: "Newer" });
	const { status, body } = await call("GET");
	expect(status).toBe(200);
	expect(Object.keys(body)).toEqual(["invoices"]);
	expect(body.invoices.map((each: { client_name: string }) => each.client_name)).toEqual(["Newer", "Older"]);
	expect(body.invoices[0]).not.toHaveProperty("invoice_items");
});

// proves S7-invoices-04, D-invoices-10, D-invoices-11
test("replaces fields and items, and keeps number, issue date and, where none is given, the status", async () => {
	const before = await insertInvoice(app.deps.db, testTime, { status: "sent" });
	const { status: _, ...change } = buildInvoice({ client_phone: "", items: itemOf({ unit_price: 10 }), tax_rate: 0 });
	const { status, body } = await call("PUT", `?id=${before.id}`, change);
	expect(status).toBe(200);
	expect(body.invoice).toMatchObject({
		invoice_number: before.invoice_number,
		issue_date: before.issue_date,
		client_phone: null,
		status: "sent",
		total_amount: 10,
		invoice_items: [{ description: "Retainer" }],
	});
	expect(await app.deps.db.select().from(invoiceItemsTable)).toHaveLength(1);
});

// proves D-invoices-11
test("leaves an invoice as it was when a change is refused", async () => {
	const before = await insertInvoice(app.deps.db, testTime);
	const refused = await call("PUT", `?id=${before.id}`, buildInvoice({ client_name: "Other", items: [] }));
	expect(refused.status).toBe(400);
	expect((await call("GET", `?id=${before.id}`)).body.invoice).toMatchObject({
		client_name: "Theo Marchetti",
		invoice_items: [{ description: "Opening night photography" }, { description: "Prints" }],
	});
});

describe("two who change one invoice", () => {
	const change = (client_name: string, version?: string) => ({
		...buildInvoice({ client_name }),
		...(version !== undefined && { version }),
	});

	test("the second is refused with the invoice as it is now, and may then save over it", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime);
		const { version } = (await call("GET", `?id=${id}`)).body.invoice;
		const first = await call("PUT", `?id=${id}`, change("First", version));
		expect(first.status).toBe(200);
		const second = await call("PUT", `?id=${id}`, change("Second", version));
		expect(second).toEqual({
			status: 409,
			body: {
				error: "Someone else has changed this invoice in the meantime. Reload to see the latest version.",
				code: "conflict",
				current: first.body.invoice,
			},
		});
		expect((await call("GET", `?id=${id}`)).body.invoice.client_name).toBe("First");
		expect((await call("PUT", `?id=${id}`, change("Second", first.body.invoice.version))).status).toBe(200);
	});

	test("a changed item is a changed invoice", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime);
		const { version } = (await call("GET", `?id=${id}`)).body.invoice;
		await call("PUT", `?id=${id}`, buildInvoice({ items: itemOf({ description: "Other" }) }));
		expect((await call("PUT", `?id=${id}`, change("Second", version))).status).toBe(409);
	});

	test("a client's look at it and a new link get in nobody's way", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, { status: "sent" });
		const { version } = (await call("GET", `?id=${id}`)).body.invoice;
		const { settings } = app.deps;
		const path = publicPath(await createLink(app.deps.db, settings, id, testTime), settings);
		await recordView(app.deps.db, path?.split("/").at(-1) ?? "", testTime);
		expect((await call("PUT", `?id=${id}`, change("First", version))).status).toBe(200);
	});

	test("whoever names no version saves over whatever is there", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime);
		await call("PUT", `?id=${id}`, change("First"));
		expect((await call("PUT", `?id=${id}`, change("Second"))).body.invoice.client_name).toBe("Second");
	});
});

test("a list that catches up gets what has changed since", async () => {
	const { id } = await insertInvoice(app.deps.db, testTime);
	await insertInvoice(app.deps.db, testTime);
	const { updated_at } = (await call("PUT", `?id=${id}`, buildInvoice({ client_name: "Changed" }))).body.invoice;
	const { status, body } = await call("GET", `?limit=5&updated_since=${updated_at}`);
	expect(status).toBe(200);
	expect(body).toEqual({ invoices: [expect.objectContaining({ client_name: "Changed" })], next: null });
	expect((await call("GET", "?limit=5&updated_since=yesterday")).status).toBe(400);
});

test("with a limit the list comes by pages, without one whole", async () => {
	for (let n = 0; n < 3; n++) await insertInvoice(app.deps.db, testTime);
	const all: { id: string }[] = (await call("GET")).body.invoices;
	const first = (await call("GET", "?limit=2")).body;
	expect(first).toEqual({ invoices: all.slice(0, 2), next: expect.any(String) });
	const second = (await call("GET", `?limit=2&before=${first.next}`)).body;
	expect(second).toEqual({ invoices: all.slice(2), next: null });
	expect((await call("GET", "?limit=0")).status).toBe(400);
	expect((await call("GET", "?limit=2&before=nowhere")).status).toBe(400);
});

// proves S4-invoices-01, S4-invoices-02
test("any status may follow any other", async () => {
	const { id } = await insertInvoice(app.deps.db, testTime);
	for (const status of ["paid", "overdue", "cancelled", "draft", "sent"] as const) {
		expect((await call("PUT", `?id=${id}`, buildInvoice({ status }))).body.invoice.status).toBe(status);
	}
});

// proves S7-invoices-05, D-invoices-05, D-invoices-10
test("deletes an invoice with its items, and never gives its number again", async () => {
	const { id } = await insertInvoice(app.deps.db, testTime);
	expect(await call("DELETE", `?id=${id}`)).toEqual({ status: 200, body: { success: true } });
	expect(await call("DELETE", `?id=${id}`)).toEqual({
		status: 404,
		body: { error: "We could not find that invoice." },
	});
	expect(await app.deps.db.select().from(invoiceItemsTable)).toEqual([]);
	expect((await call("POST", "", buildInvoice())).body.invoice.invoice_number).toBe("INV-2026-0002");
});

describe.each([`?id=${randomUUID()}`, "?id=not-a-uuid"])("%s", (query) => {
	// proves D-invoices-12
	test.each(["GET", "PUT", "DELETE"])("is not found by %s", async (method) => {
		const answer = await call(method, query, method === "GET" ? undefined : buildInvoice());
		expect(answer).toEqual({ status: 404, body: { error: "We could not find that invoice." } });
	});
});

test.each(["PUT", "DELETE"])("%s without an id is a bad request", async (method) => {
	expect(await call(method, "", buildInvoice())).toMatchObject({ status: 400, body: { error: expect.any(String) } });
});

const required = "Please fill in all required fields.";
const descriptions = "Please provide descriptions for all items.";
// proves S5-invoice-01, S5-invoice-02, S5-invoice-03, D-invoices-03, D-invoices-12
test.each([
	["no client name", { client_name: "  " }, required],
	["no email", { client_email: "" }, required],
	["no due date", { due_date: "" }, required],
	["nothing at all", { client_name: undefined, client_email: undefined, due_date: undefined, items: [] }, required],
	["an item without a description", { items: [...itemOf({}), ...itemOf({ description: " " })] }, descriptions],
	["no due date and no description", { due_date: undefined, items: itemOf({ description: "" }) }, required],
	["no item", { items: [] }, "Please add at least one item."],
	["a wrong email", { client_email: "theo" }, "Please enter an email address like name@company.com."],
	["a day that does not exist", { due_date: "2026-02-30" }, expect.stringContaining("due date")],
	["an impossible year", { due_date: "0000-01-01" }, expect.stringContaining("due date")],
	["quantity 0", { items: itemOf({ quantity: 0 }) }, expect.stringContaining("quantity above 0")],
	["quantity -1", { items: itemOf({ quantity: -1 }) }, expect.stringContaining("quantity above 0")],
	["a quantity in words", { items: itemOf({ quantity: "two" }) }, expect.stringContaining("quantity above 0")],
	["a quantity with 4 decimals", { items: itemOf({ quantity: 1.0001 }) }, expect.stringContaining("3 decimal places")],
	["a negative price", { items: itemOf({ unit_price: -0.01 }) }, expect.stringContaining("unit price from 0")],
	["half a cent", { items: itemOf({ unit_price: 0.005 }) }, expect.stringContaining("2 decimal places")],
	["an immense price", { items: itemOf({ unit_price: 1e15 }) }, expect.stringContaining("unit price from 0")],
	["tax of 101 %", { tax_rate: 101 }, expect.stringContaining("tax rate")],
	["tax of -1 %", { tax_rate: -1 }, expect.stringContaining("tax rate")],
	["an unknown status", { status: "lost" }, expect.stringContaining("status")],
	["201 items", { items: Array.from({ length: 201 }, () => itemOf({})[0]) }, expect.stringContaining("200")],
	["text that cannot be stored", { notes: "\0" }, expect.any(String)],
])("refuses %s with 400 and says why", async (_, change, error) => {
	expect(await call("POST", "", { ...buildInvoice(), ...change })).toEqual({ status: 400, body: { error } });
	expect(await app.deps.db.select().from(invoicesTable)).toEqual([]);
});

test.each(["{", "[]", '"text"'])("refuses a body that is no JSON object: %s", async (body) => {
	expect(await call("POST", "", body)).toMatchObject({ status: 400, body: { error: expect.any(String) } });
});

describe("numbers", () => {
	// proves D-invoices-04
	test("50 invoices created at once get 50 numbers without a gap", async () => {
		const answers = await Promise.all(Array.from({ length: 50 }, () => call("POST", "", buildInvoice())));
		expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(201));
		const numbers = answers.map((answer) => answer.body.invoice.invoice_number).sort();
		expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => `INV-2026-${String(i + 1).padStart(4, "0")}`));
	});

	// proves D-invoices-04
	test("a creation that fails after taking its number gives it back", async () => {
		const failing = app.deps.db.transaction(async (tx) => {
			await insertInvoice(tx, testTime);
			throw new Error("interrupted");
		});
		await expect(failing).rejects.toThrow("interrupted");
		expect((await call("POST", "", buildInvoice())).body.invoice.invoice_number).toBe("INV-2026-0001");
	});

	test("begin anew with the year of the firm's time zone", async () => {
		const numberAt = async (moment: string) => (await insertInvoice(app.deps.db, new Date(moment))).invoice_number;
		expect(await numberAt("2026-06-01T12:00:00Z")).toBe("INV-2026-0001");
		expect(await numberAt("2027-01-01T04:59:00Z")).toBe("INV-2026-0002");
		expect(await numberAt("2027-01-01T05:00:00Z")).toBe("INV-2027-0001");
	});
});

// proves D-invoices-12
test("a failure of the database says what failed, and nothing of how", async () => {
	await app.deps.database.query("alter table invoices rename to invoices_away");
	try {
		const failures = await Promise.all([
			call("GET"),
			call("GET", `?id=${randomUUID()}`),
			call("POST", "", buildInvoice()),
			call("PUT", `?id=${randomUUID()}`, buildInvoice()),
			call("DELETE", `?id=${randomUUID()}`),
		]);
		expect(failures).toEqual(
			[
				"Failed to load invoices. Please try again.",
				"Failed to load invoice. Please try again.",
				"Failed to create invoice. Please try again.",
				"Failed to update invoice. Please try again.",
				"Failed to delete invoice. Please try again.",
			].map((error) => ({ status: 500, body: { error } })),
		);
	} finally {
		await app.deps.database.query("alter table invoices_away rename to invoices");
	}
});
