import type { Context } from "hono";
import { parseId, validateJson } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { recordApi, withCaller } from "#platform/records/record-api.server.ts";
import { getRecord, theRecord } from "#platform/records/records.server.ts";
import { jobs } from "./jobs.record.server.ts";
import { jobChangeSchema, jobInputSchema, jobStatusesChangeSchema } from "./jobs.schema.ts";
import { countApplicants, createJob, deleteJob, updateJob, updateJobStatuses } from "./jobs.server.ts";

/** Staff's side of jobs; visitors read the open ones on the public pages. */
export function jobsApi(deps: Pick<Deps, "db" | "clock">) {
	const { db } = deps;
	const jobId = (c: Context) => parseId(c.req.param("id") ?? "", theRecord(jobs));
	return recordApi(deps, jobs, {
		change: jobChangeSchema,
		update: updateJob,
		statuses: jobStatusesChangeSchema,
		updateStatuses: updateJobStatuses,
	})
		.get("/applicants", async (c) => c.json(await countApplicants(db)))
		.get("/:id", async (c) => c.json(jobs.present(await getRecord(db, jobs, jobId(c)))))
		.post("/", validateJson(jobInputSchema), async (c) => {
			const job = await withCaller(db, c, (tx) => createJob(tx, c.req.valid("json")));
			return c.json(jobs.present(job), 201);
		})
		.delete("/:id", async (c) => {
			const id = jobId(c);
			await withCaller(db, c, (tx) => deleteJob(tx, id));
			return c.body(null, 204);
		});
}
