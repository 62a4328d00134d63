import { z } from "zod";
import { emailField, optionalLine, optionalPhone, requiredLine, requiredText, textLimits } from "#lib/fields.ts";
import { type RequestStatus, requestStatuses } from "#lib/status.ts";
import { statusChangeSchema, statusesChangeSchema } from "#lib/status-change.ts";
import { urgencyByAge } from "#lib/time/urgency.ts";

/** How an inquiry has come. */
export const contactSources = ["form", "staff", "email"] as const;

/** What the public form sends. Its company field stays in the browser (specification 3). */
export const contactFormSchema = z.object({
	firstName: requiredLine(textLimits.name / 2, "Please enter your first name."),
	lastName: requiredLine(textLimits.name / 2 - 1, "Please enter your last name."),
	email: emailField,
	phone: optionalPhone,
	subject: optionalLine(textLimits.subject),
	message: requiredText(textLimits.message, "Please write a message."),
});
export type ContactForm = z.infer<typeof contactFormSchema>;

/** What staff enter by hand. */
export const contactInputSchema = z.object({
	name: requiredLine(textLimits.name, "Please enter a name."),
	email: emailField,
	phone: optionalPhone,
	subject: optionalLine(textLimits.subject),
	message: requiredText(textLimits.message, "Please write a message."),
	status: z.enum(requestStatuses).default("new"),
});
export type ContactInput = z.infer<typeof contactInputSchema>;

export const contactChangeSchema = statusChangeSchema(requestStatuses);

export const contactStatusesChangeSchema = statusesChangeSchema(requestStatuses);

export function contactFromForm(form: ContactForm): ContactInput {
	const { firstName, lastName, ...rest } = form;
	return { ...rest, name: `${firstName} ${lastName}`, status: "new" };
}

/** Only while the inquiry is new (specification 4): over 8 hours red, over 2 hours yellow. */
export const contactUrgency = (row: { status: RequestStatus; created_at: string }, now: number) =>
	row.status === "new" ? urgencyByAge(row.created_at, now, { yellow: 2, red: 8, otherwise: "blue" }) : undefined;
