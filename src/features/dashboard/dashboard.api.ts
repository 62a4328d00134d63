import { Hono } from "hono";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { validateJson } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { seenSources } from "#platform/records/record-api.server.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { countDashboard, listOldestWaiting, listTrends } from "./dashboard.server.ts";
import { tickSchema } from "./make-it-yours.schema.ts";
import { listOwnItems, tickOff } from "./make-it-yours.server.ts";

/** What is waiting, at a glance. */
export function dashboardApi(deps: Deps, sources: readonly RecordSource[]) {
	const { db, clock } = deps;
	return new Hono<AccountEnv>()
		.get("/", async (c) => c.json(await countDashboard(db, seenSources(c, sources), clock())))
		.get("/trends", async (c) => c.json(await listTrends(db, seenSources(c, sources), clock())))
		.get("/oldest", async (c) => c.json({ rows: await listOldestWaiting(db, seenSources(c, sources), clock()) }))
		.get("/make-it-yours", async (c) => c.json({ items: await listOwnItems(deps) }))
		.patch("/make-it-yours", validateJson(tickSchema), async (c) => {
			await tickOff(deps, c.req.valid("json"));
			return c.json({ items: await listOwnItems(deps) });
		});
}
