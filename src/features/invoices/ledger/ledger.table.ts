import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, date, index, pgTable, pgView, text, uuid } from "drizzle-orm/pg-core";
import { invoicesTable, minorUnits } from "#features/invoices/invoices.table.ts";
import { moment } from "#platform/database/columns.ts";
import { entryKinds, paymentMethods } from "./ledger.schema.ts";

/** Money that came or went, entry by entry. Triggers refuse every change: a mistake gets a reversal (decision 089). */
export const invoicePaymentsTable = pgTable(
	"invoice_payments",
	{
		/** Chosen by the caller, so that the same request again writes nothing. */
		id: uuid().primaryKey(),
		invoice_id: uuid()
			.notNull()
			.references(() => invoicesTable.id, { onDelete: "restrict" }),
		kind: text({ enum: entryKinds }).notNull(),
		/** What it adds to the amount paid: below 0 for a refund. */
		effect_minor: minorUnits(),
		/** The day of the payment or refund, in the firm's time zone. */
		received_on: date().notNull(),
		method: text({ enum: paymentMethods }).notNull(),
		reference: text(),
		/** For staff only. */
		note: text(),
		origin: text({ enum: ["staff", "stripe"] })
			.notNull()
			.default("staff"),
		/** The entry that it takes back. */
		reverses: uuid()
			.unique()
			.references((): AnyPgColumn => invoicePaymentsTable.id),
		/** What the payment provider calls it. */
		provider_ref: text().unique(),
		created_at: moment().notNull().default(sql`clock_timestamp()`),
		/** Without a foreign key: erasing an account would write here. */
		created_by: uuid(),
	},
	(table) => [
		index("invoice_payments_of_invoice").on(table.invoice_id, table.created_at),
		index("invoice_payments_received").on(table.received_on),
		check("invoice_payments_kind_known", sql`${table.kind} in ('payment', 'refund', 'reversal')`),
		check("invoice_payments_origin_known", sql`${table.origin} in ('staff', 'stripe')`),
		check(
			"invoice_payments_method_known",
			sql`${table.method} in ('bank_transfer', 'card', 'cash', 'check', 'direct_debit', 'stripe', 'other')`,
		),
		check(
			"invoice_payments_effect_fits",
			sql`case ${table.kind} when 'payment' then ${table.effect_minor} > 0 when 'refund' then ${table.effect_minor} < 0 else ${table.effect_minor} <> 0 end`,
		),
		check("invoice_payments_reversal_named", sql`(${table.kind} = 'reversal') = (${table.reverses} is not null)`),
		check("invoice_payments_received_lately", sql`${table.received_on} >= '2000-01-01'`),
		check("invoice_payments_texts_fit", sql`length(${table.reference}) <= 100 and length(${table.note}) <= 1000`),
	],
);

export type InvoicePayment = typeof invoicePaymentsTable.$inferSelect;

/** Money by the day on which it came: the ledger's entries, and the rest of each invoice that was marked as paid by hand. */
export const moneyReceivedView = pgView("money_received", {
	invoice_id: uuid().notNull(),
	day: date().notNull(),
	/** Null for a rest. */
	payment_id: uuid(),
	effect_minor: minorUnits(),
	currency: text().notNull(),
	minor_digits: minorUnits(),
}).existing();
