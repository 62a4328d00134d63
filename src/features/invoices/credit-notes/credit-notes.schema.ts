import { z } from "zod";
import { ledgerMessages, minorField, named } from "#features/invoices/ledger/ledger.schema.ts";
import { requiredText } from "#lib/fields.ts";
import { moneyIn } from "#lib/money.ts";

/** The client reads it. At most 500 characters. */
export const creditReason = requiredText(500, "Please say why this is credited.");

type Billed = { currency: string; subtotal: number; tax_rate: number };
type Credited = { net_minor: number; tax_minor: number };

const sumOf = (notes: readonly Credited[], name: keyof Credited) => notes.reduce((sum, note) => sum + note[name], 0);

/** What of the net amount is not credited yet. */
export const netLeft = ({ subtotal, currency }: Pick<Billed, "subtotal" | "currency">, earlier: readonly Credited[]) =>
	(moneyIn(currency).minorOf(subtotal) ?? 0) - sumOf(earlier, "net_minor");

/** The tax of all notes is that of their net amounts together, so that it ends at the invoice's, and is never below 0. */
export function creditTax({ currency, tax_rate }: Billed, earlier: readonly Credited[], net_minor: number): number {
	const { amountOf, invoiceTotals, minorOf } = moneyIn(currency);
	const all = [{ quantity: 1, unit_price: amountOf(sumOf(earlier, "net_minor") + net_minor) }];
	return (minorOf(invoiceTotals(all, tax_rate).tax_amount) ?? 0) - sumOf(earlier, "tax_minor");
}

/** What is credited of the net amount; `full`: all that is left of it. */
export const newCreditNoteSchema = z
	.object({
		...named,
		reason: creditReason,
		net_minor: minorField.optional(),
		full: z.literal(true).optional(),
	})
	.refine(({ net_minor, full }) => full || net_minor !== undefined, {
		message: ledgerMessages.amount,
		path: ["net_minor"],
	});
export type NewCreditNote = z.output<typeof newCreditNoteSchema>;
