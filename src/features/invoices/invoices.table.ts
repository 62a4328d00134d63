import { sql } from "drizzle-orm";
import {
	bigint,
	check,
	date,
	index,
	integer,
	numeric,
	pgTable,
	primaryKey,
	smallint,
	text,
	uuid,
} from "drizzle-orm/pg-core";
import { amountDecimals } from "#lib/money.ts";
import { moment, partOf, savedColumns } from "#platform/database/columns.ts";
import { site } from "#site.config.ts";
import { invoiceStatuses } from "./invoices.schema.ts";

const money = () => numeric({ precision: 17, scale: 3, mode: "number" }).notNull();

/** An amount in the smallest unit of the invoice's currency. */
export const minorUnits = () => bigint({ mode: "number" }).notNull();

const totalMinor = "round(total_amount * 10::numeric ^ minor_digits)::bigint";
const dueMinor = sql.raw(`${totalMinor} - credited_minor - paid_minor`);

export const invoicesTable = pgTable(
	"invoices",
	{
		id: uuid().primaryKey().defaultRandom(),
		invoice_number: text().notNull().unique(),
		client_name: text().notNull(),
		client_email: text().notNull(),
		client_company: text(),
		client_address: text(),
		client_phone: text(),
		issue_date: date().notNull(),
		due_date: date().notNull(),
		tax_rate: numeric({ precision: 6, scale: 3, mode: "number" }).notNull(),
		subtotal: money(),
		tax_amount: money(),
		total_amount: money(),
		/** ISO 4217; '' only in rows of an earlier version, until the next start (ledger/fill-currencies.server.ts). */
		currency: text()
			.notNull()
			.default("")
			.$defaultFn(() => site.currency),
		/** How many decimals the currency has. */
		minor_digits: smallint()
			.notNull()
			.default(0)
			.$defaultFn(() => amountDecimals),
		total_minor: minorUnits().generatedAlwaysAs(sql.raw(totalMinor)),
		/** The sums of the ledger. A trigger sets them, whatever is written here (decision 089). */
		paid_minor: minorUnits().default(0),
		credited_minor: minorUnits().default(0),
		/**
		 * What is still open; below 0, what is to be refunded. A status that is chosen by hand counts: 'paid' says that the rest was
		 * settled on `paid_at`, and for a cancelled invoice nothing is due.
		 */
		balance_minor: minorUnits().generatedAlwaysAs(
			sql`case status when 'cancelled' then -paid_minor when 'paid' then least(0, ${dueMinor}) else ${dueMinor} end`,
		),
		/** For staff only. Never put it in the PDF, an email, or the public page. */
		notes: text(),
		terms: text(),
		status: text({ enum: invoiceStatuses }).notNull().default("draft"),
		/** Of the token that opens the public page; null while there is no link, and after it is revoked. */
		public_token_hash: text(),
		/** What the server's secret makes the token of (decision 014). Null also for a link of an earlier version. */
		public_seed: text(),
		/** When the link expires. */
		public_expires_at: moment(),
		/** When it was last emailed to the client. */
		sent_at: moment(),
		/** When the client was last emailed a reminder. A reminder that was only kept as a file doesn't count. */
		reminded_at: moment(),
		first_viewed_at: moment(),
		/** The day it was paid, in the firm's time zone; null while its status is another one. */
		paid_at: date(),
		/** The due date for which the invoice became overdue automatically, which happens once for each due date. */
		overdue_for: date(),
		...savedColumns(),
		created_at: moment().notNull().defaultNow(),
		updated_at: moment().notNull().defaultNow(),
	},
	(table) => [
		index("invoices_newest").on(table.created_at.desc(), table.id.desc()),
		index("invoices_updated").on(table.updated_at),
		index("invoices_person").on(sql`lower(${table.client_email})`),
		index("invoices_public_token_hash").on(table.public_token_hash),
		index("invoices_unpaid").on(table.due_date).where(sql`${table.status} in ('sent', 'overdue')`),
		check("invoices_credit_fits", sql.raw("credited_minor between 0 and total_minor")),
		check("invoices_status_known", sql`${table.status} in ('draft', 'sent', 'paid', 'overdue', 'cancelled')`),
	],
);

export const invoiceItemsTable = pgTable(
	"invoice_items",
	{
		id: uuid().primaryKey().defaultRandom(),
		invoice_id: partOf(() => invoicesTable.id),
		/** The position on the invoice, from 0. */
		position: integer().notNull(),
		description: text().notNull(),
		quantity: numeric({ precision: 9, scale: 3, mode: "number" }).notNull(),
		unit_price: money(),
		amount: money(),
	},
	(table) => [index("invoice_items_of_invoice").on(table.invoice_id, table.position)],
);

/** The last number used in a year. Its row stays locked until the invoice is stored, so a failure leaves no gap. */
export const invoiceCountersTable = pgTable("invoice_counters", {
	year: integer().primaryKey(),
	last_number: integer().notNull(),
});

/** Reminders that are finished, because they were emailed or skipped in favor of a later one. */
export const invoiceRemindersTable = pgTable(
	"invoice_reminders",
	{
		invoice_id: partOf(() => invoicesTable.id),
		/** Days after the due date, as in site.config.ts. */
		step: integer().notNull(),
		created_at: moment().notNull().defaultNow(),
	},
	(table) => [primaryKey({ columns: [table.invoice_id, table.step] })],
);

export type Invoice = typeof invoicesTable.$inferSelect;
export type InvoiceItem = typeof invoiceItemsTable.$inferSelect;
