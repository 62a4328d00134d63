import { Hono } from "hono";
import type { Deps } from "#platform/process/deps.server.ts";
import { countDashboard, listTrends } from "./dashboard.server.ts";

/** What waits, at one look. */
export function dashboardApi({ db, clock }: Pick<Deps, "db" | "clock">) {
	return new Hono()
		.get("/", async (c) => c.json(await countDashboard(db, clock())))
		.get("/trends", async (c) => c.json(await listTrends(db, clock())));
}
