import { Hono } from "hono";
import { z } from "zod";
import { searchedText } from "#lib/fields.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { seenSources } from "#platform/records/record-api.server.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { findRecords } from "./search.server.ts";

const searchQuery = z.object({ q: searchedText(2, 100) });

/** What the command palette finds. */
export function searchApi({ db, clock }: Pick<Deps, "db" | "clock">, sources: readonly RecordSource[]) {
	return new Hono<AccountEnv>().get("/", validateQuery(searchQuery), async (c) => {
		const { q } = c.req.valid("query");
		return c.json({ found: await findRecords(db, seenSources(c, sources), q, clock()) });
	});
}
