import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createApp } from "#app.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { buildPages, type TestPage } from "#tests/page-build.ts";
import { sendInvoice } from "./delivery/invoice-delivery.server.ts";
import { findPublicInvoice, recordView } from "./delivery/invoice-links.server.ts";
import { markOverdue, remindClients } from "./delivery/invoice-schedule.server.ts";
import { getInvoice, updateInvoice } from "./invoices.server.ts";
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
const queuedLetters = async () =>
	(
		await app.deps.database.query(`
			select mails.kind as letter, mails.content ->> 'link' as link, data -> 'invoice' as invoice, mails.content
			from pgboss.job join mails on mails.id::text = data ->> 'mail' where name = 'invoice-mail' order by created_on`)
	).rows;

test("nobody but an admin sends, duplicates, prints or opens links", async () => {
	const { id } = await insertInvoice(app.deps.db, testTime);
	const user = (await signInAs(app.deps, { role: "user" })).authorization;
	for (const [method, path] of [
		["POST", "send"],
		["POST", "send?accept_missing=true"],
		["POST", "duplicate"],
		["POST", "link"],
		["DELETE", "link"],
		["GET", "pdf"],
	] as const) {
		expect((await request(method, `${id}/${path}`, "")).status).toBe(401);
		expect((await request(method, `${id}/${path}`, user)).status).toBe(403);
	}
	expect(await queuedLetters()).toEqual([]);
});

