import { randomUUID } from "node:crypto";
import { newThreadToken } from "#features/threads/compose/thread-address.server.ts";
import type { ThreadTable } from "#features/threads/threads.schema.ts";
import {
	cannedRepliesTable,
	type ThreadMessage,
	threadAttachmentsTable,
	threadMessagesTable,
	threadsTable,
} from "#features/threads/threads.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import { insertRow } from "#platform/records/records.server.ts";

export const insertThread = (db: Database, recordId: string, table: ThreadTable = "contact_inquiries") =>
	insertRow(db, threadsTable, { record_table: table, record_id: recordId, token: newThreadToken() });

/** A message that has come in, unless the overrides say otherwise. */
export const insertMessage = (db: Database, threadId: string, overrides: Partial<ThreadMessage> = {}) => {
	const { search: _, ...values } = overrides;
	return insertRow(db, threadMessagesTable, {
		thread_id: threadId,
		kind: "received",
		at: new Date(),
		from_name: "Ada Byron",
		from_address: "ada@example.com",
		to_addresses: ["hello@pilcrow.example"],
		subject: "Re: Opening night",
		text: "Thank you.\n\nOne more thing.",
		message_id: `<${randomUUID()}@example.com>`,
		...values,
	});
};

/** A row of each kind for the addresses of endpoints. */
export async function insertThreadRows(db: Database, recordId: string): Promise<Record<string, string>> {
	const thread = await insertThread(db, recordId);
	const message = await insertMessage(db, thread.id);
	const attachment = await insertRow(db, threadAttachmentsTable, {
		thread_id: thread.id,
		name: "hello.txt",
		type: "application/octet-stream",
		size: 5,
	});
	const canned = await insertRow(db, cannedRepliesTable, { title: "Thanks", text: "Dear {name}" });
	return { "thread-messages": message.id, "thread-attachments": attachment.id, "canned-replies": canned.id };
}
