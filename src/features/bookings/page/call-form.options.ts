// The dropdowns of the call form (specification 9), in their order. Apart from the schema, so that the page does not carry Zod.
import type { ServiceType } from "#features/bookings/service-types.ts";

export type Options = readonly { value: string; label: string }[];

export const industryOptions = [
	{ value: "technology", label: "Technology" },
	{ value: "healthcare", label: "Healthcare" },
	{ value: "finance", label: "Finance" },
	{ value: "retail", label: "Retail" },
	{ value: "manufacturing", label: "Manufacturing" },
	{ value: "nonprofit", label: "Nonprofit" },
	{ value: "other", label: "Other" },
] as const satisfies Options;

/** As they are stored; the page calls the services as the firm does. */
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
	{ value: "50k-plus", label: "$50k or more" },
	{ value: "discuss", label: "Let's discuss" },
] as const satisfies Options;
