import { inArray, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "#platform/database/database.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { Bucket } from "./storage.server.ts";

/** No upload takes this long, so an older file without a row will never get one. */
const strayAfterMs = 60 * 60_000;
const lookedUpAtOnce = 500;

/** Looks for the names of files in a column. */
export const namesIn = (db: Database, column: PgColumn) => async (names: string[]) => {
	const name = sql<string | null>`${column}`;
	return (await db.select({ name }).from(column.table).where(inArray(column, names))).map((row) => row.name);
};

/**
 * Removes the files in a bucket that no row names, left by a process that was killed between storing a file and
 * writing its row (decision 012).
 * @param named returns those of the given names that a row uses; called after the files were listed, so a file that
 * is being stored is safe
 */
export async function removeStrayFiles(
	{ storage, clock, logger }: Pick<Deps, "storage" | "clock" | "logger">,
	bucket: Bucket,
	named: (names: string[]) => Promise<(string | null)[]>,
): Promise<void> {
	const before = clock().getTime() - strayAfterMs;
	let old: string[] = [];
	const removeStrays = async () => {
		const known = new Set(old.length > 0 ? await named(old) : []);
		for (const name of old.filter((name) => !known.has(name))) {
			await storage.remove(bucket, name);
			logger.info({ bucket, name }, "removed a file that no row names");
		}
		old = [];
	};
	for await (const { name, storedAt } of storage.list(bucket)) {
		if (storedAt.getTime() > before) continue;
		old.push(name);
		if (old.length === lookedUpAtOnce) await removeStrays();
	}
	await removeStrays();
}
