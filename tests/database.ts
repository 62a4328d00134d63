import { inject } from "vitest";
import { type DatabaseHandle, openPostgresDatabase } from "#platform/database/database.server.ts";
import { cloneTemplate } from "./template.ts";

/** A migrated, empty database of its own. */
export async function openTestDatabase(): Promise<DatabaseHandle> {
	return openPostgresDatabase(await cloneTemplate(inject("postgresServer")), { poolSize: 5 });
}

export type OnStatement = (text: string, values: unknown[]) => void;

/** The same database, which tells of each statement that goes through `db`. Libraries bring theirs by `query`. */
export function recordStatements(database: DatabaseHandle, onStatement: OnStatement): DatabaseHandle {
	return { ...database, db: database.withLogger({ logQuery: onStatement }) };
}
