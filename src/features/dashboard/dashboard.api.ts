import { Hono } from "hono";
import type { AccountEnv } from "#platform/http/account.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { seenSources } from "#platform/records/record-api.server.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { countDashboard, listOldestWaiting, listTrends } from "./dashboard.server.ts";

/** What is waiting, at a glance. */
export function dashboardApi({ db, clock }: Pick<Deps, "db" | "clock">, sources: readonly RecordSource[]) {
	return new Hono<AccountEnv>()
		.get("/", async (c) => c.json(await countDashboard(db, seenSources(c, sources), clock())))
		.get("/trends", async (c) => c.json(await listTrends(db, seenSources(c, sources), clock())))
		.get("/oldest", async (c) => c.json({ rows: await listOldestWaiting(db, seenSources(c, sources), clock()) }));
}
