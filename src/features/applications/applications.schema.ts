import { z } from "zod";
import { emailField, optionalPhone, optionalText, requiredLine, textLimits } from "#lib/fields.ts";
import { defineStatuses } from "#lib/status.ts";
import { statusChangeSchema, statusesChangeSchema } from "#lib/status-change.ts";

export const {
	statuses: applicationStatuses,
	labels: applicationStatusLabels,
	tones: applicationStatusTones,
} = defineStatuses({
	pending: ["Pending", "yellow"],
	reviewing: ["Reviewing", "blue"],
	interviewed: ["Interviewed", "purple"],
	accepted: ["Accepted", "green"],
	rejected: ["Rejected", "red"],
});

export { generalApplication, generalTitle } from "./apply/general-application.ts";

/** What a candidate sends, beside the resume; `job_id` is a job's slug or id, or 'general-application'. */
export const applicationFormSchema = z.object({
	job_id: requiredLine(textLimits.name, "Please choose a job."),
	firstName: requiredLine(textLimits.name / 2, "Please enter your first name."),
	lastName: requiredLine(textLimits.name / 2 - 1, "Please enter your last name."),
	email: emailField,
	phone: optionalPhone,
	coverLetter: optionalText(textLimits.message),
});
export type ApplicationForm = z.infer<typeof applicationFormSchema>;

export const applicationChangeSchema = statusChangeSchema(applicationStatuses);

export const applicationStatusesChangeSchema = statusesChangeSchema(applicationStatuses);
