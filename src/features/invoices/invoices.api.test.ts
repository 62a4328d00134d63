import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createApp } from "#app.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { queuedInvoiceMails } from "#tests/outbox.ts";
import { buildPages, type TestPage } from "#tests/page-build.ts";
import { sendInvoice } from "./delivery/invoice-delivery.server.ts";
import { findPublicInvoice, recordView } from "./delivery/invoice-links.server.ts";
import { publicPath } from "./delivery/invoice-token.server.ts";
import { invoiceStatusLabels } from "./invoices.schema.ts";
import { getInvoice, updateInvoice } from "./invoices.server.ts";
import type { Invoice } from "./invoices.table.ts";
import { invoiceCountersTable, invoicesTable } from "./invoices.table.ts";
import { action as noteView } from "./public/public-invoice-view.ts";

const app = startTestApp();
const viewPage: TestPage["module"] = {
	action: (args) => noteView({ ...args, params: { token: args.params.token ?? "" } }),
};
let admin: string;

beforeAll(async () => {
	admin = (await signInAs(app.deps, { role: "admin" })).authorization;
});

beforeEach(async () => {
	app.setTime(testTime);
	await app.deps.db.delete(invoicesTable);
	await app.deps.db.delete(invoiceCountersTable);
	await app.deps.database.query("delete from pgboss.job");
});

const request = (method: string, path: string, authorization = admin) =>
	app.api.request(`/api/invoices/${path}`, { method, headers: { ...(authorization && { authorization }) } });

const invoiceFrom = async (response: Response | Promise<Response>) => (await (await response).json()).invoice;
const tokenOf = (invoice: { public_path: string | null }) => invoice.public_path?.replace("/invoice/", "") ?? "";
const queuedLetters = () => queuedInvoiceMails(app.deps);

test("nobody but an admin sends, reminds, prints or opens links", async () => {
	const { id } = await insertInvoice(app.deps.db, testTime);
	const user = (await signInAs(app.deps, { role: "user" })).authorization;
	for (const [method, path] of [
		["POST", "send"],
		["POST", "send?accept_missing=true"],
		["POST", "remind"],
		["POST", "link"],
		["DELETE", "link"],
		["GET", "pdf"],
		["GET", "email?kind=invoice"],
	] as const) {
		expect((await request(method, `${id}/${path}`, "")).status).toBe(401);
		expect((await request(method, `${id}/${path}`, user)).status).toBe(403);
	}
	expect(await queuedLetters()).toEqual([]);
});

test("a look of a signed-in admin at the client's page is not the client's first, anybody else's is", async () => {
	const site = createApp(app.deps, buildPages([{ path: "invoice/:token/view", module: viewPage }]));
	async function view(authorization?: string): Promise<boolean> {
		const sent = await sendInvoice(app.deps, (await insertInvoice(app.deps.db, testTime)).id);
		const { id } = sent;
		const { status } = await site.request(`http://site.test${publicPath(sent, app.deps.settings)}/view`, {
			method: "POST",
			headers: authorization ? { authorization } : {},
		});
		expect(status).toBe(204);
		return (await getInvoice(app.deps.db, id)).first_viewed_at !== null;
	}
	expect(await view(admin)).toBe(false);
	expect(await view((await signInAs(app.deps, { role: "user" })).authorization)).toBe(true);
	expect(await view("Bearer nonsense")).toBe(true);
	expect(await view()).toBe(true);
});

