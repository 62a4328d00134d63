import { z } from "zod";
import type { PresentedJob } from "./jobs.record.server.ts";
import { checkJob, type JobInput, jobFields, jobSlug } from "./jobs.schema.ts";

/** The job while it is edited: a requirement is an object, which keeps its identity while the list is reordered. */
export const jobFormSchema = jobFields
	.extend({
		requirements: z.array(z.object({ text: jobFields.shape.requirements.element })),
		/** Of a job that is there already. */
		slug: jobSlug.optional(),
	})
	.superRefine(checkJob);
/** As it is typed; the schema reads it. */
export type JobForm = Omit<z.output<typeof jobFormSchema>, "salary_min" | "salary_max"> & {
	salary_min: number | string | null;
	salary_max: number | string | null;
};

export const emptyJob: JobForm = {
	title: "",
	location: "",
	type: "",
	description: "",
	requirements: [],
	is_active: true,
	remote: false,
	locality: "",
	region: "",
	country: "",
	valid_through: "",
	salary_min: "",
	salary_max: "",
	salary_unit: null,
};

export const formOfJob = ({
	id: _,
	version,
	save_ids,
	created_at,
	updated_at,
	status,
	requirements,
	...job
}: PresentedJob): JobForm => ({
	...job,
	requirements: requirements.map((text) => ({ text })),
});

/** A copy starts closed, so that no one applies before staff have reviewed it. It gets an address of its own. */
export function copyOfJob(job: PresentedJob): JobForm {
	const { slug: _, ...form } = formOfJob(job);
	return { ...form, title: `${job.title} (copy)`, is_active: false };
}

export const jobOfForm = ({
	requirements,
	...job
}: z.output<typeof jobFormSchema>): JobInput & { slug?: string | undefined } => ({
	...job,
	requirements: requirements.map(({ text }) => text),
});
