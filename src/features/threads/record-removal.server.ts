import { getTableName } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { eraseInboundOfRecords } from "#features/inbound/inbound-privacy.server.ts";
import { deleteMailsOfRecords } from "#features/mails/mail-removal.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import { filesOfRecords } from "./replies/attachments.server.ts";

/**
 * Deletes records with their conversations and their emails, sent, received or not sent.
 * @returns what they were, and what removes the files, once the transaction has ended
 */
export async function deleteRecords<Table extends PgTable & { id: PgColumn }>(
	tx: Database,
	{ storage, settings }: Pick<Deps, "storage" | "settings">,
	table: Table,
	ids: string[],
) {
	const files = await filesOfRecords(tx, getTableName(table), ids);
	const deleted = tx.delete(table as PgTable).where(amongIds(table.id, ids));
	const rows: Table["$inferSelect"][] = await deleted.returning();
	const sources = await eraseInboundOfRecords(tx, ids);
	await deleteMailsOfRecords(tx, settings, getTableName(table), ids);
	const removeTheirFiles = async () => {
		for (const name of files) await storage.remove("mail-attachments", name);
		for (const name of sources) await storage.remove("mail-sources", name);
	};
	return { rows, removeTheirFiles };
}
