import { inject } from "vitest";
import { type DatabaseHandle, openPostgresDatabase } from "#platform/database/database.server.ts";
import { cloneTemplate, dropDatabase } from "./template.ts";

/** A migrated, empty database of its own. */
export async function openTestDatabase(): Promise<DatabaseHandle> {
	const address = await cloneTemplate(inject("postgresServer"));
	const database = openPostgresDatabase(address, { poolSize: 5 });
	return {
		...database,
		close: async () => {
			await database.close();
			await dropDatabase(address);
		},
	};
}

export type OnStatement = (text: string, values: unknown[]) => void;

/** The same database, which tells of each statement that goes through `db`. Libraries bring theirs by `query`. */
export function recordStatements(database: DatabaseHandle, onStatement: OnStatement): DatabaseHandle {
	return { ...database, db: database.withLogger({ logQuery: onStatement }) };
}
