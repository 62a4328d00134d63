import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { cut } from "#features/inbound/message/addresses.ts";
import type { ReadMessage } from "#features/inbound/message/read-message.ts";
import { bareSubject } from "#features/inbound/message/subjects.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { lockThread, type ThreadRecord } from "#features/threads/thread-of-record.server.ts";
import type { MessageFlag } from "#features/threads/threads.schema.ts";
import {
	type Thread,
	threadAttachmentsTable,
	threadMessageIdsTable,
	threadMessagesTable,
	threadsTable,
} from "#features/threads/threads.table.ts";
import { textLimits } from "#lib/fields.ts";
import { firm } from "#lib/firm.ts";
import { visitor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { insertRow } from "#platform/records/records.server.ts";
import { isFromMachine } from "./decide.ts";
import type { IntakeHooks } from "./hooks.ts";

/** A file of an email in storage. `file` is null for malware, which is not stored. */
export type StoredFile = {
	file: string | null;
	name: string;
	type: string;
	size: number;
	inline: boolean;
	contentId: string | null;
};

/** A message with everything in its row of `inbound_mails`. */
export type Arrived = {
	inboundId: string;
	at: Date;
	message: ReadMessage;
	flags: readonly MessageFlag[];
	files: readonly StoredFile[];
};

/** Adds a message to a record's conversation. Unless a machine or a colleague has sent it, this reopens the record. */
export async function storeInThread(
	tx: Database,
	hooks: IntakeHooks,
	record: ThreadRecord,
	arrived: Arrived,
): Promise<{ messageId: string; flags: MessageFlag[]; calls: boolean }> {
	const thread = await lockThread(tx, record);
	const changed = await isNewSubject(tx, thread, record, arrived.message.subject);
	const flags: MessageFlag[] = [...arrived.flags, ...(changed ? (["subject_changed"] as const) : [])];
	const calls = !isFromMachine(flags) && !flags.includes("staff_address");
	const messageId = await insertMessage(tx, thread, { ...arrived, flags }, calls);
	if (calls && record.table !== "job_applications") await hooks.reopen(tx, record);
	return { messageId, flags, calls };
}

const longestInquiry = 20_000;

/** Creates an inquiry from a message, which is then the first of its conversation. */
export async function storeAsInquiry(
	tx: Database,
	arrived: Arrived,
	related: ThreadRecord | undefined,
): Promise<{
	id: string;
	messageId: string;
	inquiry: { name: string; email: string; subject: string | null; message: string };
}> {
	const { message, at } = arrived;
	if (!message.from) throw new Error("a message without a sender makes no inquiry");
	const { name, address } = message.from;
	const inquiry = {
		name: cut(name || address.slice(0, address.lastIndexOf("@")), textLimits.name),
		email: address,
		subject: message.subject ? cut(message.subject, textLimits.subject) : null,
		message: message.text.length > longestInquiry ? `${cut(message.text, longestInquiry - 1)}…` : message.text,
	};
	// The activity log names the visitor: no one on the staff has created this inquiry.
	await tx.execute(sql`select set_config('app.actor', ${visitor}, true)`);
	const { id } = await insertRow(tx, contactsTable, {
		...inquiry,
		id: randomUUID(),
		source: "email",
		created_at: at,
		promised_hours: firm().replyHours,
	});
	const thread = await lockThread(tx, { table: "contact_inquiries", id });
	if (related) {
		await tx
			.update(threadsTable)
			.set({ related_table: related.table, related_id: related.id })
			.where(eq(threadsTable.id, thread.id));
	}
	return { id, messageId: await insertMessage(tx, thread, arrived, true), inquiry };
}

async function insertMessage(tx: Database, thread: Thread, arrived: Arrived, unread: boolean): Promise<string> {
	const { at, files, flags, inboundId, message } = arrived;
	const { calendar, references, inReplyTo } = message;
	const row = await insertRow(tx, threadMessagesTable, {
		thread_id: thread.id,
		kind: "received",
		at,
		from_name: message.from?.name ?? null,
		from_address: message.from?.address ?? null,
		reply_to_addresses: message.replyTo,
		to_addresses: message.to,
		cc_addresses: message.cc,
		subject: message.subject,
		text: message.text,
		quoted: message.quoted ?? "",
		html: message.html,
		flags: [...flags],
		message_id: message.messageId,
		reference_ids: references.length > 0 ? references : inReplyTo.slice(0, 1),
		calendar:
			calendar?.method === "REPLY"
				? { method: calendar.method, partstat: calendar.partstat ?? "", address: calendar.address ?? "" }
				: null,
		inbound_id: inboundId,
	});
	if (message.messageId) {
		// A Message-ID that occurs again stays with the conversation that had it first.
		await tx
			.insert(threadMessageIdsTable)
			.values({ message_id: message.messageId, thread_id: thread.id })
			.onConflictDoNothing();
	}
	if (files.length > 0) {
		await tx.insert(threadAttachmentsTable).values(
			files.map(({ contentId, ...file }, position) => ({
				...file,
				thread_id: thread.id,
				message_id: row.id,
				content_id: contentId,
				position,
			})),
		);
	}
	await tx
		.update(threadsTable)
		.set({
			last_message_at: sql`greatest(${threadsTable.last_message_at}, ${at.toISOString()}::timestamptz)`,
			...(unread && { received_at: sql`greatest(now(), ${at.toISOString()}::timestamptz)` }),
		})
		.where(eq(threadsTable.id, thread.id));
	return row.id;
}

/** Whether no earlier message of the conversation has this subject, neither the form nor any email of ours. */
async function isNewSubject(tx: Database, thread: Thread, record: ThreadRecord, subject: string): Promise<boolean> {
	const written = await tx
		.select({ subject: threadMessagesTable.subject })
		.from(threadMessagesTable)
		.where(eq(threadMessagesTable.thread_id, thread.id));
	const mailed = await tx
		.select({ subject: mailsTable.subject })
		.from(mailsTable)
		.where(
			and(
				eq(mailsTable.record_id, record.id),
				eq(mailsTable.record_table, record.table),
				inArray(mailsTable.kind, ["confirmation", "invitation", "call_reminder", "reply"]),
			),
		);
	const asked =
		record.table === "contact_inquiries"
			? await tx.select({ subject: contactsTable.subject }).from(contactsTable).where(eq(contactsTable.id, record.id))
			: [];
	const bare = bareSubject(subject);
	return ![...written, ...mailed, ...asked].some((earlier) => bareSubject(earlier.subject ?? "") === bare);
}
