import { asc, eq, sql } from "drizzle-orm";
import { invoiceTotals } from "#lib/money.ts";
import { pick } from "#lib/pick.ts";
import type { Database } from "#platform/database/database.server.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import { newestFirst } from "#platform/records/keyset.server.ts";
import { getRecords, insertRow } from "#platform/records/records.server.ts";
import { requireVersion, versionOf } from "#platform/records/version.server.ts";
import { defaultDueDate, firmDay } from "./invoice-days.ts";
import { invoices, presentInvoice } from "./invoices.record.server.ts";
import {
	type InvoiceInput,
	type InvoiceStatus,
	type InvoiceUpdate,
	invoiceFields,
	invoiceMessages,
} from "./invoices.schema.ts";
import {
	type Invoice,
	type InvoiceItem,
	invoiceCountersTable,
	invoiceItemsTable,
	invoicesTable,
} from "./invoices.table.ts";

export type InvoiceWithItems = Invoice & { invoice_items: InvoiceItem[] };

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

export async function withItems(db: Database, row: Invoice): Promise<InvoiceWithItems> {
	const items = await db
		.select()
		.from(invoiceItemsTable)
		.where(eq(invoiceItemsTable.invoice_id, row.id))
		.orderBy(asc(invoiceItemsTable.position));
	return { ...row, invoice_items: items };
}

/** Issued today, with the next number of this year. */
export function createInvoice(db: Database, now: Date, input: InvoiceInput): Promise<InvoiceWithItems> {
	return db.transaction(async (tx) => {
		const issue_date = firmDay(now);
		const invoice_number = await takeNumber(tx, Number(issue_date.slice(0, 4)));
		const { columns, items } = columnsOf(input);
		const row = await insertRow(tx, invoicesTable, {
			...columns,
			invoice_number,
			issue_date,
			created_at: now,
			updated_at: now,
		});
		return { ...row, invoice_items: await insertItems(tx, row.id, items) };
	});
}

/** @throws {HttpError} 404, or 409 if the invoice no longer has the expected version */
export function updateInvoice(
	db: Database,
	id: string,
	{ version, ...input }: InvoiceUpdate,
): Promise<InvoiceWithItems> {
	return db.transaction(async (tx) => {
		const [before] = await tx.select().from(invoicesTable).where(eq(invoicesTable.id, id)).for("update");
		if (!before) throw invoiceNotFound();
		requireVersion(presentInvoiceWithItems(await withItems(tx, before)), version, "This invoice");
		const { columns, items } = columnsOf(input);
		const [row] = await tx.update(invoicesTable).set(columns).where(eq(invoicesTable.id, id)).returning();
		if (!row) throw invoiceNotFound();
		await tx.delete(invoiceItemsTable).where(eq(invoiceItemsTable.invoice_id, id));
		return { ...row, invoice_items: await insertItems(tx, id, items) };
	});
}

/** @throws {HttpError} 404 */
export async function updateInvoiceStatus(db: Database, id: string, status: InvoiceStatus): Promise<Invoice> {
	const [row] = await db.update(invoicesTable).set({ status }).where(eq(invoicesTable.id, id)).returning();
	if (!row) throw invoiceNotFound();
	return row;
}

/** @throws {HttpError} 404 */
export async function deleteInvoice(db: Database, id: string): Promise<void> {
	const deleted = await db.delete(invoicesTable).where(eq(invoicesTable.id, id)).returning({ id: invoicesTable.id });
	if (deleted.length === 0) throw invoiceNotFound();
}

/** Creates a draft for the same client with the same items, issued today. */
export async function duplicateInvoice(db: Database, now: Date, id: string): Promise<InvoiceWithItems> {
	const { invoice_items, ...original } = await getInvoice(db, id);
	return createInvoice(db, now, {
		...original,
		due_date: defaultDueDate(now),
		status: "draft",
		items: invoice_items,
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

/**
 * Names each field, because the input of a duplicate is a whole row, whose number, link, and times must not be copied.
 */
function columnsOf(input: InvoiceInput) {
	const { amounts, ...totals } = invoiceTotals(input.items, input.tax_rate);
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

export type PresentedInvoiceWithItems = ReturnType<typeof presentInvoiceWithItems>;

/** What staff see of one invoice. */
export function presentInvoiceWithItems(invoice: InvoiceWithItems) {
	const { invoice_items, ...row } = invoice;
	return {
		...presentInvoice(row),
		version: versionOf(columnsOf({ ...row, items: invoice_items })),
		public_path: row.public_token && `/invoice/${row.public_token}`,
		public_expires_at: row.public_expires_at?.toISOString() ?? null,
		invoice_items: invoice_items.map(({ id, description, quantity, unit_price, amount }) => ({
			id,
			description,
			quantity,
			unit_price,
			amount,
		})),
	};
}
