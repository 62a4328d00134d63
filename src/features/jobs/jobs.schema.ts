import { z } from "zod";
import { dateField, optionalLine, orNull, requiredLine, requiredText, textLimits } from "#lib/fields.ts";
import { salaryUnits } from "#lib/salary.ts";
import { creationFields, saveFields, versionCounter } from "#lib/saves.ts";
import { defineStatuses } from "#lib/status.ts";
import { statusesChangeSchema } from "#lib/status-change.ts";

/** Caps on a job's texts, in characters, on the number of its requirements, and on a salary. */
const limits = {
	title: 200,
	location: 200,
	type: 100,
	requirement: 500,
	requirements: 50,
	salary: 10_000_000,
} as const;

const amountMessage = `Please enter a whole amount up to ${limits.salary.toLocaleString("en-US")}.`;
const amount = orNull(
	z
		.union(
			[
				z.number(),
				z
					.string()
					.regex(/^\d{1,9}$/, amountMessage)
					.transform(Number),
			],
			{ error: amountMessage },
		)
		.pipe(z.number(amountMessage).int(amountMessage).min(1, amountMessage).max(limits.salary, amountMessage)),
);

const countryMessage = "Please enter the two-letter country code, such as US.";
const country = z
	.string(countryMessage)
	.trim()
	.regex(/^[a-z]{2}$/i, countryMessage)
	.toUpperCase();

export const jobFields = z.object({
	title: requiredLine(limits.title, "Please enter a title."),
	/** As candidates read it. */
	location: requiredLine(limits.location, "Please enter a location."),
	type: requiredLine(limits.type, "Please enter a type, such as Full-time."),
	description: requiredText(textLimits.message, "Please describe the job."),
	requirements: z
		.array(requiredLine(limits.requirement, "Please fill in every requirement, or remove it."), {
			error: "Please provide the requirements as a list.",
		})
		.max(limits.requirements, `Please enter at most ${limits.requirements} requirements.`),
	is_active: z.boolean({ error: "Please choose whether the job is open." }),
	// What search engines ask for beside it (job-posting.ts).
	/** Done from anywhere, all of the time: some days at home are not that. */
	remote: z.boolean({ error: "Please choose whether the job is fully remote." }).optional(),
	locality: optionalLine(limits.location).optional(),
	region: optionalLine(limits.location).optional(),
	/** ISO 3166-1. */
	country: orNull(country).optional(),
	valid_through: orNull(dateField("Please enter a date.")).optional(),
	salary_min: amount.optional(),
	salary_max: amount.optional(),
	salary_unit: orNull(z.enum(salaryUnits, { error: "Please choose the pay period." })).optional(),
});

type Checked = Partial<Omit<z.output<typeof jobFields>, "requirements">>;

/** What the fields of a job demand of each other, by the field that lacks it. */
export function jobErrors(job: Checked): Record<string, string> {
	const errors: Record<string, string> = {};
	const refuse = (field: keyof Checked, message: string) => {
		errors[field] = message;
	};
	if (job.remote && !job.country) refuse("country", "Please enter the country where remote candidates must live.");
	if (job.salary_max && !job.salary_min) refuse("salary_min", "Please enter the minimum salary, too.");
	if (job.salary_min && job.salary_max && job.salary_max < job.salary_min) {
		refuse("salary_max", "Please enter an amount at or above the minimum salary.");
	}
	if (job.salary_min && !job.salary_unit) refuse("salary_unit", "Please choose the pay period.");
	return errors;
}

export function checkJob(job: Checked, context: z.RefinementCtx): void {
	for (const [field, message] of Object.entries(jobErrors(job))) {
		context.addIssue({ code: "custom", path: [field], message });
	}
}

export const jobInputSchema = jobFields.extend(creationFields).superRefine(checkJob);
export type JobInput = z.infer<typeof jobInputSchema>;

/** The address of a job that is there already. */
export const jobSlug = requiredLine(limits.title, "Please enter a slug.");

/** What is not named stays as it is. */
export const jobChangeSchema = jobFields
	.partial()
	.extend({
		slug: jobSlug.optional(),
		version: versionCounter,
		...saveFields,
	})
	.superRefine((change, context) => {
		const { version, save_id, ...fields } = change;
		if (Object.keys(fields).length === 0)
			context.addIssue({ code: "custom", message: "Please change at least one field." });
	});
export type JobChange = z.infer<typeof jobChangeSchema>;

/** What `is_active` says, in the words of the list. */
const jobStatuses = defineStatuses({ open: ["Open", "green"], closed: ["Closed", "grey"] });
export type JobStatus = (typeof jobStatuses.statuses)[number];
export const { labels: jobStatusLabels, tones: jobStatusTones } = jobStatuses;

export const jobStatusesChangeSchema = statusesChangeSchema(jobStatuses.statuses);
export type JobStatusesChange = z.infer<typeof jobStatusesChangeSchema>;
