import { sql } from "drizzle-orm";
import type { Client } from "#platform/limits/client.server.ts";
import type { Database } from "./database.server.ts";

/** Who changes something: the id of a signed-in user, or somebody without an account on the public pages. */
export type Actor = string;

export const visitor: Actor = "visitor";

/** The schedule, and commands on the server. */
export const system: Actor = "";

/**
 * Writes in a transaction that names its actor for the activity log (docs/decisions/016). What is written
 * outside of one is the system's own.
 * @param client noted beside it, for what concerns an account (docs/decisions/033)
 */
export function withActor<T>(
	db: Database,
	actor: Actor,
	write: (tx: Database) => Promise<T>,
	client?: Client,
): Promise<T> {
	return db.transaction(async (tx) => {
		const from =
			client &&
			sql`, set_config('app.address', ${client.address}, true),
			set_config('app.device', ${client.device}, true)`;
		// Sent together with the first statement of the write, which it goes before.
		const named = tx.execute(sql`select set_config('app.actor', ${actor}, true)${from}`).execute();
		const [written] = await Promise.all([write(tx), named]);
		return written;
	});
}

/** Deletes without a line in the activity log, which never shrinks: for what came to nothing and is no news. */
export function withoutActivityLog<T>(db: Database, remove: (tx: Database) => Promise<T>): Promise<T> {
	return db.transaction(async (tx) => {
		await tx.execute(sql`select set_config('app.unlogged', 'on', true)`);
		return remove(tx);
	});
}
