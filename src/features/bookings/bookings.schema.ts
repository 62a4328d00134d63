import { z } from "zod";
import { emailField, optionalChoice, optionalText, requiredText, textLimits } from "#lib/fields.ts";
import { requestStatuses } from "#lib/status.ts";
import { statusChangeSchema } from "#lib/status-change.ts";

/** Stored as they read (decisions: bookings and contacts). */
export const serviceTypes = [
	"Corporate Communications",
	"Brand Development",
	"Public Relations",
	"Contact Center Services",
	"Photography",
	"Videography",
	"Graphic Design",
	"General Consultation",
	"Blocked Time",
] as const;
export type ServiceType = (typeof serviceTypes)[number];

type Options = readonly { value: string; label: string }[];

/** The dropdowns of the call form (specification 9), in their order. */
export const industryOptions = [
	{ value: "technology", label: "Technology" },
	{ value: "healthcare", label: "Healthcare" },
	{ value: "finance", label: "Finance" },
	{ value: "retail", label: "Retail" },
	{ value: "manufacturing", label: "Manufacturing" },
	{ value: "nonprofit", label: "Nonprofit" },
	{ value: "other", label: "Other" },
] as const satisfies Options;

export const serviceInterestOptions = [
	{ value: "corporate-communications", label: "Corporate Communications", serviceType: "Corporate Communications" },
	{ value: "brand-development", label: "Brand Development", serviceType: "Brand Development" },
	{ value: "public-relations", label: "Public Relations", serviceType: "Public Relations" },
	{ value: "contact-center", label: "Contact Center", serviceType: "Contact Center Services" },
	{ value: "photography", label: "Photography", serviceType: "Photography" },
	{ value: "videography", label: "Videography", serviceType: "Videography" },
	{ value: "graphic-design", label: "Graphic Design", serviceType: "Graphic Design" },
	{ value: "multiple", label: "Multiple services", serviceType: "General Consultation" },
] as const satisfies readonly { value: string; label: string; serviceType: ServiceType }[];

export const timelineOptions = [
	{ value: "immediate", label: "Immediately" },
	{ value: "month", label: "Within a month" },
	{ value: "quarter", label: "Within a quarter" },
	{ value: "planning", label: "Still planning" },
] as const satisfies Options;

export const budgetOptions = [
	{ value: "under-5k", label: "Under $5k" },
	{ value: "5k-15k", label: "$5k–$15k" },
	{ value: "15k-50k", label: "$15k–$50k" },
	{ value: "50k-plus", label: "$50k and more" },
	{ value: "discuss", label: "Let's discuss" },
] as const satisfies Options;

const valuesOf = <T extends string>(options: readonly { value: T }[]) =>
	options.map((option) => option.value) as [T, ...T[]];

export const callFormSchema = z.object({
	firstName: requiredText(textLimits.name / 2, "Please enter your first name."),
	lastName: requiredText(textLimits.name / 2 - 1, "Please enter your last name."),
	email: emailField,
	phone: requiredText(textLimits.phone, "Please enter a phone number."),
	company: optionalText(textLimits.name),
	industry: optionalChoice(valuesOf(industryOptions)),
	serviceInterest: optionalChoice(valuesOf(serviceInterestOptions)),
	timeline: optionalChoice(valuesOf(timelineOptions)),
	budget: optionalChoice(valuesOf(budgetOptions)),
	projectDescription: requiredText(textLimits.message, "Please describe your project."),
});
export type CallForm = z.infer<typeof callFormSchema>;

/** What staff enter by hand; date and time may each be missing, which reads as 'Flexible'. */
export const bookingInputSchema = z.object({
	name: requiredText(textLimits.name, "Please enter a name."),
	email: emailField,
	phone: optionalText(textLimits.phone),
	service_type: z.enum(serviceTypes, { error: "Please choose a service type." }),
	preferred_date: z.preprocess((value) => value || null, z.iso.date("Please enter a date.").nullable()),
	preferred_time: z.preprocess((value) => value || null, z.iso.time("Please enter a time.").nullable()),
	message: optionalText(textLimits.message),
	status: z.enum(requestStatuses).default("new"),
});
export type BookingInput = z.infer<typeof bookingInputSchema>;

export const bookingChangeSchema = statusChangeSchema(requestStatuses);
export type BookingChange = z.infer<typeof bookingChangeSchema>;

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
	};
}
