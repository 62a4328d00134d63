import type { Context } from "hono";
import { contentDisposition } from "#lib/text/content-disposition.ts";
import { notFound } from "#platform/http/http-errors.server.ts";
import { parseId } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { recordApi } from "#platform/records/record-api.server.ts";
import { changeStatuses, getRecord, theRecord, updateRecord } from "#platform/records/records.server.ts";
import { applications } from "./applications.record.server.ts";
import { applicationChangeSchema, applicationStatusesChangeSchema } from "./applications.schema.ts";
import { deleteApplication, listPositions } from "./applications.server.ts";
import { resumeDownloadName } from "./apply/resume-rules.ts";
import { submitApplication } from "./apply/submit-application.server.ts";

/** For reviewing applications, for staff; and POST, which the candidate's page uses once its script runs. */
export function applicationsApi(
	deps: Pick<Deps, "db" | "storage" | "clock" | "logger" | "settings" | "jobs" | "rateLimits">,
) {
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
			const application = await getRecord(db, applications, applicationId(c));
			const fileName = application.resume_url;
			const file = fileName && (await storage.get("resumes", fileName));
			if (!file) throw notFound("This resume");
			return c.body(file.body, 200, {
				"content-type": file.type,
				"content-length": String(file.size),
				// Whatever the file contains, it is never shown as a page of this site. The preview loads it as data.
				"content-disposition": contentDisposition(
					"attachment",
					resumeDownloadName(application.applicant_name, fileName),
				),
				"x-content-type-options": "nosniff",
				"cache-control": "private, no-store",
			});
		});
}
