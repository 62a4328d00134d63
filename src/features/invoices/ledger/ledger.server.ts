import { eq } from "drizzle-orm";
import { noteAct } from "#features/activity/activity-note.server.ts";
import { queueInvoiceMail } from "#features/invoices/delivery/invoice-delivery.server.ts";
import { isUnpaid } from "#features/invoices/document/invoice-document.ts";
import { firmDay, writeShortDay } from "#features/invoices/invoice-days.ts";
import type { InvoiceStatus } from "#features/invoices/invoices.schema.ts";
import { getInvoice, type InvoiceWithItems, lockInvoice, paymentOf } from "#features/invoices/invoices.server.ts";
import { type Invoice, invoicesTable } from "#features/invoices/invoices.table.ts";
import { isQueuedSince } from "#features/mails/mail-outbox.server.ts";
import { moneyIn } from "#lib/money.ts";
import { unlogged } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { HttpError, invalidInput, notFound } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { raised } from "#platform/records/version.server.ts";
import { findEntry, lastPaymentDay } from "./entries.server.ts";
import { ledgerLimits, ledgerMessages, type NewPayment, type Reversal } from "./ledger.schema.ts";
import { type InvoicePayment, invoicePaymentsTable } from "./ledger.table.ts";

type Tools = Pick<Deps, "clock" | "jobs" | "settings">;
type NewEntry = typeof invoicePaymentsTable.$inferInsert;

/** What a write has made, or what the same request made before. */
type Written = { payment: InvoicePayment; invoice: InvoiceWithItems; isNew: boolean };

const refused = (code: string, message: string) => new HttpError(409, code, message);

/**
 * Records a payment or a refund, once for each id. A payment of an invoice that was marked as paid by hand takes the place of what
 * was marked. Call it in a transaction.
 * @throws {HttpError} 404, 409, or 422 for a day in the future
 */
export async function recordPayment(
	tools: Tools,
	tx: Database,
	invoiceId: string,
	input: NewPayment,
	author: string,
): Promise<Written> {
	const { id, kind, amount_minor, method, reference, note, received_on } = input;
	const today = firmDay(tools.clock());
	if (received_on && received_on > today) throw invalidInput({ received_on: ledgerMessages.day });
	const effect_minor = kind === "payment" ? amount_minor : -amount_minor;
	const given = { invoice_id: invoiceId, kind, effect_minor, method, reference, note, received_on };
	return once(tx, id, invoiceId, given, async (invoice) => {
		const rest = kind === "refund" ? restOf(invoice) : 0;
		if (kind === "payment") requirePayable(invoice, amount_minor, input.allow_overpayment);
		else requirePaid(invoice, rest + invoice.paid_minor, amount_minor);
		const entry = { ...given, received_on: received_on ?? today, id, created_by: author };
		const after = await write(tools, tx, invoice, rest, entry);
		if (kind === "payment" && input.send_receipt) await queueReceipt(tools, tx, after, entry);
	});
}

/** Takes an entry back, on its own day. @throws {HttpError} 404, 409 */
export async function reverseEntry(
	tools: Tools,
	tx: Database,
	entryId: string,
	{ id, note }: Reversal,
	author: string,
): Promise<Written> {
	const { invoice_id } = await requireEntry(tx, entryId);
	const given = { invoice_id, kind: "reversal" as const, reverses: entryId, note };
	return once(tx, id, invoice_id, given, async (invoice) => {
		const { effect_minor, received_on, method, kind, origin, is_reversed } = await requireEntry(tx, entryId);
		if (is_reversed || kind === "reversal")
			throw refused("already_reversed", "This entry has already been taken back.");
		if (kind === "payment" && origin === "stripe")
			throw refused("stripe_payment", "Stripe has this payment. Refund it in Stripe instead.");
		const rest = restOf(invoice);
		if (effect_minor > 0) requirePaid(invoice, rest + invoice.paid_minor, effect_minor);
		const entry = { ...given, id, effect_minor: -effect_minor, received_on, method, created_by: author };
		await write(tools, tx, invoice, rest, entry);
	});
}

/** Emails the client the receipt of a payment. @param arrived when the request did: of several at the same time, one sends */
export async function sendReceipt(tools: Tools, tx: Database, entryId: string, arrived?: Date): Promise<void> {
	const { invoice_id } = await requireEntry(tx, entryId);
	const invoice = await lockInvoice(tx, invoice_id);
	const entry = await requireEntry(tx, entryId);
	if (entry.kind !== "payment" || entry.is_reversed)
		throw refused("no_receipt", "Only a payment has a receipt. Reload to see what has become of this entry.");
	if (await isQueuedSince(tx, arrived, "receipt", { table: "invoices", id: invoice_id })) return;
	await queueReceipt(tools, tx, invoice, entry);
}

