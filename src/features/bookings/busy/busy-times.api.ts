import type { Context } from "hono";
import { Hono } from "hono";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { parseId, validateJson } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { busySettingsSchema, busySourceSchema, takesCallsSchema } from "./busy-times.schema.ts";
import { addSource, getBusyTimes, removeSource, setTakesCalls, setUnread, testSource } from "./busy-times.server.ts";

/** Each member of staff's own calendars; of others, no one learns more than that they are busy. */
export function busyTimesApi(deps: Pick<Deps, "db" | "settings" | "clock">) {
	const userOf = (c: Context<AccountEnv>) => c.get("account").userId;
	const idOf = (c: Context<AccountEnv>) => parseId(c.req.param("id") ?? "", "This calendar");
	const answer = async (c: Context<AccountEnv>) => getBusyTimes(deps, userOf(c));
	return new Hono<AccountEnv>()
		.get("/", async (c) => c.json(await answer(c)))
		.patch("/", validateJson(takesCallsSchema), async (c) => {
			await setTakesCalls(deps, userOf(c), c.req.valid("json").takes_calls);
			return c.json(await answer(c));
		})
		.put("/settings", validateJson(busySettingsSchema), async (c) => {
			await setUnread(deps, c.req.valid("json").unread);
			return c.json(await answer(c));
		})
		.post("/sources", validateJson(busySourceSchema), async (c) => {
			await addSource(deps, userOf(c), c.req.valid("json").url);
			return c.json(await answer(c), 201);
		})
		.post("/sources/:id/test", async (c) => {
			await testSource(deps, userOf(c), idOf(c));
			return c.json(await answer(c));
		})
		.delete("/sources/:id", async (c) => {
			await removeSource(deps, userOf(c), idOf(c));
			return c.json(await answer(c));
		});
}
