import { Hono } from "hono";
import { z } from "zod";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { validateQuery } from "#platform/http/validate.server.ts";
import { limitCallers } from "#platform/limits/limit-callers.server.ts";
import type { RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { defaultDays, listCallSlots } from "./call-slots.server.ts";

const querySchema = z.object({
	from: z.iso
		.date("Please provide a date like 2026-11-23.")
		.refine((date) => date >= "0001-01-01", "Please provide a date like 2026-11-23.")
		.optional(),
	days: z
		.string()
		.regex(/^\d{1,2}$/, "Please provide a number of days from 1 to 62.")
		.transform(Number)
		.refine((days) => days >= 1 && days <= 62, "Please provide a number of days from 1 to 62.")
		.optional(),
});

const looks: RateLimit = { name: "call-slots", points: 120, seconds: 60 };

/** The free times of calls, for anyone: nothing but starts. */
export function callSlotsApi(deps: Pick<Deps, "db" | "clock" | "metrics" | "rateLimits" | "settings">) {
	return new Hono<AccountEnv>().get(
		"/",
		async (c, next) => {
			c.header("cache-control", "no-store");
			await next();
		},
		limitCallers(deps, looks),
		validateQuery(querySchema),
		async (c) => {
			const { from, days = defaultDays } = c.req.valid("query");
			return c.json(await listCallSlots(deps, { from, days }));
		},
	);
}
