import { z } from "zod";
import { ledgerMessages, minorField, named } from "#features/invoices/ledger/ledger.schema.ts";
import { requiredText } from "#lib/fields.ts";

/** The client reads it. At most 500 characters. */
export const creditReason = requiredText(500, "Please say why this is credited.");

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
