import { Readable } from "node:stream";
import { Hono } from "hono";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { validateJson } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { exportPerson } from "./export-person.server.ts";
import { erasureSchema, personSchema } from "./privacy.schema.ts";
import { erasePerson, previewErasure } from "./privacy.server.ts";

/** Addresses travel in the body: an address of a request stands in logs. */
export function privacyApi(deps: Deps, sources: readonly RecordSource[]) {
	return new Hono<AccountEnv>()
		.post("/export", validateJson(personSchema), async (c) => {
			const archive = await exportPerson(deps, sources, c.req.valid("json").email);
			deps.logger.info({ by: c.get("account").userId }, "exported all data about an email address");
			return c.body(Readable.toWeb(Readable.from(archive)) as ReadableStream, 200, {
				"content-type": "application/x-tar",
				"content-disposition": 'attachment; filename="person.tar"',
				"cache-control": "no-store",
			});
		})
		.post("/preview", validateJson(personSchema), async (c) =>
			c.json(await previewErasure(deps, sources, c.req.valid("json").email)),
		)
		.post("/erase", validateJson(erasureSchema), async (c) => {
			// Names of files are whatever their senders chose, so the note is not logged.
			const { counts, note, ...rest } = await erasePerson(
				deps,
				sources,
				c.get("account").userId,
				c.req.valid("json").email,
			);
			deps.logger.info({ by: c.get("account").userId, ...counts, ...rest }, "erased all data about an email address");
			return c.json({ ...counts, ...rest, ...(note && { note }) });
		});
}
