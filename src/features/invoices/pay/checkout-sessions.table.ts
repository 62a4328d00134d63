import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text } from "drizzle-orm/pg-core";
import { invoicesTable } from "#features/invoices/invoices.table.ts";
import { moment, partOf } from "#platform/database/columns.ts";

export const sessionStates = ["open", "processing", "paid", "expired"] as const;

/** Payment pages at Stripe. What was paid is in the ledger; this only keeps a client from paying twice (decision 092). */
export const checkoutSessionsTable = pgTable(
	"checkout_sessions",
	{
		/** Stripe's: cs_… */
		id: text().primaryKey(),
		invoice_id: partOf(() => invoicesTable.id),
		/** In the smallest unit of the invoice's currency. */
		amount_minor: bigint({ mode: "number" }).notNull(),
		url: text().notNull(),
		expires_at: moment().notNull(),
		/** As Stripe said last. Processing: A bank debit is complete, but not paid yet. */
		state: text({ enum: sessionStates }).notNull().default("open"),
		/** The dispute about which staff got an email. */
		dispute_ref: text(),
		created_at: moment().notNull().defaultNow(),
	},
	(table) => [
		index("checkout_sessions_of_invoice").on(table.invoice_id),
		index("checkout_sessions_created").on(table.created_at),
		check("checkout_sessions_state_known", sql`${table.state} in ('open', 'processing', 'paid', 'expired')`),
	],
);

export type CheckoutSession = typeof checkoutSessionsTable.$inferSelect;
