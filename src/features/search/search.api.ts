import { Hono } from "hono";
import { z } from "zod";
import { validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { findRecords } from "./search.server.ts";

const searchQuery = z.object({
	q: z
		.string({ error: "Please enter something to search for." })
		.trim()
		.min(2, "Please enter at least 2 characters.")
		.max(100, "Please enter at most 100 characters.")
		.refine((text) => !text.includes("\0") && text.isWellFormed(), "Please remove the special characters."),
});

/** What the command palette finds. */
export function searchApi({ db, clock }: Pick<Deps, "db" | "clock">, sources: readonly RecordSource[]) {
	return new Hono().get("/", validateQuery(searchQuery), async (c) => {
		const { q } = c.req.valid("query");
		return c.json({ found: await findRecords(db, sources, q, clock()) });
	});
}
