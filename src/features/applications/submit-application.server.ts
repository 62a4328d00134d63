import { z } from "zod";
import type { Deps } from "#platform/deps.server.ts";
import { takeSubmission } from "#platform/submission.server.ts";
import { readUpload, type UploadedFile } from "#platform/upload.server.ts";
import { applicationFormSchema, inspectApplication } from "./applications.schema.ts";
import { createApplication } from "./applications.server.ts";
import { resumeProblem } from "./resume.server.ts";
import { maxResumeBytes } from "./resume-rules.ts";

const uploadSchema = applicationFormSchema.extend({
	resume: z.custom<UploadedFile>().superRefine(async (file: UploadedFile | undefined, context) => {
		const problem = await resumeProblem(file);
		if (problem) context.addIssue(problem);
	}),
});

/** A candidate's form, however it was sent: by the page's script or, without one, by the browser itself. */
export function submitApplication(
	request: Request,
	deps: Pick<Deps, "db" | "storage" | "clock" | "logger" | "settings" | "jobs" | "rateLimits">,
) {
	return takeSubmission(request, deps, {
		read: async () => {
			const form = await readUpload(request, deps.settings, { name: "resume", maxBytes: maxResumeBytes });
			const fields = { ...form.fields, resume: form.file };
			return { fields, [Symbol.asyncDispose]: () => form[Symbol.asyncDispose]() };
		},
		schema: uploadSchema,
		inspect: ({ resume, ...form }) => ({ ...inspectApplication(form), file: resume }),
		save: ({ resume, ...form }) => createApplication(deps, form, resume),
	});
}
