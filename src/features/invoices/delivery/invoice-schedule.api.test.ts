import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { documentOf } from "#features/invoices/document/invoice-document.ts";
import { headlineOf } from "#features/invoices/document/invoice-payment.ts";
import { type InvoiceStatus, invoiceUpdateSchema } from "#features/invoices/invoices.schema.ts";
import { getInvoice, presentInvoiceWithItems, updateInvoice } from "#features/invoices/invoices.server.ts";
import { invoiceCountersTable, invoicesTable } from "#features/invoices/invoices.table.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { buildInvoice, insertInvoice } from "#tests/factories/invoices.ts";
import { queuedInvoiceMails } from "#tests/outbox.ts";
import { createLink } from "./invoice-links.server.ts";
import { markOverdue, remindClients } from "./invoice-schedule.server.ts";

const app = startTestApp();

beforeEach(async () => {
	app.setTime(testTime);
	await app.deps.db.delete(invoicesTable);
	await app.deps.db.delete(invoiceCountersTable);
	await app.deps.database.query("delete from pgboss.job");
});

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

/** Saves the form with another due date, and with the status that it showed, unless another one is chosen. */
async function moveDueDate(id: string, due_date: string, status: InvoiceStatus) {
	const input = invoiceUpdateSchema.parse(buildInvoice({ due_date, status }));
	return presentInvoiceWithItems(app.deps.settings)(await updateInvoice(app.deps, app.deps.clock(), id, input));
}

const insertOverdue = async () => {
	const { id } = await insertInvoice(app.deps.db, testTime, { status: "sent", due_date: "2026-04-03" });
	await markOverdue(app.deps.db, new Date("2026-04-20T12:00:00Z"));
	app.setTime(new Date("2026-04-20T12:00:00Z"));
	return id;
};

// F21
test("an overdue invoice whose due date is moved ahead is sent again, and overdue again after that", async () => {
	const id = await insertOverdue();
	expect((await moveDueDate(id, "2026-04-19", "overdue")).status).toBe("overdue");
	expect((await moveDueDate(id, "2026-04-20", "overdue")).status).toBe("sent");
	// It was a mistake.
	await moveDueDate(id, "2026-04-03", "sent");
	await markOverdue(app.deps.db, app.deps.clock());
	expect(await statusOf(id)).toBe("overdue");
});

// F21
test("a status that is chosen with a new due date stays, and so does Overdue chosen by hand", async () => {
	expect((await moveDueDate(await insertOverdue(), "2026-05-20", "paid")).status).toBe("paid");
	const { id } = await insertInvoice(app.deps.db, testTime, { status: "sent", due_date: "2026-04-20" });
	expect((await moveDueDate(id, "2026-04-20", "overdue")).status).toBe("overdue");
	const headlineAt = async (time: string) => headlineOf(documentOf(await getInvoice(app.deps.db, id), new Date(time)));
	expect(await headlineAt("2026-04-21T03:59:59Z")).toMatch(/\d due April 20, 2026$/);
	expect(await headlineAt("2026-04-21T04:00:00Z")).toMatch(/\d was due April 20, 2026$/);
});

// F21
test("reminds of a new due date as it did of the earlier one", async () => {
	const id = await insertOverdue();
	expect(await remindOn("2026-04-20", [-3, 7])).toBe(1);
	await moveDueDate(id, "2026-05-20", "overdue");
	expect(await remindOn("2026-05-16", [-3, 7])).toBe(1);
	expect(await remindOn("2026-05-17", [-3, 7])).toBe(2);
	expect(await remindOn("2026-05-27", [-3, 7])).toBe(3);
});

async function remindOn(day: string, steps: number[]) {
	app.setTime(new Date(`${day}T12:00:00Z`));
	await remindClients(app.deps, steps);
	return (await queuedInvoiceMails(app.deps)).length;
}

test("reminds at each configured day once, and never when there are none", async () => {
	await insertInvoice(app.deps.db, testTime, { status: "sent", due_date: "2026-04-03" });
	expect(await remindOn("2026-05-30", [])).toBe(0);
	expect(await remindOn("2026-03-30", [-3, 7])).toBe(0);
	expect(await remindOn("2026-03-31", [-3, 7])).toBe(1);
	expect(await remindOn("2026-04-09", [-3, 7])).toBe(1);
	expect(await remindOn("2026-04-10", [-3, 7])).toBe(2);
	expect(await remindOn("2026-04-10", [-3, 7])).toBe(2);
	expect((await queuedInvoiceMails(app.deps)).map((queued) => queued.letter)).toEqual(["reminder", "reminder"]);
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
	expect(await queuedInvoiceMails(app.deps)).toHaveLength(1);
});

test("a reminder leaves out a link that has ended", async () => {
	const { id } = await insertInvoice(app.deps.db, testTime, { status: "sent", due_date: "2026-04-03" });
	await createLink(app.deps.db, app.deps.settings, id, testTime);
	await remindOn("2027-04-20", [7]);
	expect(await queuedInvoiceMails(app.deps)).toMatchObject([{ link: null }]);
});

test("a reminder does not bring a revoked link back", async () => {
	await insertInvoice(app.deps.db, testTime, { status: "sent", due_date: "2026-04-03" });
	await remindOn("2026-04-20", [7]);
	expect(await queuedInvoiceMails(app.deps)).toMatchObject([{ link: null }]);
});
