import { eq } from "drizzle-orm";
import type { Act } from "#features/activity/activity.schema.ts";
import { noteAct } from "#features/activity/activity-note.server.ts";
import { isUnpaid } from "#features/invoices/document/invoice-document.ts";
import { firmDay, writeShortDay } from "#features/invoices/invoice-days.ts";
import type { InvoiceStatus } from "#features/invoices/invoices.schema.ts";
import { getInvoice, type InvoiceWithItems, lockInvoice, paymentOf } from "#features/invoices/invoices.server.ts";
import { type Invoice, invoicesTable } from "#features/invoices/invoices.table.ts";
import { type StripeJob, stripeJobs } from "#features/invoices/pay/stripe-jobs.server.ts";
import { moneyIn } from "#lib/money.ts";
import { unlogged } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { raised } from "#platform/records/version.server.ts";
import { lastPaymentDay } from "./entries.server.ts";
import { ledgerLimits } from "./ledger.schema.ts";
import { invoicePaymentsTable } from "./ledger.table.ts";

/** What a write has made, or what the same request made before. */
export type Written<Row> = { row: Row; invoice: InvoiceWithItems; isNew: boolean };

export const refused = (code: string, message: string) => new HttpError(409, code, message);

const keyReused = () => refused("key_reused", "This request was already used for something else.");

export const stillDraft = () => refused("draft", "This invoice is still a draft. Send it first, or mark it as sent.");

/**
 * The same request again gets what the first has made, whatever has happened since. A write that is refused uses up no id.
 * @param find the row that has the request's id
 * @param given what the request says of it; what isn't given isn't compared
 */
export async function once<Row extends object>(
	tx: Database,
	invoiceId: string,
	find: () => Promise<Row | undefined>,
	given: Partial<Row>,
	writeNew: (invoice: Invoice) => Promise<void>,
): Promise<Written<Row>> {
	const known = async () => {
		const row = await find();
		if (row && !isSame(row, given)) throw keyReused();
		return row;
	};
	// Before anything else, the invoice's existence included; and again under the lock, behind the same request.
	const before = await known();
	const invoice = await lockInvoice(tx, invoiceId);
	const isNew = !before && !(await known());
	if (isNew) await writeNew(invoice);
	const row = await find();
	if (!row) throw keyReused();
	return { row, invoice: await getInvoice(tx, invoiceId), isNew };
}

const isSame = <Row extends object>(row: Row, given: Partial<Row>) =>
	Object.entries(given).every(([name, value]) => value === undefined || row[name as keyof Row] === value);

export const dueOf = ({ total_minor, credited_minor, paid_minor }: Invoice) =>
	total_minor - credited_minor - paid_minor;

/** What was settled by hand, without an entry: the status says so. */
export const restOf = (invoice: Invoice) => (invoice.status === "paid" ? Math.max(0, dueOf(invoice)) : 0);

/** What the log says of a row of the ledger. */
type Noted = { action: Act; minor: number; day: string; more?: Record<string, { new: string }> };

/**
 * Writes a row of the ledger and what follows from it, as one line of the log.
 * @param settled by hand; becomes a payment before
 * @param insert returns no row if another invoice's has taken the id in this moment
 */
export async function writeToLedger(
	{ clock, jobs, settings }: Pick<Deps, "clock" | "jobs" | "settings">,
	tx: Database,
	before: Invoice,
	{ settled = 0, staysPaid = false, author }: { settled?: number; staysPaid?: boolean; author: string | null },
	insert: () => Promise<object[]>,
	{ action, minor, day, more }: Noted,
): Promise<Invoice> {
	const today = firmDay(clock());
	const after = await unlogged(tx, async () => {
		if (settled > 0) await tx.insert(invoicePaymentsTable).values(settledByHand(before, settled, author, today));
		if ((await insert()).length === 0) throw keyReused();
		return moveStatus(tx, await lockInvoice(tx, before.id), staysPaid, today);
	});
	await noteAct(tx, {
		action,
		table: "invoices",
		id: before.id,
		label: before.invoice_number,
		details: {
			amount: { new: moneyIn(before.currency).formatMinor(Math.abs(minor)) },
			day: { new: writeShortDay(day) },
			...more,
			...(after.status !== before.status && { status: { old: before.status, new: after.status } }),
		},
	});
	// A client who has the payment page open would pay what is no longer open.
	if (settings.stripe) await jobs.send(tx, stripeJobs, { invoice: before.id } satisfies StripeJob);
	return after;
}

/** The rest as a payment on the day on which it was marked, which may be any. */
function settledByHand(
	{ id, paid_at }: Invoice,
	rest: number,
	created_by: string | null,
	today: string,
): typeof invoicePaymentsTable.$inferInsert {
	const marked = paid_at ?? today;
	const received_on = marked < ledgerLimits.firstDay ? ledgerLimits.firstDay : marked;
	return {
		id: crypto.randomUUID(),
		invoice_id: id,
		kind: "payment",
		effect_minor: rest,
		received_on: received_on > today ? today : received_on,
		method: "other",
		created_by,
	};
}

/** Gives the invoice the status that its ledger leads to. It changes only here; staff may choose another. */
async function moveStatus(tx: Database, invoice: Invoice, staysPaid: boolean, today: string): Promise<Invoice> {
	const { id, version } = invoicesTable;
	const status = statusAfter(invoice, staysPaid, today);
	if (status === invoice.status) return invoice;
	const day = status === "paid" ? ((await lastPaymentDay(tx, invoice.id)) ?? today) : today;
	const [row] = await tx
		.update(invoicesTable)
		.set({ status, ...paymentOf(status, day), version: raised(version) })
		.where(eq(id, invoice.id))
		.returning();
	return row ?? invoice;
}

/** @param staysPaid it was paid by hand, and what has come now is part of that */
function statusAfter(invoice: Invoice, staysPaid: boolean, today: string): InvoiceStatus {
	const { status, total_minor, credited_minor, due_date } = invoice;
	if (status === "draft" || status === "cancelled") return status;
	if (isUnpaid(status) && total_minor > 0 && credited_minor === total_minor) return "cancelled";
	if (dueOf(invoice) <= 0) return "paid";
	if (status !== "paid" || staysPaid) return status;
	return due_date < today ? "overdue" : "sent";
}
