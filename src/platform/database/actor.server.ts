import { sql } from "drizzle-orm";
import type { Client } from "#platform/limits/client.server.ts";
import type { Database } from "./database.server.ts";
import { hasCause } from "./failures.server.ts";

/** Who makes a change: the id of a signed-in user, or a visitor to the public pages who has no account. */
export type Actor = string;

export const visitor: Actor = "visitor";

/** Scheduled work, and commands on the server. */
export const system: Actor = "";

/**
 * Runs a write in a transaction that names its actor for the activity log (docs/decisions/016). Writes outside of
 * such a transaction are logged as the system's. A transaction that the database ends because of another is repeated.
 * @param client noted with the actor for changes that concern an account (docs/decisions/033)
 */
export function withActor<T>(
	db: Database,
	actor: Actor,
	write: (tx: Database) => Promise<T>,
	client?: Client,
): Promise<T> {
	return triedAgain(() =>
		db.transaction(async (tx) => {
			const from =
				client &&
				sql`, set_config('app.address', ${client.address}, true),
			set_config('app.device', ${client.device}, true)`;
			// Sent together with the first statement of the write, and runs before it.
			const named = tx.execute(sql`select set_config('app.actor', ${actor}, true)${from}`).execute();
			const [written] = await Promise.all([write(tx), named]);
			return written;
		}),
	);
}

const mostTries = 3;

/** How PostgreSQL ends one of two transactions that wait for each other, or that cannot both have happened. */
const passingFailures = new Set(["40001", "40P01"]);

async function triedAgain<T>(write: () => Promise<T>): Promise<T> {
	for (let tries = 1; ; tries++) {
		try {
			return await write();
		} catch (error) {
			if (tries === mostTries || !hasCause(error, passingFailures)) throw error;
		}
	}
}

/** Deletes rows without an entry in the log, which never shrinks: for what came to nothing, as unconfirmed accounts. */
export const withoutActivityLog = <T>(db: Database, remove: (tx: Database) => Promise<T>): Promise<T> =>
	db.transaction((tx) => unlogged(tx, () => remove(tx)));

/** Changes and deletes rows of which an act in the log says more than their columns would. Call it in a transaction. */
export async function unlogged<T>(tx: Database, write: () => Promise<T>): Promise<T> {
	await tx.execute(sql`select set_config('app.unlogged', 'on', true)`);
	const written = await write();
	await tx.execute(sql`select set_config('app.unlogged', '', true)`);
	return written;
}
