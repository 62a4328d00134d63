import { z } from "zod";
import {
	optionalLine,
	optionalPhone,
	optionalText,
	requiredEmail,
	requiredLine,
	searchedText,
	textLimits,
} from "#lib/fields.ts";
import { amountDecimals, hasDecimals } from "#lib/money.ts";
import { creationFields, saveFields, versionCounter } from "#lib/saves.ts";
import { defineStatuses } from "#lib/status.ts";
import { rowChanges } from "#lib/status-change.ts";
import { listed } from "#lib/text/text.ts";
import { site } from "#site.config.ts";

export const {
	statuses: invoiceStatuses,
	labels: invoiceStatusLabels,
	tones: invoiceStatusTones,
} = defineStatuses({
	draft: ["Draft", "grey"],
	sent: ["Sent", "blue"],
	paid: ["Paid", "green"],
	overdue: ["Overdue", "red"],
	cancelled: ["Cancelled", "red"],
});
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** Nothing is owed: to email such an invoice, the caller has to confirm that this is intended. */
const settledStatuses = ["paid", "cancelled"] as const;
export type SettledStatus = (typeof settledStatuses)[number];

export const settledStatusOf = (status: InvoiceStatus): SettledStatus | undefined =>
	settledStatuses.find((settled) => settled === status);

/** The author has seen which characters the PDF shows as boxes, and sends it anyway. */
export const remindSchema = z.object({ accept_missing: z.literal("true").optional() });

/** So many emails one request may queue. */
export const mostReminders = 500;

export const remindersSchema = z.object({
	ids: z.array(z.uuid()).min(1).max(mostReminders, `Please send at most ${mostReminders} reminders at once.`),
});

export const sendInvoiceSchema = remindSchema.extend({
	/** The settled status in spite of which it is emailed. */
	even_if: z.enum(settledStatuses).optional(),
});

/** At least so much of a client's name or address has to be typed before earlier clients are proposed. */
export const leastOfClient = 2;

export const clientsQuerySchema = z.object({ q: searchedText(leastOfClient, textLimits.email) });

/** Together they keep a total under 2^53 cents, where money.ts is exact. */
export const invoiceLimits = {
	items: 200,
	quantity: 100_000,
	quantityDecimals: 3,
	unitPrice: 1_000_000,
	taxRate: 100,
	taxRateDecimals: 3,
	description: 500,
	address: 1_000,
	/** Bytes of a save: all items with their longest descriptions, in any language. */
	body: 1024 * 1024,
} as const;

export const invoiceMessages = {
	required: "Please fill in all required fields.",
	descriptions: "Please provide descriptions for all items.",
	notFound: "We could not find that invoice.",
} as const;

const { quantity, quantityDecimals, unitPrice, taxRate, taxRateDecimals } = invoiceLimits;

const count = (value: number) => value.toLocaleString("en-US");
const decimal = (places: number, message: string) =>
	z.number({ error: message }).refine((value) => hasDecimals(value, places), message);

const quantityMessage = `Please enter a quantity above 0, up to ${count(quantity)}, with at most ${quantityDecimals} decimal places.`;
const priceMessage = `Please enter a unit price from 0 to ${count(unitPrice)}, with at most ${amountDecimals} decimal places.`;
const taxMessage = `Please enter a tax rate from 0 to ${taxRate}, with at most ${taxRateDecimals} decimal places.`;

const itemSchema = z.object({
	description: requiredLine(invoiceLimits.description, invoiceMessages.descriptions),
	quantity: decimal(quantityDecimals, quantityMessage).gt(0, quantityMessage).max(quantity, quantityMessage).default(1),
	unit_price: decimal(amountDecimals, priceMessage).min(0, priceMessage).max(unitPrice, priceMessage).default(0),
});

const statusField = z.enum(invoiceStatuses, { error: "Please choose one of the five statuses." });

/** The list's own change: any status may follow any. */
export const invoiceStatusSchema = z
	.object({
		status: statusField,
		/** The day it was paid, if that isn't today. */
		paid_at: z.iso.date("Please enter the payment date.").optional(),
	})
	.refine(({ status, paid_at }) => status === "paid" || !paid_at, {
		path: ["paid_at"],
		error: "Only a paid invoice can have a payment date.",
	});
