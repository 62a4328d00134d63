import { z } from "zod";
import { invoiceInputSchema, invoiceMessages } from "#features/invoices/invoices.schema.ts";
import { orNull, requiredLine, textLimits } from "#lib/fields.ts";
import { type Frequency, frequencies, unknownPlaceholder } from "#lib/recurring/occurrences.ts";
import { creationFields, saveFields, versionCounter } from "#lib/saves.ts";
import { defineStatuses } from "#lib/status.ts";
import { site } from "#site.config.ts";

export const {
	statuses: retainerStates,
	labels: retainerStateLabels,
	tones: retainerStateTones,
} = defineStatuses({
	active: ["Active", "green"],
	paused: ["Paused", "yellow"],
	ended: ["Ended", "grey"],
});

export const frequencyLabels: Record<Frequency, string> = {
	monthly: "Monthly",
	quarterly: "Quarterly",
	yearly: "Yearly",
};

export const retainerDeliveries = ["draft", "send"] as const;

/** A start may bring so many invoices that are due already. */
export const mostDueAtStart = 3;

const longestDueIn = 365;

export const retainerMessages = {
	ended: "This retainer has ended.",
	fixed: "The dates of a retainer that has written invoices can't change. End it and create a new one.",
	kept: "This retainer has written invoices and can't be deleted. End it instead.",
	manyDue: (n: number) => `This start would write ${n} invoices at once. Please choose a later one.`,
	endsEarly: "Please enter a day on or after the start.",
} as const;

const dayMessage = "Please enter a date from the year 2000 to 2100.";
const day = z.iso.date(dayMessage).refine((value) => value >= "2000-01-01" && value <= "2100-12-31", dayMessage);
const dueInMessage = `Please enter a whole number of days from 0 to ${longestDueIn}.`;

/** What an invoice says, and when it is written. */
const fields = invoiceInputSchema.omit({ due_date: true, status: true }).extend({
	name: requiredLine(textLimits.name, invoiceMessages.required),
	frequency: z.enum(frequencies, { error: "Please choose how often." }).default("monthly"),
	starts_on: requiredLine(10, invoiceMessages.required).pipe(day),
	ends_on: orNull(day),
	due_in_days: z
		.int(dueInMessage)
		.min(0, dueInMessage)
		.max(longestDueIn, dueInMessage)
		.default(site.invoices.dueInDays),
	delivery: z.enum(retainerDeliveries, { error: "Please choose what happens with its invoices." }).default("draft"),
});

type Checked = Pick<z.output<typeof fields>, "starts_on" | "ends_on" | "items">;

function checkRetainer({ starts_on, ends_on, items }: Checked, context: z.RefinementCtx): void {
	if (ends_on && ends_on < starts_on)
		context.addIssue({ code: "custom", path: ["ends_on"], message: retainerMessages.endsEarly });
	for (const [index, { description }] of items.entries()) {
		const unknown = unknownPlaceholder(description);
		const message = `There is no placeholder ${unknown}. You can use {month}, {period} and {n}.`;
		if (unknown) context.addIssue({ code: "custom", path: ["items", index, "description"], message });
	}
}

export const retainerInputSchema = fields.superRefine(checkRetainer);
export type RetainerInput = z.output<typeof fields>;

export const newRetainerSchema = fields.extend(creationFields).superRefine(checkRetainer);
export type NewRetainer = z.output<typeof newRetainerSchema>;

export const retainerUpdateSchema = fields
	.extend({ version: versionCounter, ...saveFields })
	.superRefine(checkRetainer);
export type RetainerUpdate = z.output<typeof retainerUpdateSchema>;

/** The columns that it sets. */
export const retainerFields = fields.keyof().options;
