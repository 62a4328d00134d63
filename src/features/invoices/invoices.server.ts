import { asc, eq, inArray, sql } from "drizzle-orm";
import { moneyIn } from "#lib/money.ts";
import { pick } from "#lib/pick.ts";
import type { Database } from "#platform/database/database.server.ts";
import { badRequest, HttpError, invalidInput } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { newestFirst } from "#platform/records/keyset.server.ts";
import { changeStatuses, getRecords, insertRow } from "#platform/records/records.server.ts";
import { createOnce, savedAs, saveIdsOf } from "#platform/records/saves.server.ts";
import { raised, requireVersion } from "#platform/records/version.server.ts";
import { site } from "#site.config.ts";
import { publicPath } from "./delivery/invoice-token.server.ts";
import { type IssuedCreditNote, issuedFields } from "./document/invoice-document.ts";
import { missingFromPdf } from "./document/missing-from-pdf.server.ts";
import { firmDay } from "./invoice-days.ts";
import { invoices, presentInvoice } from "./invoices.record.server.ts";
import {
	type InvoiceInput,
	type InvoiceStatus,
	type InvoiceStatusChange,
	type InvoiceStatusesChange,
	type InvoiceUpdate,
	invoiceFields,
	invoiceMessages,
	type NewInvoice,
} from "./invoices.schema.ts";
import {
	type Invoice,
	type InvoiceItem,
	invoiceCountersTable,
	invoiceItemsTable,
	invoiceRemindersTable,
	invoicesTable,
} from "./invoices.table.ts";
import { hasEntries, listCreditNotes, type StandingEntry, standingEntries } from "./ledger/entries.server.ts";
import { ledgerMessages } from "./ledger/ledger.schema.ts";

export type InvoiceWithItems = Invoice & {
	invoice_items: InvoiceItem[];
	payments: StandingEntry[];
	credit_notes: IssuedCreditNote[];
};

export const invoiceNotFound = () => new HttpError(404, "not_found", invoiceMessages.notFound);

/** Newest first, in a single response, as the server function promises (specification 7). */
export function listAllInvoices(db: Database): Promise<Invoice[]> {
	const newest = newestFirst(invoicesTable.created_at, invoicesTable.id);
	return db
		.select()
		.from(invoicesTable)
		.orderBy(...newest);
}

/** @throws {HttpError} 404 */
export async function getInvoice(db: Database, id: string): Promise<InvoiceWithItems> {
	const [row] = await getRecords(db, invoices, [id]);
	if (!row) throw invoiceNotFound();
	return withItems(db, row);
}

/** With its items, and what clients see of its ledger. */
export const withItems = async (db: Database, row: Invoice): Promise<InvoiceWithItems> => ({
	...row,
	invoice_items: await itemsOf(db, row.id),
	payments: await standingEntries(db, row.id),
	credit_notes: (await listCreditNotes(db, row.id)).map((note) => pick(note, issuedFields)),
});

const itemsOf = (db: Database, id: string): Promise<InvoiceItem[]> =>
	db
		.select()
		.from(invoiceItemsTable)
		.where(eq(invoiceItemsTable.invoice_id, id))
		.orderBy(asc(invoiceItemsTable.position));

/** For whatever concerns its status, its amounts, or its ledger: one after the other. @throws {HttpError} 404 */
export async function lockInvoice(tx: Database, id: string): Promise<Invoice> {
	const [row] = await tx.select().from(invoicesTable).where(eq(invoicesTable.id, id)).for("update");
	if (!row) throw invoiceNotFound();
	return row;
}

/** Issued today, with the next number of this year. @param present what a refusal shows of an invoice that has the id */
export function createInvoice(
	db: Database,
	now: Date,
	input: NewInvoice,
	present: (invoice: InvoiceWithItems) => object = presentInvoice,
): Promise<InvoiceWithItems> {
	return db.transaction((tx) => {
		const read = async (id: string) => {
			const [row] = await getRecords(tx, invoices, [id]);
			return row && withItems(tx, row);
		};
		const source = { record: invoices.record, read, present };
		return createOnce(tx, source, input, (id, save_ids) => insertInvoice(tx, now, input, { id, save_ids }));
	});
}

