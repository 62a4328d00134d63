import { z } from "zod";
import {
	dateField,
	emailField,
	optionalChoice,
	optionalLine,
	optionalPhone,
	optionalText,
	orNull,
	requiredLine,
	requiredPhone,
	requiredText,
	textLimits,
} from "#lib/fields.ts";
import { requestStatuses } from "#lib/status.ts";
import { statusChangeShape, statusesChangeSchema } from "#lib/status-change.ts";
import { urgencyByAge } from "#lib/time/urgency.ts";
import { usableZone } from "#lib/time/visitor-zone.ts";
import {
	budgetOptions,
	industryOptions,
	type Options,
	serviceInterestOptions,
	timelineOptions,
} from "./page/call-form.options.ts";
import { serviceTypes } from "./service-types.ts";
import { parseSlotId } from "./slots/slot-id.ts";

const valuesOf = <T extends string>(options: readonly { value: T }[]) =>
	options.map((option) => option.value) as [T, ...T[]];

/** The chosen start, in milliseconds; read again where it comes out of the quarantine. */
const slotField = z.preprocess(
	(value) => (typeof value === "string" ? (value === "" ? null : (parseSlotId(value) ?? value)) : (value ?? null)),
	z.int("Please choose one of the times shown.").nullable(),
);

/** For emails only: what is no time zone is ignored. */
const timeZoneField = z.preprocess(
	(value) => (typeof value === "string" && usableZone(value)) || null,
	z.string().nullable(),
);

export const callFormSchema = z.object({
	firstName: requiredLine(textLimits.name / 2, "Please enter your first name."),
	lastName: requiredLine(textLimits.name / 2 - 1, "Please enter your last name."),
	email: emailField,
	phone: requiredPhone("Please enter a phone number."),
	company: optionalLine(textLimits.name),
	industry: optionalChoice(valuesOf(industryOptions)),
	serviceInterest: optionalChoice(valuesOf(serviceInterestOptions)),
	timeline: optionalChoice(valuesOf(timelineOptions)),
	budget: optionalChoice(valuesOf(budgetOptions)),
	projectDescription: requiredText(textLimits.message, "Please describe your project."),
	slot: slotField,
	time_zone: timeZoneField,
});
export type CallForm = z.infer<typeof callFormSchema>;

/** What takes a whole day must end in a year that can be stored. */
export const bookingDate = dateField("Please enter a date.").refine(
	(day) => day < "9999-12-31",
	"Please enter a date before December 31, 9999.",
);
const preferredDate = orNull(bookingDate);
const preferredTime = orNull(z.iso.time("Please enter a time."));

const inviteField = z.boolean({ error: "Please choose whether to send invitations." });

/** How far a block reaches, and whether staff want to be asked before something overlaps. */
const timeFields = {
	blocked_until_date: preferredDate.optional(),
	blocked_until_time: preferredTime.optional(),
	if_free: z.boolean({ error: "Please choose whether the time must be free." }).optional(),
};

/** What staff enter by hand; date and time may each be missing, which reads as 'Flexible'. */
export const bookingInputSchema = z.object({
	name: requiredLine(textLimits.name, "Please enter a name."),
	email: emailField,
	phone: optionalPhone,
	service_type: z.enum(serviceTypes, { error: "Please choose a service type." }),
	preferred_date: preferredDate,
	preferred_time: preferredTime,
	message: optionalText(textLimits.message),
	status: z.enum(requestStatuses).default("new"),
	/** Whether client and staff get calendar emails about it. */
	invite: inviteField.default(true),
	...timeFields,
});
export type BookingInput = z.infer<typeof bookingInputSchema>;

/** Time that no one can book, as staff block it in the calendar. */
export const blockSchema = bookingInputSchema
	.pick({ name: true, preferred_time: true, blocked_until_date: true, blocked_until_time: true, invite: true })
	.extend({ preferred_date: bookingDate });

export const bookingChangeSchema = z
	.object({
		...statusChangeShape(requestStatuses),
		preferred_date: preferredDate.optional(),
		preferred_time: preferredTime.optional(),
		invite: inviteField.optional(),
		...timeFields,
	})
	.refine(
		({ version, if_free, ...change }) => Object.values(change).some((value) => value !== undefined),
		"Please provide a status, notes, a date, or a time.",
	);
export type BookingChange = z.infer<typeof bookingChangeSchema>;

export const bookingStatusesChangeSchema = statusesChangeSchema(requestStatuses);
export type BookingStatusesChange = z.infer<typeof bookingStatusesChangeSchema>;

const notSpecified = "Not specified";

const labelOf = (options: Options, value: string | null) =>
	options.find((option) => option.value === value)?.label ?? notSpecified;

/** The booking that a visitor's call form stands for: answers folded into the message (specification 7). */
export function bookingFromCallForm(form: CallForm): BookingInput {
	const interest = serviceInterestOptions.find((option) => option.value === form.serviceInterest);
	return {
		name: `${form.firstName} ${form.lastName}`,
		email: form.email,
		phone: form.phone,
		service_type: interest?.serviceType ?? "General Consultation",
		preferred_date: null,
		preferred_time: null,
		message: [
			`Company: ${form.company ?? notSpecified}`,
			`Industry: ${labelOf(industryOptions, form.industry)}`,
			`Timeline: ${labelOf(timelineOptions, form.timeline)}`,
			`Budget: ${labelOf(budgetOptions, form.budget)}`,
			"",
			form.projectDescription,
		].join("\n"),
		status: "new",
		invite: true,
	};
}

/** The message of a call form without the questions that the visitor left blank. */
export function answeredOnly(message: string): string {
	const [answers = "", ...description] = message.split("\n\n");
	const given = answers.split("\n").filter((line) => !line.endsWith(`: ${notSpecified}`));
	return [given.join("\n"), ...description].filter(Boolean).join("\n\n");
}

/** Whatever its status (specification 4): over 24 hours red, over 8 hours yellow. */
export const bookingUrgency = (row: { created_at: string }, now: number) =>
	urgencyByAge(row.created_at, now, { yellow: 8, red: 24, otherwise: "green" });
