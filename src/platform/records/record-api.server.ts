import { type Context, Hono } from "hono";
import type { z } from "zod";
import { pick, withIsoDates } from "#lib/pick.ts";
import { rowChangesBodyLimit } from "#lib/status-change.ts";
import { withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { parseId, validateJson, validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { seenTables, sees } from "#records.ts";
import { listQuerySchema } from "./keyset.server.ts";
import { listPresented, type RecordSource, theRecord } from "./records.server.ts";
import type { SavedVersion } from "./version.server.ts";

/** Writes in a transaction in the name of the signed-in caller. */
export const withCaller = <T>(db: Database, c: Context<AccountEnv>, write: (tx: Database) => Promise<T>) =>
	withActor(db, c.get("account").userId, write);

/** The kinds of records that the caller may see, for what crosses them. */
export const seenSources = (c: Context<AccountEnv>, sources: readonly RecordSource[]): RecordSource[] =>
	sources.filter(({ record }) => sees(c.get("account").areas, record.table));

/** The endpoint that lists a kind of record; a subject adds its own. */
export const listApi = <Stored extends { id: string; [column: string]: unknown }, Presented extends { id: string }>(
	deps: Pick<Deps, "db" | "clock">,
	source: RecordSource<Stored, Presented>,
) =>
	new Hono<AccountEnv>().get("/", validateQuery(listQuerySchema), async (c) =>
		c.json(await listPresented(deps, source, c.req.valid("query"), seenTables(c.get("account").areas))),
	);

type StatusRow<Status extends string> = { id: string; status: Status; updated_at: Date };

type Changes<Stored, Change extends z.ZodObject, Statuses extends z.ZodObject, Status extends string> = {
	change: Change;
	update(tx: Database, id: string, change: z.output<Change>): Promise<Stored>;
	statuses: Statuses;
	updateStatuses(tx: Database, change: z.output<Statuses>): Promise<StatusRow<Status>[]>;
};

/** What all lists of records share; a subject adds its own endpoints. Each change is a transaction by the caller. */
export function recordApi<
	Stored extends { id: string; [column: string]: unknown },
	Presented extends SavedVersion,
	Change extends z.ZodObject,
	Statuses extends z.ZodObject,
	Status extends string,
>(
	deps: Pick<Deps, "db" | "clock">,
	source: RecordSource<Stored, Presented>,
	{ change, update, statuses, updateStatuses }: Changes<Stored, Change, Statuses, Status>,
) {
	const { db, clock } = deps;
	return listApi(deps, source)
		.post("/statuses", validateJson(statuses, rowChangesBodyLimit), async (c) => {
			const changed = await withCaller(db, c, (tx) => updateStatuses(tx, c.req.valid("json")));
			return c.json({ changed: changed.map((row) => withIsoDates(pick(row, ["id", "status", "updated_at"]))) });
		})
		.patch("/:id", validateJson(change), async (c) => {
			const id = parseId(c.req.param("id"), theRecord(source));
			const row = await withCaller(db, c, (tx) => update(tx, id, c.req.valid("json")));
			return c.json(source.present(row, clock()));
		});
}