const queueReceipt = (
	tools: Tools,
	tx: Database,
	invoice: Invoice,
	{ effect_minor, received_on }: Pick<InvoicePayment, "effect_minor" | "received_on">,
) => queueInvoiceMail(tools, tx, invoice, { kind: "receipt", payment: { effect_minor, received_on } });

/** The same request again gets what the first has made, whatever has happened since. A write that is refused uses up no id. */
async function once(
	tx: Database,
	id: string,
	invoiceId: string,
	given: Partial<InvoicePayment>,
	writeNew: (invoice: Invoice) => Promise<void>,
): Promise<Written> {
	const known = async () => {
		const entry = await findEntry(tx, id);
		if (entry && !isSame(entry, given)) throw keyReused();
		return entry;
	};
	// Before anything else, the invoice's existence included; and again under the lock, behind the same request.
	const before = await known();
	const invoice = await lockInvoice(tx, invoiceId);
	const isNew = !before && !(await known());
	if (isNew) await writeNew(invoice);
	return { payment: await requireEntry(tx, id), invoice: await getInvoice(tx, invoiceId), isNew };
}

/** What isn't given isn't compared. */
const isSame = (entry: InvoicePayment, given: Partial<InvoicePayment>) =>
	Object.entries(given).every(([name, value]) => value === undefined || entry[name as keyof InvoicePayment] === value);

const keyReused = () => refused("key_reused", "This request was already used for something else.");

async function requireEntry(db: Database, id: string) {
	const entry = await findEntry(db, id);
	if (!entry) throw notFound("This entry");
	return entry;
}

const dueOf = ({ total_minor, credited_minor, paid_minor }: Invoice) => total_minor - credited_minor - paid_minor;

/** What was settled by hand, without an entry: the status says so. */
const restOf = (invoice: Invoice) => (invoice.status === "paid" ? Math.max(0, dueOf(invoice)) : 0);

function requirePayable(invoice: Invoice, amount: number, allowMore = false): void {
	if (invoice.status === "draft")
		throw refused("draft", "This invoice is still a draft. Send it first, or mark it as sent.");
	if (invoice.status === "cancelled") throw refused("cancelled", "This invoice is cancelled and takes no payments.");
	const excess = amount - Math.max(0, dueOf(invoice));
	if (excess <= 0 || allowMore) return;
	const written = moneyIn(invoice.currency).formatMinor(excess);
	throw refused("overpayment", `This is ${written} more than is open. Record it anyway?`);
}

function requirePaid({ currency }: Invoice, paid: number, amount: number): void {
	if (amount <= paid) return;
	throw refused("refund_too_large", `Only ${moneyIn(currency).formatMinor(Math.max(0, paid))} has been paid.`);
}

/**
 * Writes an entry and what follows from it, as one line of the log.
 * @param rest what was settled by hand, which becomes a payment before
 */
async function write(tools: Tools, tx: Database, before: Invoice, rest: number, entry: NewEntry): Promise<Invoice> {
	const today = firmDay(tools.clock());
	const entries = [...(rest > 0 ? [settledByHand(before, rest, entry, today)] : []), entry];
	const after = await unlogged(tx, async () => {
		for (const each of entries) {
			const written = await tx.insert(invoicePaymentsTable).values(each).onConflictDoNothing().returning();
			// Another invoice's entry has taken the id in this moment.
			if (written.length === 0) throw keyReused();
		}
		return moveStatus(tx, await lockInvoice(tx, before.id), entry.kind === "payment" && restOf(before) > 0, today);
	});
	const amount = moneyIn(before.currency).formatMinor(Math.abs(entry.effect_minor));
	await noteAct(tx, {
		action: entry.kind,
		table: "invoices",
		id: before.id,
		label: before.invoice_number,
		details: {
			amount: { new: amount },
			day: { new: writeShortDay(entry.received_on) },
			...(after.status !== before.status && { status: { old: before.status, new: after.status } }),
		},
	});
	return after;
}

/** The rest as a payment on the day on which it was marked, which may be any. */
function settledByHand({ id, paid_at }: Invoice, rest: number, { created_by }: NewEntry, today: string): NewEntry {
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
