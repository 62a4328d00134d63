import { Hono } from "hono";
import type { Deps } from "#platform/process/deps.server.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { countDashboard, listOldestWaiting, listTrends } from "./dashboard.server.ts";

/** What is waiting, at a glance. */
export function dashboardApi({ db, clock }: Pick<Deps, "db" | "clock">, sources: readonly RecordSource[]) {
	return new Hono()
		.get("/", async (c) => c.json(await countDashboard(db, sources, clock())))
		.get("/trends", async (c) => c.json(await listTrends(db, sources, clock())))
		.get("/oldest", async (c) => c.json({ rows: await listOldestWaiting(db, sources, clock()) }));
}
