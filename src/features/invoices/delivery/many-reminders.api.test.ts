import { beforeAll, expect, test } from "vitest";
import { mostReminders } from "#features/invoices/invoices.schema.ts";
import { getInvoice } from "#features/invoices/invoices.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { queuedInvoiceMails } from "#tests/outbox.ts";

const app = startTestApp();
let admin: string;

beforeAll(async () => {
	admin = (await signInAs(app.deps, { role: "admin" })).authorization;
});

const insertUnpaid = () => insertInvoice(app.deps.db, testTime, { status: "sent" });

const remind = (ids: string[], authorization = admin) =>
	app.api.request("/api/invoices/reminders", {
		method: "POST",
		headers: { "content-type": "application/json", ...(authorization && { authorization }) },
		body: JSON.stringify({ ids }),
	});

test("many reminders go to the clients of unpaid invoices, once each, and say which were left out", async () => {
	const insert = (overrides: Parameters<typeof insertInvoice>[2]) => insertInvoice(app.deps.db, testTime, overrides);
	const sent = await insert({ status: "sent" });
	const overdue = await insert({ status: "overdue" });
	const [paid, draft] = [await insert({ status: "paid" }), await insert({ status: "draft" })];
	const unreadable = await insert({ status: "sent", client_name: "লিপি" });
	const ids = [sent, overdue, paid, draft, unreadable, sent].map(({ id }) => id);
	const answer = await remind([...ids, crypto.randomUUID()]);
	expect(answer.status).toBe(200);
	const outcome = await answer.json();
	expect(outcome.reminded.toSorted()).toEqual([sent.invoice_number, overdue.invoice_number]);
	expect(outcome.settled.toSorted()).toEqual([paid.invoice_number, draft.invoice_number]);
	expect(outcome.unreadable).toEqual([unreadable.invoice_number]);
	expect((await queuedInvoiceMails(app.deps)).map(({ letter }) => letter)).toEqual(["reminder", "reminder"]);
	const log = await app.api.request(`/api/activity?record=${overdue.id}`, { headers: { authorization: admin } });
	expect((await log.json()).rows[0]).toMatchObject({ action: "remind", actor_kind: "staff" });
});

test("an invoice tells when its client was last reminded, but not of a reminder that was only kept as a file", async () => {
	const [first, second] = [await insertUnpaid(), await insertUnpaid()];
	const remindedAt = async (id: string) => (await getInvoice(app.deps.db, id)).reminded_at;
	await remind([first.id]);
	expect(await remindedAt(first.id)).toBeNull();
	app.deps.settings.mail.smtpUrl = "smtp://mail.example";
	await remind([second.id]);
	app.deps.settings.mail.smtpUrl = undefined;
	expect(await remindedAt(second.id)).toEqual(testTime);
});

test("many reminders are for admins, and so many at most that one request can queue them", async () => {
	const before = await queuedInvoiceMails(app.deps);
	const { id } = await insertInvoice(app.deps.db, testTime, { status: "sent" });
	const user = (await signInAs(app.deps, { role: "user" })).authorization;
	expect((await remind([id], "")).status).toBe(401);
	expect((await remind([id], user)).status).toBe(403);
	expect((await remind(Array.from({ length: mostReminders + 1 }, () => crypto.randomUUID()))).status).toBe(422);
	expect(await queuedInvoiceMails(app.deps)).toEqual(before);
});
