import { Hono } from "hono";
import { validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { pageQuerySchema } from "#platform/records/keyset.server.ts";
import { activityFilterSchema } from "./activity.schema.ts";
import { listActivity, listActors, presentActivity } from "./activity.server.ts";

/** Who changed what and when. These endpoints only read. */
export function activityApi({ db }: Pick<Deps, "db">) {
	return new Hono()
		.get("/", validateQuery(pageQuerySchema.extend(activityFilterSchema.shape)), async (c) => {
			const { rows, next } = await listActivity(db, c.req.valid("query"));
			return c.json({ rows: rows.map(presentActivity), next });
		})
		.get("/actors", async (c) => c.json({ actors: await listActors(db) }));
}