describe("sending", () => {
	test("mails a paid or cancelled invoice only for whoever says so, whatever they saw before", async () => {
		for (const status of ["paid", "cancelled"] as const) {
			const { id } = await insertInvoice(app.deps.db, testTime, { status });
			const letters = (await queuedLetters()).length;
			for (const query of ["", `?even_if=${status === "paid" ? "cancelled" : "paid"}`]) {
				const refused = await request("POST", `${id}/send${query}`);
				expect([refused.status, await refused.json()]).toMatchObject([
					409,
					{
						error: `This invoice's status is ${invoiceStatusLabels[status]}, so it wasn't sent. To send it anyway, choose Send Anyway.`,
						current: { status },
					},
				]);
			}
			expect(await queuedLetters()).toHaveLength(letters);
			expect((await request("POST", `${id}/send?even_if=${status}`)).status).toBe(200);
			expect(await queuedLetters()).toHaveLength(letters + 1);
		}
		const { id } = await insertInvoice(app.deps.db, testTime, { status: "overdue" });
		expect((await request("POST", `${id}/send`)).status).toBe(200);
	});

	// A18
	test.each(["send", "remind", "reminders"])(
		"asked for five times at once, %s emails the client once",
		async (action) => {
			const { id } = await insertInvoice(app.deps.db, testTime, { status: "sent" });
			const letters = (await queuedLetters()).length;
			const ask = () =>
				app.api.request(`/api/invoices/${action === "reminders" ? action : `${id}/${action}`}`, {
					method: "POST",
					headers: { authorization: admin, "content-type": "application/json" },
					...(action === "reminders" && { body: JSON.stringify({ ids: [id] }) }),
				});
			const answers = await Promise.all(Array.from({ length: 5 }, ask));
			expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
			expect(await queuedLetters()).toHaveLength(letters + 1);
			expect((await ask()).status).toBe(200);
			expect(await queuedLetters()).toHaveLength(letters + 2);
		},
	);

	test("makes a draft sent, remembers when, and queues one letter to the client", async () => {
		const { id, invoice_number } = await insertInvoice(app.deps.db, testTime);
		const invoice = await invoiceFrom(request("POST", `${id}/send`));
		expect(invoice).toMatchObject({ status: "sent", sent_at: testTime.toISOString() });
		expect(await queuedLetters()).toMatchObject([
			{ letter: "invoice", link: "http://site.test/invoice/…", invoice: { invoice_number } },
		]);
	});

	test("keeps internal notes out of everything that leaves the house", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, { notes: "Secret margin" });
		const token = tokenOf(await invoiceFrom(request("POST", `${id}/send`)));
		expect(JSON.stringify(await queuedLetters())).not.toContain("Secret");
		expect(JSON.stringify(await findPublicInvoice(app.deps.db, token, testTime))).not.toContain("Secret");
	});

	test("again keeps the status and the link, and moves the time", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, { status: "overdue" });
		const first = await invoiceFrom(request("POST", `${id}/send`));
		app.setTime(new Date(testTime.getTime() + 1000));
		const second = await invoiceFrom(request("POST", `${id}/send`));
		expect(second).toMatchObject({ status: "overdue", public_path: first.public_path });
		expect(second.sent_at > first.sent_at).toBe(true);
		expect(await queuedLetters()).toHaveLength(2);
	});
});

test("staff read the email before it is sent, word for word", async () => {
	const { id } = await insertInvoice(app.deps.db, testTime, { notes: "Secret margin" });
	const preview = async (kind: string) => (await request("GET", `${id}/email?kind=${kind}`)).json();
	const reminder = await preview("reminder");
	expect(reminder.subject).toBe("Reminder: invoice INV-2026-0001 from Pilcrow Communications");
	expect(await queuedLetters()).toEqual([]);
	await request("POST", `${id}/send`);
	const sent = await queuedLetters();
	const { subject, html } = await preview("invoice");
	// What is stored has the link without its token.
	expect(sent).toMatchObject([{ content: { html: html.replaceAll(/\/invoice\/[\w-]{43}/g, "/invoice/…") } }]);
	expect(subject).toBe("Invoice INV-2026-0001 from Pilcrow Communications");
	expect(html).not.toContain("Secret");
	// A reminder makes no link, so it shows one only after the invoice was sent.
	expect(reminder.html).not.toContain("View the invoice");
	expect((await preview("reminder")).html).toContain("View the invoice");
	expect((await request("GET", `${id}/email?kind=account`)).status).toBe(422);
	expect((await request("GET", `${crypto.randomUUID()}/email?kind=invoice`)).status).toBe(404);
});

