import { Hono } from "hono";
import { answerDownload } from "#platform/files/stored-file.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { parseId } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import {
	countQuarantined,
	discard,
	getQuarantined,
	listQuarantined,
	type Releases,
	release,
} from "./quarantine.server.ts";
import { presentQuarantined } from "./quarantine-notices.server.ts";

const what = "This submission";

/** Submissions on hold: staff review them, and release or delete each. */
export function quarantineApi(deps: Pick<Deps, "db" | "storage">, releases: Releases) {
	const { db, storage } = deps;
	return new Hono<AccountEnv>()
		.get("/", async (c) => c.json({ rows: (await listQuarantined(db)).map(presentQuarantined) }))
		.get("/counts", async (c) => c.json(await countQuarantined(db)))
		.post("/:id/release", async (c) => {
			await release(deps, releases, c.get("account").userId, parseId(c.req.param("id"), what));
			return c.body(null, 204);
		})
		.delete("/:id", async (c) => {
			await discard(deps, c.get("account").userId, parseId(c.req.param("id"), what));
			return c.body(null, 204);
		})
		.get("/:id/file", async (c) => {
			const { file, file_name } = await getQuarantined(db, parseId(c.req.param("id"), what));
			return answerDownload(storage, "quarantine", file, "This file", { name: file_name ?? file ?? "" });
		});
}