/** Call it in a transaction: The number is taken together with the row, or not at all. */
export async function insertInvoice(
	tx: Database,
	now: Date,
	input: NewInvoice,
	{ currency = site.currency, ...named }: { id: string; save_ids: string[]; currency?: string },
): Promise<InvoiceWithItems> {
	const issue_date = firmDay(now);
	const invoice_number = await takeNumber(tx, Number(issue_date.slice(0, 4)));
	const { columns, items } = columnsOf(input, currency);
	const row = await insertRow(tx, invoicesTable, {
		...columns,
		...named,
		currency,
		minor_digits: moneyIn(currency).decimals,
		...(columns.status && paymentOf(columns.status, issue_date)),
		invoice_number,
		issue_date,
		created_at: now,
		updated_at: now,
	});
	return { ...row, invoice_items: await insertItems(tx, row.id, items), payments: [], credit_notes: [] };
}

/**
 * @param now becomes the day of the payment, if the change marks the invoice as paid
 * @throws {HttpError} 404, 409 if the invoice no longer has the expected version, or 400 for other items or another tax where there
 * are payments
 */
export function updateInvoice(
	{ db, settings }: Pick<Deps, "db" | "settings">,
	now: Date,
	id: string,
	{ version, ...input }: InvoiceUpdate,
): Promise<InvoiceWithItems> {
	return db.transaction(async (tx) => {
		const before = await lockInvoice(tx, id);
		const known = await withItems(tx, before);
		requireVersion(presentInvoiceWithItems(settings)(known), version, "This invoice");
		const today = firmDay(now);
		const status = statusAfter(before, input, today);
		const { columns, items } = columnsOf({ ...input, status }, before.currency);
		// Where they stay as they are, they aren't written again: the ledger keeps them from changing.
		const isRepriced = input.tax_rate !== before.tax_rate || linesOf(items) !== linesOf(known.invoice_items);
		if (isRepriced && (await hasEntries(tx, id))) throw badRequest(ledgerMessages.fixed);
		const payment = status !== before.status && paymentOf(status, today);
		const isMoved = columns.due_date !== before.due_date;
		const changes = {
			...columns,
			...(!isRepriced && pick(before, ["subtotal", "tax_amount", "total_amount"])),
			...payment,
			...savedAs(before, input),
			...(isMoved && { overdue_for: null }),
		};
		// The new date gets its own.
		if (isMoved && columns.due_date >= today)
			await tx.delete(invoiceRemindersTable).where(eq(invoiceRemindersTable.invoice_id, id));
		const [row] = await tx.update(invoicesTable).set(changes).where(eq(invoicesTable.id, id)).returning();
		if (!row) throw invoiceNotFound();
		if (!isRepriced) return { ...known, ...row };
		await tx.delete(invoiceItemsTable).where(eq(invoiceItemsTable.invoice_id, id));
		return { ...known, ...row, invoice_items: await insertItems(tx, id, items) };
	});
}

/** What a client is billed for, to be compared. */
const linesOf = (items: Pick<InvoiceItem, "description" | "quantity" | "unit_price">[]) =>
	JSON.stringify(items.map(({ description, quantity, unit_price }) => [description, quantity, unit_price]));

/**
 * The status that a change leads to. An overdue invoice whose due date is moved ahead is sent again, unless the change
 * chooses another status than it had.
 */
function statusAfter(
	before: Invoice,
	{ status = before.status, due_date }: InvoiceInput,
	today: string,
): InvoiceStatus {
	if (status !== "overdue" || due_date < today) return status;
	return before.status === "overdue" && due_date !== before.due_date ? "sent" : status;
}

/** The day of the payment, which follows from the status. */
export const paymentOf = <Day>(status: InvoiceStatus, day: Day) => ({ paid_at: status === "paid" ? day : null });

