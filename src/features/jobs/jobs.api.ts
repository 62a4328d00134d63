import { Hono } from "hono";
import type { AccountEnv } from "#platform/account.server.ts";
import { inNameOf } from "#platform/actor.server.ts";
import type { Deps } from "#platform/deps.server.ts";
import { parseId, validateJson } from "#platform/validate.server.ts";
import { jobChangeSchema, jobInputSchema } from "./jobs.schema.ts";
import { createJob, deleteJob, listJobs, presentJob, updateJob } from "./jobs.server.ts";

/** Staff's side of jobs; visitors read the open ones on the public pages. */
export function jobsApi({ db }: Pick<Deps, "db">) {
	return new Hono<AccountEnv>()
		.get("/", async (c) => {
			const jobs = await listJobs(db);
			return c.json({ jobs: jobs.map(({ applicants, ...job }) => ({ ...presentJob(job), applicants })) });
		})
		.post("/", validateJson(jobInputSchema), async (c) => {
			const job = await inNameOf(db, c.get("account").userId, (tx) => createJob(tx, c.req.valid("json")));
			return c.json(presentJob(job), 201);
		})
		.patch("/:id", validateJson(jobChangeSchema), async (c) => {
			const id = parseId(c.req.param("id"), "This job");
			const job = await inNameOf(db, c.get("account").userId, (tx) => updateJob(tx, id, c.req.valid("json")));
			return c.json(presentJob(job));
		})
		.delete("/:id", async (c) => {
			const id = parseId(c.req.param("id"), "This job");
			await inNameOf(db, c.get("account").userId, (tx) => deleteJob(tx, id));
			return c.body(null, 204);
		});
}
