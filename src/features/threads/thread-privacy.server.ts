import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { mailsTable } from "#features/mails/mails.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import { filesOfRecords } from "./replies/attachments.server.ts";
import { readMessages } from "./threads.server.ts";
import { threadAttachmentsTable, threadDraftsTable, threadMessagesTable, threadsTable } from "./threads.table.ts";

/** An array of addresses that holds this one, whatever its case. */
const holds = (column: AnyPgColumn, email: string): SQL =>
	sql`exists (select from unnest(${column}) address where lower(address) = ${email})`;

const without = (column: AnyPgColumn, email: string): SQL =>
	sql`coalesce((select array_agg(address) from unnest(${column}) address where lower(address) <> ${email}), '{}')`;

/** The conversations of someone's records, in the form for an export, with their files. */
export async function exportThreads(tx: Database, recordIds: string[], address: string) {
	const email = address.trim().toLowerCase();
	const { id, record_id, record_table } = threadsTable;
	const threads = await tx
		.select({ id, record_id, record_table })
		.from(threadsTable)
		.where(inArray(record_id, recordIds));
	const own = threads.map((thread) => thread.id);
	const written = sql`lower(${threadMessagesTable.from_address}) = ${email}`;
	const messages = [
		...(await readMessages({ db: tx }, inArray(threadMessagesTable.thread_id, own))),
		// What they have written in the conversations of others.
		...(await readMessages({ db: tx }, written)).filter(({ thread_id }) => !own.includes(thread_id ?? "")),
	];
	const ids = messages.map((message) => message.id);
	const files = await tx
		.select({ file: threadAttachmentsTable.file })
		.from(threadAttachmentsTable)
		.where(inArray(threadAttachmentsTable.message_id, ids));
	const shown = messages.map(({ author: _, thread_id, ...message }) => ({ thread_id, ...message }));
	return {
		threads: [
			...threads.map((thread) => ({ ...thread, messages: shown.filter(({ thread_id }) => thread_id === thread.id) })),
			...shown
				.filter(({ thread_id }) => !own.includes(thread_id ?? ""))
				.map((message) => ({ id: message.thread_id, record_id: null, record_table: null, messages: [message] })),
		],
		files: files.flatMap(({ file }) => file ?? []),
	};
}

/** The messages in the conversations of these records, and what the address has written into those of others. */
function messagesOf(db: Database, recordIds: string[], email: string) {
	const { from_address, kind, thread_id } = threadMessagesTable;
	const threads = db
		.select({ id: threadsTable.id })
		.from(threadsTable)
		.where(inArray(threadsTable.record_id, recordIds));
	return {
		threads,
		isOwn: inArray(thread_id, threads),
		isElsewhere: sql`lower(${from_address}) = ${email} and ${kind} = 'received' and ${thread_id} not in ${threads}`,
	};
}

/** What an erasure would delete from the conversations. */
export async function countThreads(db: Database, recordIds: string[], address: string) {
	const { file, message_id, thread_id } = threadAttachmentsTable;
	const { threads, isOwn, isElsewhere } = messagesOf(db, recordIds, address.trim().toLowerCase());
	const elsewhere = await db.select({ id: threadMessagesTable.id }).from(threadMessagesTable).where(isElsewhere);
	const ids = elsewhere.map(({ id }) => id);
	const countFiles = (which: SQL) => db.$count(threadAttachmentsTable, and(isNotNull(file), which));
	return {
		messages: (await db.$count(threadMessagesTable, isOwn)) + ids.length,
		attachments: (await countFiles(inArray(thread_id, threads))) + (await countFiles(inArray(message_id, ids))),
	};
}

/**
 * Before the records of an address go, with which their threads go: what they hold, and what the address has left in the
 * conversations of others. Its messages there read 'Erased'.
 */
export async function eraseThreads(tx: Database, records: { table: string; ids: string[] }[], address: string) {
	const email = address.trim().toLowerCase();
	const { cc_addresses, id, mail_id, to_addresses } = threadMessagesTable;
	const ids = records.flatMap((record) => record.ids);
	const files: string[] = [];
	for (const record of records) files.push(...(await filesOfRecords(tx, record.table, record.ids)));
	const { isOwn, isElsewhere } = messagesOf(tx, ids, email);
	const own = await tx.$count(threadMessagesTable, isOwn);

	const erased = await tx
		.update(threadMessagesTable)
		.set({
			from_name: null,
			from_address: null,
			reply_to_addresses: [],
			subject: "",
			text: "Erased",
			quoted: "",
			html: null,
			calendar: null,
			message_id: null,
			reference_ids: [],
		})
		.where(isElsewhere)
		.returning({ id });
	const erasedIds = erased.map((message) => message.id);
	const gone = await tx
		.delete(threadAttachmentsTable)
		.where(inArray(threadAttachmentsTable.message_id, erasedIds))
		.returning({ file: threadAttachmentsTable.file });
	files.push(...gone.flatMap(({ file }) => file ?? []));

	// Replies to others that were sent to it too. Their emails name it in what is kept to send them again.
	const named = await tx
		.update(threadMessagesTable)
		.set({ to_addresses: without(to_addresses, email), cc_addresses: without(cc_addresses, email) })
		.where(sql`${holds(to_addresses, email)} or ${holds(cc_addresses, email)}`)
		.returning({ mail_id });
	const mailIds = named.flatMap((message) => message.mail_id ?? []);
	await tx
		.update(mailsTable)
		.set({ content: null })
		.where(and(inArray(mailsTable.id, mailIds), eq(mailsTable.kind, "reply")));
	await tx
		.update(threadDraftsTable)
		.set({
			recipient: sql`case when lower(${threadDraftsTable.recipient}) = ${email} then null else ${threadDraftsTable.recipient} end`,
			cc: without(threadDraftsTable.cc, email),
		})
		.where(sql`lower(${threadDraftsTable.recipient}) = ${email} or ${holds(threadDraftsTable.cc, email)}`);
	return { messages: own + erased.length, files };
}
