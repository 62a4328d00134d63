import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, DatabaseHandle } from "#platform/database/database.server.ts";
import type { Logger } from "#platform/process/logger.server.ts";

/** What the trigger `notify_change()` says of a row (migrations). */
const changeSchema = z.object({
	table: z.string(),
	operation: z.enum(["insert", "update", "delete"]),
	id: z.string(),
});
export type Change = z.infer<typeof changeSchema>;

type ChangeListener = {
	onChange(change: Change): void;
	/** The database was out of reach for a while, or its whole content was replaced: changes may have gone unnoticed. */
	onGap?(): void;
};

export type ChangeFeed = {
	/** @returns a function that ends the subscription */
	subscribe(listener: ChangeListener): () => void;
};

/**
 * Every change of a row that any process makes to this database. One database listener serves the whole process.
 */
export async function openChangeFeed(database: DatabaseHandle, logger: Logger): Promise<ChangeFeed> {
	const listeners = new Set<ChangeListener>();
	let connectedBefore = false;
	const notifyOfGap = () => {
		for (const listener of listeners) listener.onGap?.();
	};
	await database.listen(
		"changes",
		(payload) => {
			if (payload === "gap") return notifyOfGap();
			const change = changeSchema.safeParse(parseJson(payload));
			if (!change.success) return logger.warn({ payload }, "a database notification of an unknown kind");
			for (const listener of listeners) listener.onChange(change.data);
		},
		() => {
			if (connectedBefore) notifyOfGap();
			connectedBefore = true;
		},
	);
	return {
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

/** Says, when the transaction commits, what a trigger says of other tables: for a change that has no trigger. */
export async function announceChange(tx: Database, change: Change): Promise<void> {
	await tx.execute(sql`select pg_notify('changes', ${JSON.stringify(change)})`);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
