import { sql } from "drizzle-orm";
import { z } from "zod";
import { parseJson } from "#lib/text/json.ts";
import type { Database, DatabaseHandle } from "#platform/database/database.server.ts";
import type { Logger } from "#platform/process/logger.server.ts";

/** The payload of the trigger `notify_change()` (see the migrations). */
const changeSchema = z.object({
	table: z.string(),
	operation: z.enum(["insert", "update", "delete"]),
	id: z.string(),
});
export type Change = z.infer<typeof changeSchema>;

type ChangeListener = {
	onChange(change: Change): void;
	/** Changes may have been missed: the database was unreachable for a while, or its whole contents were replaced. */
	onGap?(): void;
	/** Who has which record open; it is passed on and never stored. */
	onPresence?(payload: unknown): void;
};

export type ChangeFeed = {
	/** @returns a function that unsubscribes */
	subscribe(listener: ChangeListener): () => void;
};

/** Reports every change of a row by any process in this database. One database listener serves the whole process. */
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
	await database.listen("presence", (payload) => {
		const told = parseJson(payload);
		for (const listener of listeners) listener.onPresence?.(told);
	});
	return {
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

/** Sends the same notice as the trigger when the transaction commits: for a change to a table without the trigger. */
export async function announceChange(tx: Database, change: Change): Promise<void> {
	await tx.execute(sql`select pg_notify('changes', ${JSON.stringify(change)})`);
}
