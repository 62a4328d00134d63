import { sql } from "drizzle-orm";
import {
	boolean,
	check,
	date,
	index,
	integer,
	jsonb,
	numeric,
	pgTable,
	primaryKey,
	text,
	uuid,
} from "drizzle-orm/pg-core";
import { invoicesTable } from "#features/invoices/invoices.table.ts";
import { frequencies } from "#lib/recurring/occurrences.ts";
import { moment, partOf, savedColumns } from "#platform/database/columns.ts";
import { site } from "#site.config.ts";
import { type RetainerInput, retainerDeliveries, retainerStates } from "./retainers.schema.ts";

/** Work that is billed again and again: what its invoices say, and when they are written (decision 090). */
export const retainersTable = pgTable(
	"retainers",
	{
		id: uuid().primaryKey().defaultRandom(),
		name: text().notNull(),
		client_name: text().notNull(),
		client_email: text().notNull(),
		client_company: text(),
		client_address: text(),
		client_phone: text(),
		/** Of the prices: the site's at creation. */
		currency: text()
			.notNull()
			.$defaultFn(() => site.currency),
		tax_rate: numeric({ precision: 6, scale: 3, mode: "number" }).notNull(),
		items: jsonb().$type<RetainerInput["items"]>().notNull(),
		/** For staff only, as on each invoice. */
		notes: text(),
		terms: text(),
		/** Days from the issue of an invoice to its due date. */
		due_in_days: integer().notNull(),
		frequency: text({ enum: frequencies }).notNull(),
		starts_on: date().notNull(),
		ends_on: date(),
		delivery: text({ enum: retainerDeliveries }).notNull(),
		status: text("state", { enum: retainerStates }).notNull().default("active"),
		/** The number of the occurrence that comes next; all before it are in `retainer_occurrences`. */
		next_n: integer().notNull().default(1),
		...savedColumns(),
		created_at: moment().notNull().defaultNow(),
		updated_at: moment().notNull().defaultNow(),
	},
	(table) => [
		index("retainers_newest").on(table.created_at.desc(), table.id.desc()),
		index("retainers_updated").on(table.updated_at),
		index("retainers_person").on(sql`lower(${table.client_email})`),
		check("retainers_state_known", sql`${table.status} in ('active', 'paused', 'ended')`),
		check("retainers_frequency_known", sql`${table.frequency} in ('monthly', 'quarterly', 'yearly')`),
		check("retainers_delivery_known", sql`${table.delivery} in ('draft', 'send')`),
	],
);

/** One row for each date that has come. The key keeps two processes from writing one date twice. */
export const retainerOccurrencesTable = pgTable(
	"retainer_occurrences",
	{
		retainer_id: partOf(() => retainersTable.id),
		/** From 1. */
		n: integer().notNull(),
		day: date().notNull(),
		/** It came while the retainer was paused. */
		skipped: boolean().notNull().default(false),
		/** Null if it was skipped, or once its invoice has been deleted. */
		invoice_id: uuid().references(() => invoicesTable.id, { onDelete: "set null" }),
		created_at: moment().notNull().defaultNow(),
	},
	(table) => [
		primaryKey({ columns: [table.retainer_id, table.n] }),
		index("retainer_occurrences_invoice").on(table.invoice_id),
	],
);

export type Retainer = typeof retainersTable.$inferSelect;
