import type { Context } from "hono";
import { invoiceLimits } from "#features/invoices/invoices.schema.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { parseId, validateJson } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { listApi, withCaller } from "#platform/records/record-api.server.ts";
import { getRecord, theRecord } from "#platform/records/records.server.ts";
import { retainers } from "./retainers.record.server.ts";
import { newRetainerSchema, retainerUpdateSchema } from "./retainers.schema.ts";
import {
	createRetainer,
	deleteRetainer,
	endRetainer,
	pauseRetainer,
	presentWithOccurrences,
	resumeRetainer,
	updateRetainer,
} from "./retainers.server.ts";
import type { Retainer } from "./retainers.table.ts";

export function retainersApi(deps: Pick<Deps, "db" | "clock">) {
	const { db, clock } = deps;
	const idOf = (c: Context) => parseId(c.req.param("id") ?? "", theRecord(retainers));
	/** What a write in the caller's name has made of a retainer. */
	const written = async (c: Context<AccountEnv>, write: (tx: Database) => Promise<Retainer>) => ({
		retainer: await presentWithOccurrences(db, await withCaller(db, c, write)),
	});
	return listApi(deps, retainers)
		.post("/", validateJson(newRetainerSchema, invoiceLimits.body), async (c) =>
			c.json(await written(c, (tx) => createRetainer(tx, clock(), c.req.valid("json"))), 201),
		)
		.get("/:id", async (c) =>
			c.json({ retainer: await presentWithOccurrences(db, await getRecord(db, retainers, idOf(c))) }),
		)
		.put("/:id", validateJson(retainerUpdateSchema, invoiceLimits.body), async (c) => {
			const id = idOf(c);
			return c.json(await written(c, (tx) => updateRetainer(tx, clock(), id, c.req.valid("json"))));
		})
		.delete("/:id", async (c) => {
			const id = idOf(c);
			await withCaller(db, c, (tx) => deleteRetainer(tx, id));
			return c.body(null, 204);
		})
		.post("/:id/pause", async (c) => c.json(await written(c, (tx) => pauseRetainer(tx, idOf(c)))))
		.post("/:id/resume", async (c) => c.json(await written(c, (tx) => resumeRetainer(tx, clock(), idOf(c)))))
		.post("/:id/end", async (c) => c.json(await written(c, (tx) => endRetainer(tx, idOf(c)))));
}