/** @throws {HttpError} 404, or 422 for a payment in the future */
export async function updateInvoiceStatus(
	db: Database,
	now: Date,
	id: string,
	{ status, paid_at }: InvoiceStatusChange,
): Promise<Invoice> {
	const today = firmDay(now);
	if (paid_at && paid_at > today) throw invalidInput({ paid_at: "Please enter today's date or an earlier one." });
	// An invoice that was paid before keeps its day.
	const changes = {
		status,
		version: raised(invoicesTable.version),
		...(paid_at ? { paid_at } : paymentOf(status, sql`coalesce(${invoicesTable.paid_at}, ${today})`)),
	};
	const [row] = await db.update(invoicesTable).set(changes).where(eq(invoicesTable.id, id)).returning();
	if (!row) throw invoiceNotFound();
	return row;
}

/** Changes many: all or none. Those that become paid were paid today, unless the change names the day. */
export async function updateInvoiceStatuses(tx: Database, now: Date, change: InvoiceStatusesChange) {
	const today = firmDay(now);
	const payment = ({ status, paid_at }: InvoiceStatusesChange["changes"][number]) =>
		paymentOf(status, paid_at ?? today);
	const changed = await changeStatuses(tx, invoices, change, {
		column: "status",
		of: (status) => status,
		also: payment,
	});
	const payments = new Map(change.changes.flatMap((each) => each.ids.map((id) => [id, payment(each)] as const)));
	const { id, balance_minor } = invoicesTable;
	const ids = changed.map((row) => row.id);
	const rows = await tx.select({ id, balance_minor }).from(invoicesTable).where(inArray(id, ids));
	const balances = new Map(rows.map((row) => [row.id, row]));
	return changed.map((row) => ({ ...row, ...payments.get(row.id), ...balances.get(row.id) }));
}

/** @throws {HttpError} 404, or 400 if money has come for it */
export function deleteInvoice(db: Database, id: string): Promise<void> {
	return db.transaction(async (tx) => {
		await lockInvoice(tx, id);
		if (await hasEntries(tx, id)) throw badRequest(ledgerMessages.kept);
		await tx.delete(invoicesTable).where(eq(invoicesTable.id, id));
	});
}

/** Returns 'INV-2026-0001' and so on. The lock on the year's row makes simultaneous creations wait for each other. */
async function takeNumber(tx: Database, year: number): Promise<string> {
	const [counter] = await tx
		.insert(invoiceCountersTable)
		.values({ year, last_number: 1 })
		.onConflictDoUpdate({
			target: invoiceCountersTable.year,
			set: { last_number: sql`${invoiceCountersTable.last_number} + 1` },
		})
		.returning();
	if (!counter) throw new Error("the counter returned no row");
	return `INV-${year}-${String(counter.last_number).padStart(4, "0")}`;
}

/** What a save sets of the row, and its items. */
function columnsOf(input: InvoiceInput, currency: string) {
	const { amounts, ...totals } = moneyIn(currency).invoiceTotals(input.items, input.tax_rate);
	const columns = { ...pick(input, invoiceFields), ...(input.status && { status: input.status }), ...totals };
	const items = input.items.map(({ description, quantity, unit_price }, position) => ({
		position,
		description,
		quantity,
		unit_price,
		amount: amounts[position] ?? 0,
	}));
	return { columns, items };
}

async function insertItems(
	tx: Database,
	invoice_id: string,
	items: Omit<InvoiceItem, "id" | "invoice_id">[],
): Promise<InvoiceItem[]> {
	const rows = await tx
		.insert(invoiceItemsTable)
		.values(items.map((item) => ({ ...item, invoice_id })))
		.returning();
	return rows.sort((a, b) => a.position - b.position);
}

export type PresentedInvoiceWithItems = ReturnType<ReturnType<typeof presentInvoiceWithItems>>;

/** What staff see of one invoice. */
export const presentInvoiceWithItems = (settings: Settings) => (invoice: InvoiceWithItems) => {
	const { invoice_items, payments, credit_notes, ...row } = invoice;
	return {
		...presentInvoice(row),
		version: row.version,
		save_ids: saveIdsOf(row),
		public_path: publicPath(row, settings),
		public_expires_at: row.public_expires_at?.toISOString() ?? null,
		missing_characters: missingFromPdf(row, invoice_items),
		payments,
		credit_notes,
		invoice_items: invoice_items.map((item) => pick(item, ["id", "description", "quantity", "unit_price", "amount"])),
	};
};
