import { Hono } from "hono";
import type { AccountEnv } from "#platform/http/account.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { describeBackups, requestBackup } from "./backups.server.ts";
import { describeSettings } from "./settings.server.ts";

/** How the site is set up, as its owner sees it. Only the person who runs the server can change that. */
export function settingsApi(deps: Deps) {
	return new Hono<AccountEnv>()
		.get("/", (c) => c.json({ settings: describeSettings(deps.settings) }))
		.get("/backup", async (c) => c.json(await describeBackups(deps)))
		.post("/backup", async (c) => {
			await requestBackup(deps);
			deps.logger.info({ by: c.get("account").userId }, "a backup was requested");
			return c.json(await describeBackups(deps), 202);
		});
}
