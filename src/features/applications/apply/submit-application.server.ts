import { z } from "zod";
import { applicationFormSchema } from "#features/applications/applications.schema.ts";
import { receiveApplication } from "#features/applications/applications.server.ts";
import { resumeProblem } from "#features/applications/resume.server.ts";
import { clientKey, type FormDeps, takeSubmission } from "#features/forms/submission.server.ts";
import { checkRoomForFiles, readDiskSpace } from "#platform/files/disk-space.server.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import { readFields } from "#platform/http/read-body.server.ts";
import { type FileField, readUpload, type UploadedFile, uploadBodyLimit } from "#platform/http/upload.server.ts";
import type { ConcurrencyLimit } from "#platform/limits/rate-limits.server.ts";
import { maxResumeBytes } from "./resume-rules.ts";

const resumeField: FileField = { name: "resume", maxBytes: maxResumeBytes };

const uploadSchema = applicationFormSchema.extend({
	resume: z.custom<UploadedFile>().superRefine(async (file: UploadedFile | undefined, context) => {
		const problem = await resumeProblem(file);
		if (problem) context.addIssue(problem);
	}),
});

/**
 * Limits for each process. Two uploads allow for an office where two people send at the same moment; eight are as many
 * as a small server can receive. Eight very slow uploads would close the form for everyone, so while all places are
 * taken, each upload has to be at least as fast as a slow phone.
 */
const uploadsUnderWay: ConcurrencyLimit = {
	name: "resume-uploads",
	perKey: 2,
	perSite: 4,
	inAll: 8,
	leastRate: 20_000,
	graceMs: 15_000,
};

/** By then, a file of 10 MB has usually arrived. */
const uploadSeconds = 30;

const tooManyUploads = () =>
	new HttpError(429, "too_many_uploads", "We're receiving a lot of files right now. Please try again in 30 seconds.", {
		retryAfter: uploadSeconds,
	});

const tooSlow = () =>
	new HttpError(
		503,
		"upload_too_slow",
		"Your upload took too long while others were waiting. Please try again in 30 seconds.",
		{ retryAfter: uploadSeconds },
	);

/** A candidate's form, sent by the page's script or, without scripts, by the browser itself. */
export function submitApplication(request: Request, deps: FormDeps, diskSpace = readDiskSpace) {
	const bodyLimit = uploadBodyLimit(resumeField);
	const steps: Parameters<typeof takeSubmission<typeof uploadSchema>>[2] = {
		form: "application",
		read: async (names, resources) => {
			const place = deps.rateLimits.begin(uploadsUnderWay, clientKey(), tooSlow);
			if (place) resources.defer(place.end);
			const refused = place ? await checkRoomForFiles(deps, diskSpace) : tooManyUploads();
			if (!place || refused) return { fields: await readFields(request, names, bodyLimit), refused };
			const form = resources.use(
				await readUpload(request, deps.settings, resumeField, names, {
					onBytes: place.count,
					signal: place.signal,
				}),
			);
			return { fields: { ...form.fields, resume: form.file } };
		},
		schema: uploadSchema,
		bodyLimit,
		fileOf: ({ resume }) => resume,
		save: (counting, { resume, ...form }, reception) => receiveApplication(counting, form, resume, reception),
	};
	return takeSubmission(request, deps, steps, diskSpace);
}
