import { Hono } from "hono";
import { statusesBodyLimit } from "#lib/status-change.ts";
import { contentDisposition } from "#lib/text/content-disposition.ts";
import { withActor } from "#platform/database/actor.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { notFound } from "#platform/http/http-errors.server.ts";
import { parseId, validateJson, validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { listQuerySchema } from "#platform/records/keyset.server.ts";
import { presentStatus } from "#platform/records/statuses.server.ts";
import { applicationChangeSchema, applicationStatusesChangeSchema } from "./applications.schema.ts";
import {
	changeApplicationStatuses,
	deleteApplication,
	getApplication,
	listApplications,
	presentApplication,
	updateApplication,
} from "./applications.server.ts";
import { resumeDownloadName } from "./apply/resume-rules.ts";
import { submitApplication } from "./apply/submit-application.server.ts";

/** Reviewing, for staff; and POST, through which the candidate's page sends once its script runs. */
export function applicationsApi(
	deps: Pick<Deps, "db" | "storage" | "clock" | "logger" | "settings" | "jobs" | "rateLimits">,
) {
	const { db, storage } = deps;
	return new Hono<AccountEnv>()
		.get("/", validateQuery(listQuerySchema), async (c) => {
			const { rows, next } = await listApplications(db, c.req.valid("query"));
			return c.json({ rows: rows.map(presentApplication), next });
		})
		.post("/", async (c) => {
			const { submission, status, headers } = await submitApplication(c.req.raw, deps);
			return c.json(submission, status, headers);
		})
		.post("/statuses", validateJson(applicationStatusesChangeSchema, statusesBodyLimit), async (c) => {
			const change = c.req.valid("json");
			const changed = await withActor(db, c.get("account").userId, (tx) => changeApplicationStatuses(tx, change));
			return c.json({ changed: changed.map(presentStatus) });
		})
		.patch("/:id", validateJson(applicationChangeSchema), async (c) => {
			const id = parseId(c.req.param("id"), "This application");
			const row = await withActor(db, c.get("account").userId, (tx) => updateApplication(tx, id, c.req.valid("json")));
			return c.json(presentApplication(row));
		})
		.delete("/:id", async (c) => {
			await deleteApplication(deps, c.get("account").userId, parseId(c.req.param("id"), "This application"));
			return c.body(null, 204);
		})
		.get("/:id/resume", async (c) => {
			const application = await getApplication(db, parseId(c.req.param("id"), "This application"));
			const fileName = application.resume_url;
			const file = fileName && (await storage.get("resumes", fileName));
			if (!file) throw notFound("This resume");
			return c.body(file.body, 200, {
				"content-type": file.type,
				"content-length": String(file.size),
				// Never shown as a page of this site, whatever is in it; the preview takes it as data.
				"content-disposition": contentDisposition(
					"attachment",
					resumeDownloadName(application.applicant_name, fileName),
				),
				"x-content-type-options": "nosniff",
				"cache-control": "private, no-store",
			});
		});
}
