import { queueInvoiceMail } from "#features/invoices/delivery/invoice-delivery.server.ts";
import { firmDay } from "#features/invoices/invoice-days.ts";
import { lockInvoice } from "#features/invoices/invoices.server.ts";
import type { Invoice } from "#features/invoices/invoices.table.ts";
import { isQueuedSince } from "#features/mails/mail-outbox.server.ts";
import { moneyIn } from "#lib/money.ts";
import type { Database } from "#platform/database/database.server.ts";
import { invalidInput, notFound } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { findEntry } from "./entries.server.ts";
import { ledgerMessages, type NewPayment, type Reversal } from "./ledger.schema.ts";
import { type InvoicePayment, invoicePaymentsTable } from "./ledger.table.ts";
import { dueOf, once, refused, restOf, stillDraft, type Written, writeToLedger } from "./write.server.ts";

type Tools = Pick<Deps, "clock" | "jobs" | "settings">;
type NewEntry = typeof invoicePaymentsTable.$inferInsert;
type WrittenEntry = Written<NonNullable<Awaited<ReturnType<typeof findEntry>>>>;

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
): Promise<WrittenEntry> {
	const { id, kind, amount_minor, method, reference, note, received_on } = input;
	const today = firmDay(tools.clock());
	if (received_on && received_on > today) throw invalidInput({ received_on: ledgerMessages.day });
	const effect_minor = kind === "payment" ? amount_minor : -amount_minor;
	const given = { invoice_id: invoiceId, kind, effect_minor, method, reference, note, received_on };
	return once(
		tx,
		invoiceId,
		() => findEntry(tx, id),
		given,
		async (invoice) => {
			const rest = kind === "refund" ? restOf(invoice) : 0;
			if (kind === "payment") requirePayable(invoice, amount_minor, input.allow_overpayment);
			else requirePaid(invoice, rest + invoice.paid_minor, amount_minor);
			const entry = { ...given, received_on: received_on ?? today, id, created_by: author };
			const after = await writeEntry(tools, tx, invoice, entry);
			if (kind === "payment" && input.send_receipt) await queueReceipt(tools, tx, after, entry);
		},
	);
}

/** Takes an entry back, on its own day. @throws {HttpError} 404, 409 */
export async function reverseEntry(
	tools: Tools,
	tx: Database,
	entryId: string,
	{ id, note }: Reversal,
	author: string,
): Promise<WrittenEntry> {
	const { invoice_id } = await requireEntry(tx, entryId);
	const given = { invoice_id, kind: "reversal" as const, reverses: entryId, note };
	return once(
		tx,
		invoice_id,
		() => findEntry(tx, id),
		given,
		async (invoice) => {
			const { effect_minor, received_on, method, kind, origin, is_reversed } = await requireEntry(tx, entryId);
			if (is_reversed || kind === "reversal")
				throw refused("already_reversed", "This entry has already been taken back.");
			if (kind === "payment" && origin === "stripe")
				throw refused("stripe_payment", "Stripe has this payment. Refund it in Stripe instead.");
			const rest = restOf(invoice);
			if (effect_minor > 0) requirePaid(invoice, rest + invoice.paid_minor, effect_minor);
			const entry = { ...given, id, effect_minor: -effect_minor, received_on, method, created_by: author };
			await writeEntry(tools, tx, invoice, entry);
		},
	);
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

/** Emails the client that the money has arrived. */
export const queueReceipt = (
	tools: Tools,
	tx: Database,
	invoice: Invoice,
	{ effect_minor, received_on }: Pick<InvoicePayment, "effect_minor" | "received_on">,
) => queueInvoiceMail(tools, tx, invoice, { kind: "receipt", payment: { effect_minor, received_on } });

async function requireEntry(db: Database, id: string) {
	const entry = await findEntry(db, id);
	if (!entry) throw notFound("This entry");
	return entry;
}

function requirePayable(invoice: Invoice, amount: number, allowMore = false): void {
	if (invoice.status === "draft") throw stillDraft();
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

/** Writes an entry, whatever it says; what was settled by hand becomes a payment before a refund or a reversal. */
export const writeEntry = (tools: Tools, tx: Database, before: Invoice, entry: NewEntry): Promise<Invoice> =>
	writeToLedger(
		tools,
		tx,
		before,
		{
			settled: entry.kind === "payment" ? 0 : restOf(before),
			// Paid by hand: what has come now is part of that.
			staysPaid: entry.kind === "payment" && restOf(before) > 0,
			author: entry.created_by ?? null,
		},
		() => tx.insert(invoicePaymentsTable).values(entry).onConflictDoNothing().returning(),
		{ action: entry.kind, minor: entry.effect_minor, day: entry.received_on },
	);
