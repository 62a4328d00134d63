import { Hono } from "hono";
import type { AccountEnv } from "#platform/account.server.ts";
import { inNameOf } from "#platform/actor.server.ts";
import { clientOf } from "#platform/client.server.ts";
import type { Database } from "#platform/database.server.ts";
import type { Deps } from "#platform/deps.server.ts";
import { parseId, validateJson } from "#platform/validate.server.ts";
import { roleChangeSchema } from "./users.schema.ts";
import { endSessionsOf, getProfile, listUsers, updateRole } from "./users.server.ts";

export function usersApi(deps: Deps) {
	const { db, settings } = deps;
	return new Hono<AccountEnv>()
		.get("/", async (c) => c.json(await listUsers(db)))
		.patch("/:id/role", validateJson(roleChangeSchema), async (c) => {
			const userId = parseId(c.req.param("id"), "This user");
			const caller = c.get("account").userId;
			const { role } = c.req.valid("json");
			const change = (tx: Database) => updateRole({ ...deps, db: tx }, caller, userId, role);
			return c.json(await inNameOf(db, caller, change, clientOf(c, settings)));
		})
		.delete("/:id/sessions", async (c) => {
			const userId = parseId(c.req.param("id"), "This user");
			await endSessionsOf(deps, c.get("account").userId, userId, clientOf(c, settings));
			return c.body(null, 204);
		});
}

/** The caller's own profile: what the guard of the back office asks. */
export function profileApi({ db }: Deps) {
	return new Hono<AccountEnv>().get("/", async (c) => {
		const { id, user_id, email, full_name, role } = await getProfile(db, c.get("account").userId);
		return c.json({ id, user_id, email, full_name, role });
	});
}
