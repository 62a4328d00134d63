import { type Context, Hono } from "hono";
import { pick } from "#lib/pick.ts";
import { answerDownload } from "#platform/files/stored-file.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { parseId } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { sees } from "#records.ts";
import {
	countQuarantined,
	discard,
	getQuarantined,
	listQuarantined,
	type Releases,
	release,
} from "./quarantine.server.ts";
import { presentQuarantined } from "./quarantine-notices.server.ts";
import { formNames, formRecords } from "./waiting-forms.ts";

const what = "This submission";

/** Submissions on hold: staff review them, and release or delete each. */
export function quarantineApi(deps: Pick<Deps, "db" | "storage">, releases: Releases) {
	const { db, storage } = deps;
	const formsOf = (c: Context<AccountEnv>) => {
		const { areas } = c.get("account");
		return areas === null ? undefined : formNames.filter((form) => sees(areas, formRecords[form]));
	};
	/** @throws {HttpError} 404 also for a submission that the caller may not see */
	async function idOf(c: Context<AccountEnv>): Promise<string> {
		const id = parseId(c.req.param("id") ?? "", what);
		const { form } = await getQuarantined(db, id);
		await c.get("record")({ table: formRecords[form], id, what });
		return id;
	}
	return new Hono<AccountEnv>()
		.get("/", async (c) => c.json({ rows: (await listQuarantined(db, formsOf(c))).map(presentQuarantined) }))
		.get("/counts", async (c) => c.json(pick(await countQuarantined(db), formsOf(c) ?? formNames)))
		.post("/:id/release", async (c) => {
			await release(deps, releases, c.get("account").userId, await idOf(c));
			return c.body(null, 204);
		})
		.delete("/:id", async (c) => {
			await discard(deps, c.get("account").userId, await idOf(c));
			return c.body(null, 204);
		})
		.get("/:id/file", async (c) => {
			const { file, file_name } = await getQuarantined(db, await idOf(c));
			return answerDownload(storage, "quarantine", file, "This file", { name: file_name ?? file ?? "" });
		});
}
