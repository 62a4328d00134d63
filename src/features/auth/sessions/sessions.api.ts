import { Hono } from "hono";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { parseId } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { endSession, endSessions, listSessions } from "./sessions.server.ts";

/** The caller's own sessions, for the screen Security. */
export function sessionsApi(deps: Deps) {
	return new Hono<AccountEnv>()
		.get("/", async (c) => c.json({ sessions: await listSessions(deps.db, c.get("account")) }))
		.delete("/", async (c) => {
			const { sessionId: id, userId: user_id } = c.get("account");
			await endSessions(deps, { id, user_id }, "others");
			return c.body(null, 204);
		})
		.delete("/:id", async (c) => {
			await endSession(deps, c.get("account"), parseId(c.req.param("id"), "This session"));
			return c.body(null, 204);
		});
}