export type InvoiceStatusChange = z.output<typeof invoiceStatusSchema>;

/** Of many invoices. `paid_at` restores the day of the payment that an undone change has cleared. */
export const invoiceStatusesChangeSchema = z.object({
	changes: rowChanges({ status: z.enum(invoiceStatuses), paid_at: z.iso.date().nullish() }),
	undo_of: z.enum(invoiceStatuses).optional(),
});
export type InvoiceStatusesChange = z.output<typeof invoiceStatusesChangeSchema>;

const dueDateMessage = "Please enter a due date in 2000 or later.";

/** Body of manage-invoices, sent by the form. Without a status, a new invoice is a draft and a changed one keeps its own. */
export const invoiceInputSchema = z.object({
	client_name: requiredLine(textLimits.name, invoiceMessages.required),
	client_email: requiredEmail(invoiceMessages.required),
	client_company: optionalLine(textLimits.name),
	client_address: optionalText(invoiceLimits.address),
	client_phone: optionalPhone,
	due_date: requiredLine(10, invoiceMessages.required).pipe(
		z.iso.date(dueDateMessage).refine((day) => day >= "2000-01-01", dueDateMessage),
	),
	tax_rate: decimal(taxRateDecimals, taxMessage).min(0, taxMessage).max(taxRate, taxMessage).default(0),
	notes: optionalText(textLimits.notes),
	terms: optionalText(textLimits.notes).default(site.invoices.terms),
	status: statusField.optional(),
	items: z
		.array(itemSchema, { error: "Please add at least one item." })
		.min(1, "Please add at least one item.")
		.max(invoiceLimits.items, `Please enter at most ${invoiceLimits.items} items.`),
});
export type InvoiceInput = z.output<typeof invoiceInputSchema>;

export const newInvoiceSchema = invoiceInputSchema.extend(creationFields);
export type NewInvoice = z.output<typeof newInvoiceSchema>;

/** The columns that it sets, but for the status. */
export const invoiceFields = invoiceInputSchema.omit({ items: true, status: true }).keyof().options;

/** A change may name the version that it began from. Without it the last save stands (specification 7). */
export const invoiceUpdateSchema = invoiceInputSchema.extend({ version: versionCounter, ...saveFields });
export type InvoiceUpdate = z.output<typeof invoiceUpdateSchema>;

/** So many are named; a text in a script that no font has would name its whole alphabet. */
export const maxMissingCharacters = 12;

/** The emails to a client about an invoice. */
export const invoiceMailSchema = z.object({ kind: z.enum(["invoice", "reminder"]).default("invoice") });
export type InvoiceMailKind = z.output<typeof invoiceMailSchema>["kind"];

/** What an author reads of characters without a glyph. A mark alone, or what has no shape, is called by its number. */
export function missingCharactersMessage(characters: string[]): string {
	const names = characters.map((character) =>
		/^[\p{L}\p{N}\p{P}\p{S}]/u.test(character)
			? character
			: `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
	);
	const more = characters.length === maxMissingCharacters ? ["perhaps others"] : [];
	return `The PDF can't display ${listed([...names, ...more])}. It would show empty boxes instead. Use other characters.`;
}

/** The one message for a refused invoice: what is missing comes before what is wrong. */
export function refusalMessage(messages: string[]): string {
	const ranked = [invoiceMessages.required, invoiceMessages.descriptions, ...messages];
	return ranked.find((message) => messages.includes(message)) ?? invoiceMessages.required;
}

/** The texts for failures without a known reason (specification 8). */
export const invoiceFailures = {
	list: "Failed to load invoices. Please try again.",
	load: "Failed to load invoice. Please try again.",
	loadDetails: "Failed to load invoice details",
	create: "Failed to create invoice. Please try again.",
	update: "Failed to update invoice. Please try again.",
	delete: "Failed to delete invoice. Please try again.",
} as const;
