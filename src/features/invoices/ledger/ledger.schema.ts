import { z } from "zod";
import { optionalLine, optionalText } from "#lib/fields.ts";

export const entryKinds = ["payment", "refund", "reversal"] as const;
export type EntryKind = (typeof entryKinds)[number];
export const entryLabels: Record<EntryKind, string> = {
	payment: "Payment",
	refund: "Refund",
	reversal: "Taken Back",
};

/** How money can come or go; Stripe's own entries are never written by staff. */
export const methodLabels = {
	bank_transfer: "Bank Transfer",
	card: "Card",
	cash: "Cash",
	check: "Check",
	direct_debit: "Direct Debit",
	stripe: "Stripe",
	other: "Other",
} as const;
export type PaymentMethod = keyof typeof methodLabels;
export const paymentMethods = Object.keys(methodLabels) as [PaymentMethod, ...PaymentMethod[]];
export const staffMethods = paymentMethods.filter((method) => method !== "stripe");

export const ledgerLimits = {
	reference: 100,
	note: 1_000,
	/** In the smallest unit. Far above any invoice, and sums of it stay exact. */
	amount: 10 ** 14,
	firstDay: "2000-01-01",
} as const;

export const ledgerMessages = {
	amount: "Please enter an amount above 0.",
	day: "Please enter a date from the year 2000 to today.",
	method: "Please choose how the money came.",
	fixed:
		"This invoice has payments or credit notes, so its items and tax can no longer change. Create a credit note instead.",
	kept: "This invoice has payments or credit notes, so it can't be deleted. Cancel it instead.",
} as const;

/** Whether its items are fixed, and it can't be deleted. Without what was taken back, which only the server counts. */
export const isInLedger = ({ payments, credit_notes }: { payments: unknown[]; credit_notes: unknown[] }) =>
	payments.length + credit_notes.length > 0;

/** The caller chooses the id, by which the server recognizes the same request. */
export const named = { id: z.uuid("Please name this entry with a UUID.") };

/** Above 0, in the smallest unit. */
export const minorField = z
	.int(ledgerMessages.amount)
	.min(1, ledgerMessages.amount)
	.max(ledgerLimits.amount, ledgerMessages.amount);

const note = { note: optionalText(ledgerLimits.note).optional() };

/** What staff enter of a payment or a refund, but for its amount. */
export const entryFields = {
	method: z.enum(staffMethods, ledgerMessages.method),
	reference: optionalLine(ledgerLimits.reference).optional(),
	...note,
};

const dayField = z.iso.date(ledgerMessages.day).refine((day) => day >= ledgerLimits.firstDay, ledgerMessages.day);

export const newPaymentSchema = z.object({
	...named,
	kind: z.enum(["payment", "refund"], "Please choose a payment or a refund."),
	amount_minor: minorField,
	...entryFields,
	/** Today, if it isn't given. */
	received_on: dayField.optional(),
	allow_overpayment: z.boolean().optional(),
	/** Emails the client that the money has arrived. */
	send_receipt: z.boolean().optional(),
});
export type NewPayment = z.output<typeof newPaymentSchema>;

export const reversalSchema = z.object({ ...named, ...note });
export type Reversal = z.output<typeof reversalSchema>;

/** The days of an export, both included. */
export const periodSchema = z.object({ from: dayField, to: dayField });
export type Period = z.output<typeof periodSchema>;
