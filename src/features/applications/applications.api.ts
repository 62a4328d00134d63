import type { Context } from "hono";
import type { FormDeps } from "#features/forms/submission.server.ts";
import { answerDownload } from "#platform/files/stored-file.server.ts";
import { parseId } from "#platform/http/validate.server.ts";
import { recordApi } from "#platform/records/record-api.server.ts";
import { changeStatuses, getRecord, theRecord, updateRecord } from "#platform/records/records.server.ts";
import { applications } from "./applications.record.server.ts";
import { applicationChangeSchema, applicationStatusesChangeSchema } from "./applications.schema.ts";
import { deleteApplication, listPositions } from "./applications.server.ts";
import { resumeDownloadName } from "./apply/resume-rules.ts";
import { submitApplication } from "./apply/submit-application.server.ts";

/** For reviewing applications, for staff; and POST, which the candidate's page uses once its script runs. */
export function applicationsApi(deps: FormDeps) {
	const { db, storage } = deps;
	const applicationId = (c: Context) => parseId(c.req.param("id") ?? "", theRecord(applications));
	return recordApi(deps, applications, {
		change: applicationChangeSchema,
		update: (tx, id, change) => updateRecord(tx, applications, id, change),
		statuses: applicationStatusesChangeSchema,
		updateStatuses: (tx, change) => changeStatuses(tx, applications, change),
	})
		.post("/", async (c) => {
			const { submission, status, headers } = await submitApplication(c.req.raw, deps);
			return c.json(submission, status, headers);
		})
		.get("/positions", async (c) => c.json({ positions: await listPositions(db) }))
		.delete("/:id", async (c) => {
			await deleteApplication(deps, c.get("account").userId, applicationId(c));
			return c.body(null, 204);
		})
		.get("/:id/resume", async (c) => {
			const { applicant_name, resume_url } = await getRecord(db, applications, applicationId(c));
			const name = resumeDownloadName(applicant_name, resume_url ?? "");
			return answerDownload(storage, "resumes", resume_url, "This resume", { name });
		});
}
