import { type InvoiceFormValues, moneyText, newItem } from "#features/invoices/form/invoice-form-values.ts";
import { daysAfter, firmDay, termsFor } from "#features/invoices/invoice-days.ts";
import { recordBy } from "#lib/pick.ts";
import { site } from "#site.config.ts";
import type { PresentedRetainer } from "./retainers.record.server.ts";
import { retainerFields } from "./retainers.schema.ts";

/** The values of the form's fields: text, as it was typed. */
export type RetainerFormValues = Record<Exclude<(typeof retainerFields)[number], "items">, string> &
	Pick<InvoiceFormValues, "items">;

/** The firm's terms for an invoice that is payable this many days after its issue. */
export const termsDueIn = (days: number) => termsFor("2026-01-01", daysAfter("2026-01-01", days));

export const newRetainerValues = (now: Date): RetainerFormValues => ({
	...recordBy(retainerFields, () => ""),
	frequency: "monthly",
	starts_on: daysAfter(firmDay(now), 1),
	due_in_days: String(site.invoices.dueInDays),
	delivery: "draft",
	tax_rate: "0",
	terms: termsDueIn(site.invoices.dueInDays),
	items: [newItem],
});

export const valuesOf = (retainer: PresentedRetainer): RetainerFormValues => ({
	...recordBy(retainerFields, (field) => String(retainer[field] ?? "")),
	items: retainer.items.map(({ description, quantity, unit_price }) => ({
		description,
		quantity: String(quantity),
		unit_price: moneyText(unit_price),
	})),
});
