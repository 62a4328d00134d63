import type { z } from "zod";
import { newRetainerSchema } from "#features/invoices/retainers/retainers.schema.ts";
import { createRetainer } from "#features/invoices/retainers/retainers.server.ts";
import type { Retainer } from "#features/invoices/retainers/retainers.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import { buildInvoice } from "./invoices.ts";

type RetainerBody = z.input<typeof newRetainerSchema>;

/** The body of a new retainer, for the client of `buildInvoice`. */
export function buildRetainer(overrides: Partial<RetainerBody> = {}): RetainerBody {
	const { due_date, status, ...invoice } = buildInvoice();
	return {
		...invoice,
		name: "Press office",
		frequency: "monthly",
		starts_on: "2026-04-01",
		ends_on: "",
		due_in_days: 14,
		delivery: "send",
		tax_rate: 0,
		items: [{ description: "Press office, {month}", quantity: 1, unit_price: 1500 }],
		...overrides,
	};
}

export const insertRetainer = (db: Database, now: Date, overrides: Partial<RetainerBody> = {}): Promise<Retainer> =>
	db.transaction((tx) => createRetainer(tx, now, newRetainerSchema.parse(buildRetainer(overrides))));