test("a look of a signed-in admin at the client's page is not the client's first, anybody else's is", async () => {
	const site = createApp(app.deps, buildPages([{ path: "invoice/:token/view", module: viewPage }]));
	async function view(authorization?: string): Promise<boolean> {
		const { id, public_token } = await sendInvoice(app.deps, (await insertInvoice(app.deps.db, testTime)).id);
		const { status } = await site.request(`http://site.test/invoice/${public_token}/view`, {
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
						error: `This invoice is ${status}, so it wasn't sent. You can still send it.`,
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

	test("makes a draft sent, remembers when, and queues one letter to the client", async () => {
		const { id, invoice_number } = await insertInvoice(app.deps.db, testTime);
		const invoice = await invoiceFrom(request("POST", `${id}/send`));
		expect(invoice).toMatchObject({ status: "sent", sent_at: testTime.toISOString() });
		expect(await queuedLetters()).toMatchObject([
			{ letter: "invoice", link: `http://site.test${invoice.public_path}`, invoice: { invoice_number } },
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

	test("are told to an admin while the invoice is written, and to nobody else", async () => {
		const check = (authorization: string) =>
			app.api.request("/api/invoices/missing-characters", {
				method: "POST",
				headers: { "content-type": "application/json", ...(authorization && { authorization }) },
				body: JSON.stringify({ text: "Zoë Иван ქ" }),
			});
		expect(await (await check(admin)).json()).toEqual({ characters: ["ქ"] });
		expect((await check((await signInAs(app.deps, { role: "user" })).authorization)).status).toBe(403);
		expect((await check("")).status).toBe(401);
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
		expect(second.public_token).not.toBe(first.public_token);
		expect(await findPublicInvoice(app.deps.db, first.public_token ?? "", linkDays(366))).toBeUndefined();
		expect(await findPublicInvoice(app.deps.db, second.public_token ?? "", linkDays(366))).toBeDefined();
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

test("a duplicate is a new draft with the same client and items, issued today and due in 30 days", async () => {
	const original = await insertInvoice(app.deps.db, testTime, { status: "paid" });
	await request("POST", `${original.id}/send`);
	app.setTime(new Date("2026-06-01T12:00:00Z"));
	// The first session has long expired by then.
	const { authorization } = await signInAs(app.deps, { role: "admin" });
	const response = await request("POST", `${original.id}/duplicate`, authorization);
	expect(response.status).toBe(201);
	expect(await invoiceFrom(response)).toMatchObject({
		invoice_number: "INV-2026-0002",
		status: "draft",
		issue_date: "2026-06-01",
		due_date: "2026-07-01",
		client_name: original.client_name,
		total_amount: original.total_amount,
		sent_at: null,
		public_path: null,
		invoice_items: original.invoice_items.map(({ description, amount }) => ({ description, amount })),
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

describe("the calendar", () => {
	const statusOf = async (id: string) => (await getInvoice(app.deps.db, id)).status;

	// proves D-invoices-08
	test("makes a sent invoice overdue once its due date is over in the firm's time zone", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, { status: "sent", due_date: "2026-04-03" });
		await markOverdue(app.deps.db, new Date("2026-04-04T03:59:59Z"));
		expect(await statusOf(id)).toBe("sent");
		await markOverdue(app.deps.db, new Date("2026-04-04T04:00:00Z"));
		expect(await statusOf(id)).toBe("overdue");
	});

	// proves D-invoices-08
	test("touches no other status, however long the server was down", async () => {
		const ids = await Promise.all(
			(["draft", "paid", "cancelled"] as const).map(
				async (status) => (await insertInvoice(app.deps.db, testTime, { status })).id,
			),
		);
		await markOverdue(app.deps.db, new Date("2027-04-04T12:00:00Z"));
		expect(await Promise.all(ids.map(statusOf))).toEqual(["draft", "paid", "cancelled"]);
	});

	// proves D-invoices-08
	test("does it once: a status chosen by hand afterwards stays, until the due date is another one", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, { status: "sent", due_date: "2026-04-03" });
		await markOverdue(app.deps.db, new Date("2026-05-01T12:00:00Z"));
		await app.deps.db.update(invoicesTable).set({ status: "sent" }).where(eq(invoicesTable.id, id));
		await markOverdue(app.deps.db, new Date("2026-05-02T12:00:00Z"));
		expect(await statusOf(id)).toBe("sent");
		await app.deps.db.update(invoicesTable).set({ due_date: "2026-05-10" }).where(eq(invoicesTable.id, id));
		await markOverdue(app.deps.db, new Date("2026-05-11T12:00:00Z"));
		expect(await statusOf(id)).toBe("overdue");
	});

	async function remindOn(day: string, steps: number[]) {
		app.setTime(new Date(`${day}T12:00:00Z`));
		await remindClients(app.deps, steps);
		return (await queuedLetters()).length;
	}

	test("reminds at each configured day once, and never when there are none", async () => {
		await insertInvoice(app.deps.db, testTime, { status: "sent", due_date: "2026-04-03" });
		expect(await remindOn("2026-05-30", [])).toBe(0);
		expect(await remindOn("2026-03-30", [-3, 7])).toBe(0);
		expect(await remindOn("2026-03-31", [-3, 7])).toBe(1);
		expect(await remindOn("2026-04-09", [-3, 7])).toBe(1);
		expect(await remindOn("2026-04-10", [-3, 7])).toBe(2);
		expect(await remindOn("2026-04-10", [-3, 7])).toBe(2);
		expect((await queuedLetters()).map((queued) => queued.letter)).toEqual(["reminder", "reminder"]);
	});

	test("mails only the last of several reminders that were missed", async () => {
		await insertInvoice(app.deps.db, testTime, { status: "overdue", due_date: "2026-04-03" });
		expect(await remindOn("2026-05-30", [-3, 7, 14])).toBe(1);
		expect(await remindOn("2026-05-31", [-3, 7, 14])).toBe(1);
	});

	test("reminds nobody of what is paid, cancelled or not sent yet", async () => {
		for (const status of ["draft", "paid", "cancelled"] as const) {
			await insertInvoice(app.deps.db, testTime, { status, due_date: "2026-04-03" });
		}
		expect(await remindOn("2026-05-30", [7])).toBe(0);
	});

	test("two processes at once remind once", async () => {
		await insertInvoice(app.deps.db, testTime, { status: "sent", due_date: "2026-04-03" });
		app.setTime(new Date("2026-04-20T12:00:00Z"));
		await Promise.all([remindClients(app.deps, [7]), remindClients(app.deps, [7])]);
		expect(await queuedLetters()).toHaveLength(1);
	});

	test("a reminder leaves out a link that has ended", async () => {
		const { id } = await insertInvoice(app.deps.db, testTime, { status: "sent", due_date: "2026-04-03" });
		await request("POST", `${id}/link`);
		await remindOn("2027-04-20", [7]);
		expect(await queuedLetters()).toMatchObject([{ link: null }]);
	});

	test("a reminder does not bring a revoked link back", async () => {
		await insertInvoice(app.deps.db, testTime, { status: "sent", due_date: "2026-04-03" });
		await remindOn("2026-04-20", [7]);
		expect(await queuedLetters()).toMatchObject([{ link: null }]);
	});
});

test("changing an invoice keeps its link and its times", async () => {
	const before = await insertInvoice(app.deps.db, testTime);
	const sent = await invoiceFrom(request("POST", `${before.id}/send`));
	await updateInvoice(app.deps.db, before.id, { ...before, items: before.invoice_items, status: "paid" });
	const after = await getInvoice(app.deps.db, before.id);
	expect(after).toMatchObject({ status: "paid", sent_at: testTime });
	expect(`/invoice/${after.public_token}`).toBe(sent.public_path);
});
