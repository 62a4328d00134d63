import { Hono } from "hono";
import { statusesBodyLimit } from "#lib/status-change.ts";
import { withActor } from "#platform/database/actor.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { parseId, validateJson, validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { listQuerySchema } from "#platform/records/keyset.server.ts";
import { presentStatus } from "#platform/records/statuses.server.ts";
import { jobChangeSchema, jobInputSchema, jobStatusesChangeSchema } from "./jobs.schema.ts";
import {
	changeJobStatuses,
	countApplicants,
	createJob,
	deleteJob,
	getJob,
	listJobs,
	presentJob,
	statusOfJob,
	updateJob,
} from "./jobs.server.ts";

/** Staff's side of jobs; visitors read the open ones on the public pages. */
export function jobsApi({ db }: Pick<Deps, "db">) {
	return new Hono<AccountEnv>()
		.get("/", validateQuery(listQuerySchema), async (c) => {
			const { rows, next } = await listJobs(db, c.req.valid("query"));
			return c.json({ rows: rows.map(presentJob), next });
		})
		.get("/applicants", async (c) => c.json(await countApplicants(db)))
		.get("/:id", async (c) => c.json(presentJob(await getJob(db, parseId(c.req.param("id"), "This job")))))
		.post("/statuses", validateJson(jobStatusesChangeSchema, statusesBodyLimit), async (c) => {
			const change = c.req.valid("json");
			const changed = await withActor(db, c.get("account").userId, (tx) => changeJobStatuses(tx, change));
			return c.json({
				changed: changed.map((row) => presentStatus({ ...row, status: statusOfJob(row) })),
			});
		})
		.post("/", validateJson(jobInputSchema), async (c) => {
			const job = await withActor(db, c.get("account").userId, (tx) => createJob(tx, c.req.valid("json")));
			return c.json(presentJob(job), 201);
		})
		.patch("/:id", validateJson(jobChangeSchema), async (c) => {
			const id = parseId(c.req.param("id"), "This job");
			const job = await withActor(db, c.get("account").userId, (tx) => updateJob(tx, id, c.req.valid("json")));
			return c.json(presentJob(job));
		})
		.delete("/:id", async (c) => {
			const id = parseId(c.req.param("id"), "This job");
			await withActor(db, c.get("account").userId, (tx) => deleteJob(tx, id));
			return c.body(null, 204);
		});
}
