import { Hono } from "hono";
import { validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { reportQuerySchema } from "./report.schema.ts";
import { makeReport } from "./report.server.ts";

/** How the firm's work has gone, by month. */
export function reportApi({ db, clock }: Pick<Deps, "db" | "clock">) {
	return new Hono().get("/", validateQuery(reportQuerySchema), async (c) =>
		c.json(await makeReport(db, clock(), c.req.valid("query").months)),
	);
}