describe("characters that the PDF cannot show", () => {
	const bengali = { client_name: "লিপি Studio" };

	test("keep an invoice from being sent until the author has read which", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, bengali);
		const refused = await request("POST", `${id}/send`);
		expect(refused.status).toBe(409);
		expect((await refused.json()).error).toContain("ল");
		expect(await queuedLetters()).toEqual([]);
		expect(await getInvoice(app.deps.db, id)).toMatchObject({ status: "draft", sent_at: null });
		const sent = await invoiceFrom(request("POST", `${id}/send?accept_missing=true`));
		expect(sent).toMatchObject({ status: "sent" });
		expect(await queuedLetters()).toHaveLength(1);
	});

	test("are told with the invoice, up to a dozen, a mark by its number", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, {
			client_name: "Zoë Иван",
			terms: "\u09be აბგდევზთიკლმნო",
		});
		const headers = { authorization: admin };
		const told = app.api.request(`/functions/v1/manage-invoices?id=${id}`, { headers });
		expect((await invoiceFrom(told)).missing_characters).toHaveLength(12);
		const { error } = await (await request("POST", `${id}/send`)).json();
		expect(error).toContain("U+09BE, ა, ბ, გ");
		expect(error).toContain("and perhaps others");
	});

	test("in internal notes do not matter", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, { notes: "ქართული" });
		expect((await request("POST", `${id}/send`)).status).toBe(200);
	});
});

describe("the public link", () => {
	test("opens for a sent invoice, not for a draft, and not for a guess", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime);
		const token = tokenOf(await invoiceFrom(request("POST", `${id}/link`)));
		expect(token).toMatch(/^[\w-]{43}$/);
		expect(await findPublicInvoice(app.deps.db, token, testTime)).toBeUndefined();
		await request("POST", `${id}/send`);
		expect(await findPublicInvoice(app.deps.db, token, testTime)).toMatchObject({ invoice_number: "INV-2026-0001" });
		const guess = `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`;
		expect(await findPublicInvoice(app.deps.db, guess, testTime)).toBeUndefined();
		expect(await findPublicInvoice(app.deps.db, "", testTime)).toBeUndefined();
	});

	test("stops working when it is revoked or replaced", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, { status: "sent" });
		const first = tokenOf(await invoiceFrom(request("POST", `${id}/link`)));
		const second = tokenOf(await invoiceFrom(request("POST", `${id}/link`)));
		expect(await findPublicInvoice(app.deps.db, first, testTime)).toBeUndefined();
		expect((await invoiceFrom(request("DELETE", `${id}/link`))).public_path).toBeNull();
		expect(await findPublicInvoice(app.deps.db, second, testTime)).toBeUndefined();
	});

	const linkDays = (days: number) => new Date(testTime.getTime() + days * 24 * 60 * 60_000);

	test("ends a year after the invoice was last mailed, and then opens nothing", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime);
		const sent = await invoiceFrom(request("POST", `${id}/send`));
		expect(sent.public_expires_at).toBe(linkDays(365).toISOString());
		const opens = async (time: Date) => (await findPublicInvoice(app.deps.db, tokenOf(sent), time)) !== undefined;
		expect(await opens(linkDays(364))).toBe(true);
		expect(await opens(linkDays(365))).toBe(false);
	});

	test("is another one when the invoice is mailed after its end", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime);
		const first = await sendInvoice(app.deps, id);
		app.setTime(linkDays(366));
		const second = await sendInvoice(app.deps, id);
		const tokenOfRow = (row: Invoice) => tokenOf({ public_path: publicPath(row, app.deps.settings) });
		expect(tokenOfRow(second)).not.toBe(tokenOfRow(first));
		expect(await findPublicInvoice(app.deps.db, tokenOfRow(first), linkDays(366))).toBeUndefined();
		expect(await findPublicInvoice(app.deps.db, tokenOfRow(second), linkDays(366))).toBeDefined();
	});

	test("keeps the first view, not the later ones", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, { status: "sent" });
		const token = tokenOf(await invoiceFrom(request("POST", `${id}/link`)));
		await recordView(app.deps.db, token, new Date("2026-03-05T10:00:00Z"));
		await recordView(app.deps.db, token, new Date("2026-03-06T10:00:00Z"));
		expect((await getInvoice(app.deps.db, id)).first_viewed_at).toEqual(new Date("2026-03-05T10:00:00Z"));
		const log = await app.api.request(`/api/activity?record=${id}`, { headers: { authorization: admin } });
		expect((await log.json()).rows[0]).toMatchObject({
			actor_kind: "visitor",
			changes: { first_viewed_at: { new: expect.stringMatching(/^2026-03-05T10:00/) } },
		});
	});
});

