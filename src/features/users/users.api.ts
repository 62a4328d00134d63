import { Hono } from "hono";
import type { AccountEnv } from "#platform/account.server.ts";
import type { Deps } from "#platform/deps.server.ts";
import { parseId, validateJson } from "#platform/validate.server.ts";
import { roleChangeSchema } from "./users.schema.ts";
import { getProfile, listProfiles, updateRole } from "./users.server.ts";

export function usersApi({ db }: Deps) {
	return new Hono<AccountEnv>()
		.get("/", async (c) => c.json(await listProfiles(db)))
		.patch("/:id/role", validateJson(roleChangeSchema), async (c) => {
			const userId = parseId(c.req.param("id"), "This user");
			return c.json(await updateRole(db, c.get("account").userId, userId, c.req.valid("json").role));
		});
}

/** The caller's own profile: what the guard of the back office asks. */
export function profileApi({ db }: Deps) {
	return new Hono<AccountEnv>().get("/", async (c) => {
		const { id, user_id, email, full_name, role } = await getProfile(db, c.get("account").userId);
		return c.json({ id, user_id, email, full_name, role });
	});
}
