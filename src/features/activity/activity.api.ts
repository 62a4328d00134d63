import { eq } from "drizzle-orm";
import { Hono } from "hono";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { notFound } from "#platform/http/http-errors.server.ts";
import { parseId, validateJson, validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { pageQuerySchema } from "#platform/records/keyset.server.ts";
import { withCaller } from "#platform/records/record-api.server.ts";
import { getRecord, getRow, type RecordSource } from "#platform/records/records.server.ts";
import { activityFilterSchema, begunReplySchema } from "./activity.schema.ts";
import { listActivity, listActors, presentActivity } from "./activity.server.ts";
import { activityTable } from "./activity.table.ts";
import { noteAct } from "./activity-note.server.ts";

const what = "This entry";

/** Who changed what and when. What changes no row is noted here, too. */
export function activityApi({ db }: Pick<Deps, "db">, sources: readonly RecordSource[]) {
	return new Hono<AccountEnv>()
		.get("/", validateQuery(pageQuerySchema.extend(activityFilterSchema.shape)), async (c) => {
			const { table, record } = c.req.valid("query");
			// The history of one record, or the whole log.
			await c.get("record")(table && record ? { table, id: record } : { table: null });
			const { rows, next } = await listActivity(db, c.req.valid("query"));
			return c.json({ rows: rows.map(presentActivity), next });
		})
		.get("/actors", async (c) => c.json({ actors: await listActors(db) }))
		.get("/:id", async (c) => {
			const isWanted = eq(activityTable.id, parseId(c.req.param("id"), what));
			const entry = await getRow(db, activityTable, isWanted, what);
			await c.get("record")({ table: entry.record_table, id: entry.record_id, what });
			return c.json(presentActivity(entry));
		})
		.post("/replies", validateJson(begunReplySchema), async (c) => {
			const { table, id } = c.req.valid("json");
			const source = sources.find(({ record }) => record.table === table && record.person);
			if (!source) throw notFound("This record");
			await c.get("record")({ table, id });
			await withCaller(db, c, async (tx) => {
				await getRecord(tx, source, id);
				await noteAct(tx, { action: "begin_reply", table, id });
			});
			return c.body(null, 204);
		});
}
