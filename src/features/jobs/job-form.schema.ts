import { z } from "zod";
import { type JobInput, jobInputSchema } from "./jobs.schema.ts";

/** The job while it is edited: a requirement is an object, which keeps its identity while the list is reordered. */
export const jobFormSchema = jobInputSchema.extend({
	requirements: z.array(z.object({ text: jobInputSchema.shape.requirements.element })),
});
export type JobForm = z.output<typeof jobFormSchema>;

export const emptyJob: JobForm = {
	title: "",
	location: "",
	type: "",
	description: "",
	requirements: [],
	is_active: true,
};

export const formOfJob = ({ title, location, type, description, requirements, is_active }: JobInput): JobForm => ({
	...{ title, location, type, description, is_active },
	requirements: requirements.map((text) => ({ text })),
});

/** A copy begins closed: nobody should apply for it before somebody has looked at it. */
export const copyOfJob = (job: JobInput): JobForm => ({
	...formOfJob(job),
	title: `${job.title} (copy)`,
	is_active: false,
});

export const jobOfForm = ({ requirements, ...job }: JobForm): JobInput => ({
	...job,
	requirements: requirements.map(({ text }) => text),
});
