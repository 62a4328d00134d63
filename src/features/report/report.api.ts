import { Hono } from "hono";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { reportQuerySchema } from "./report.schema.ts";
import { makeReport } from "./report.server.ts";

/** How the firm's work has gone, by month. */
export function reportApi({ db, clock }: Pick<Deps, "db" | "clock">) {
	return new Hono<AccountEnv>().get("/", validateQuery(reportQuerySchema), async (c) =>
		c.json(await makeReport(db, clock(), c.req.valid("query").months, c.get("account").areas)),
	);
}