describe("the day of the payment", () => {
	const send = (path: string, body: object, method = "PATCH", authorization = admin) =>
		app.api.request(`/api/invoices/${path}`, {
			method,
			headers: { "content-type": "application/json", ...(authorization && { authorization }) },
			body: JSON.stringify(body),
		});
	const stored = async (id: string) => {
		const { status, paid_at } = await getInvoice(app.deps.db, id);
		return { status, paid_at };
	};

	test("is the one that staff name, or today in the firm's time zone", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, { status: "sent" });
		// Past midnight in UTC, and still the day before in New York.
		app.setTime(new Date("2026-03-05T03:00:00Z"));
		// The first session has expired by then.
		const { authorization } = await signInAs(app.deps, { role: "admin" });
		expect((await send(id, { status: "paid" }, "PATCH", authorization)).status).toBe(200);
		expect(await stored(id)).toEqual({ status: "paid", paid_at: "2026-03-04" });
		expect(
			await (await send(id, { status: "paid", paid_at: "2026-02-27" }, "PATCH", authorization)).json(),
		).toMatchObject({
			status: "paid",
			paid_at: "2026-02-27",
		});
		// Choosing the same status again changes nothing.
		await send(id, { status: "paid" }, "PATCH", authorization);
		expect(await stored(id)).toEqual({ status: "paid", paid_at: "2026-02-27" });
	});

	test("goes with the status", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, { status: "paid" });
		expect(await stored(id)).toEqual({ status: "paid", paid_at: "2026-03-04" });
		await send(id, { status: "overdue" });
		expect(await stored(id)).toEqual({ status: "overdue", paid_at: null });
	});

	test("is refused in the future, for another status, and when it is no day", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, { status: "sent" });
		for (const body of [
			{ status: "paid", paid_at: "2026-03-05" },
			{ status: "sent", paid_at: "2026-03-01" },
			{ status: "paid", paid_at: "yesterday" },
		]) {
			const answer = await send(id, body);
			expect(answer.status).toBe(422);
			expect((await answer.json()).fields.paid_at).toMatch(/\w/);
		}
		expect(await stored(id)).toEqual({ status: "sent", paid_at: null });
	});

	test("returns when a change of many is undone", async () => {
		const paid = await insertInvoice(app.deps.db, testTime, { status: "paid" });
		await send(paid.id, { status: "paid", paid_at: "2026-01-15" });
		const sent = await insertInvoice(app.deps.db, testTime, { status: "sent" });
		const ids = [paid.id, sent.id];
		const answer = await send("statuses", { changes: [{ ids, status: "cancelled" }] }, "POST");
		expect((await answer.json()).changed).toMatchObject([{ paid_at: null }, { paid_at: null }]);
		await send(
			"statuses",
			{
				changes: [
					{ ids: [paid.id], status: "paid", paid_at: "2026-01-15" },
					{ ids: [sent.id], status: "sent", paid_at: null },
				],
				undo_of: "cancelled",
			},
			"POST",
		);
		expect(await stored(paid.id)).toEqual({ status: "paid", paid_at: "2026-01-15" });
		expect(await stored(sent.id)).toEqual({ status: "sent", paid_at: null });
	});
});

