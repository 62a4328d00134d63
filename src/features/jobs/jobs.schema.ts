import { z } from "zod";
import { requiredLine, requiredText, textLimits } from "#lib/fields.ts";

/** Caps on a job's texts, in characters, and on the number of its requirements. */
const limits = { title: 200, location: 200, type: 100, requirement: 500, requirements: 50 } as const;

export const jobInputSchema = z.object({
	title: requiredLine(limits.title, "Please enter a title."),
	location: requiredLine(limits.location, "Please enter a location."),
	type: requiredLine(limits.type, "Please enter a type, such as Full-time."),
	description: requiredText(textLimits.message, "Please describe the job."),
	requirements: z
		.array(requiredLine(limits.requirement, "Please fill in every requirement, or remove it."), {
			error: "Please give the requirements as a list.",
		})
		.max(limits.requirements, `Please keep to ${limits.requirements} requirements.`),
	is_active: z.boolean({ error: "Please say whether the job is open." }),
});
export type JobInput = z.infer<typeof jobInputSchema>;

/** What is not named stays as it is. */
export const jobChangeSchema = jobInputSchema
	.partial()
	.refine((change) => Object.keys(change).length > 0, "Please say what to change.");
export type JobChange = z.infer<typeof jobChangeSchema>;