describe("a reminder by hand", () => {
	test("is an email of its own, and changes neither status nor time of sending", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, { status: "overdue" });
		const before = await invoiceFrom(request("POST", `${id}/send`));
		expect(await invoiceFrom(request("POST", `${id}/remind`))).toMatchObject({
			status: "overdue",
			sent_at: before.sent_at,
			public_path: before.public_path,
		});
		expect((await queuedLetters()).map(({ letter }) => letter)).toEqual(["invoice", "reminder"]);
		const log = await app.api.request(`/api/activity?record=${id}`, { headers: { authorization: admin } });
		expect((await log.json()).rows[0]).toMatchObject({
			action: "remind",
			actor_kind: "staff",
			record_label: before.invoice_number,
		});
	});

	test("is refused while nothing is owed", async () => {
		for (const status of ["draft", "paid", "cancelled"] as const) {
			const { id } = await insertInvoice(app.deps.db, testTime, { status });
			const answer = await request("POST", `${id}/remind`);
			expect([answer.status, await answer.json()]).toMatchObject([409, { current: { status } }]);
		}
		expect(await queuedLetters()).toEqual([]);
	});

	test("with characters that the PDF lacks needs someone who has read which", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, { status: "sent", client_name: "লিপি" });
		expect((await request("POST", `${id}/remind`)).status).toBe(409);
		expect((await request("POST", `${id}/remind?accept_missing=true`)).status).toBe(200);
		expect(await queuedLetters()).toHaveLength(1);
	});
});

describe("known clients", () => {
	const find = async (q: string) => {
		const answer = await request("GET", `clients?${new URLSearchParams({ q })}`);
		expect(answer.status).toBe(200);
		return (await answer.json()).clients;
	};

	test("are found once each, as the latest invoice has them, and by booking if they were never billed", async () => {
		const { db } = app.deps;
		const theo = { client_name: "Theo Marchetti", client_email: "Theo@marchettibakes.example" };
		await insertInvoice(db, testTime, { ...theo, client_phone: "old" });
		const later = new Date(testTime.getTime() + 1000);
		await insertInvoice(db, later, { ...theo, client_email: "theo@marchettibakes.example", client_phone: "new" });
		await insertBooking(db, { name: "Theodora Quince", email: "dora@quince.example", phone: "(555) 010-0199" });
		await insertBooking(db, { name: "Theo Marchetti", email: "theo@marchettibakes.example" });
		expect(await find(" theo")).toMatchObject([
			{ client_name: "Theo Marchetti", client_phone: "new", client_company: "Marchetti Bakes" },
			{ client_name: "Theodora Quince", client_email: "dora@quince.example", client_company: null },
		]);
		expect(await find("dora@quince")).toHaveLength(1);
		expect(await find("%%")).toEqual([]);
	});

	test("need two letters", async () => {
		for (const q of ["", "t", " t "]) {
			expect((await request("GET", `clients?${new URLSearchParams({ q })}`)).status).toBe(422);
		}
	});
});

test("an admin gets the PDF under the invoice's number", async () => {
	const { id } = await insertInvoice(app.deps.db, testTime);
	const response = await request("GET", `${id}/pdf`);
	expect(response.status).toBe(200);
	expect(response.headers.get("content-type")).toBe("application/pdf");
	expect(response.headers.get("content-disposition")).toContain("INV-2026-0001.pdf");
	expect(response.headers.get("cache-control")).toBe("no-store");
});

test("changing an invoice keeps its link and its times", async () => {
	const before = await insertInvoice(app.deps.db, testTime);
	const sent = await invoiceFrom(request("POST", `${before.id}/send`));
	const { version: _, ...fields } = before;
	await updateInvoice(app.deps, testTime, before.id, { ...fields, items: before.invoice_items, status: "paid" });
	const after = await getInvoice(app.deps.db, before.id);
	expect(after).toMatchObject({ status: "paid", sent_at: testTime });
	expect(publicPath(after, app.deps.settings)).toBe(sent.public_path);
});
