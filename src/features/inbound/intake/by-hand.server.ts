import { createWriteStream } from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { noteAct } from "#features/activity/activity-note.server.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { type InboundMail, inboundMailsTable } from "#features/inbound/inbound.table.ts";
import { readMessageFile, removeFiles } from "#features/inbound/message/message-reader.server.ts";
import type { ReadMessage } from "#features/inbound/message/read-message.ts";
import { bareSubject } from "#features/inbound/message/subjects.ts";
import { withArrivalFile } from "#features/inbound/sources/source-states.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { isThreadOf, lockThread, placeOf, type ThreadRecord } from "#features/threads/thread-of-record.server.ts";
import { getFacts } from "#features/threads/thread-records.server.ts";
import {
	type ThreadMessage,
	threadAttachmentsTable,
	threadMessageIdsTable,
	threadMessagesTable,
	threadsTable,
} from "#features/threads/threads.table.ts";
import { textLimits } from "#lib/fields.ts";
import { firm } from "#lib/firm.ts";
import { type Actor, withActor } from "#platform/database/actor.server.ts";
import { type Database, holdLock } from "#platform/database/database.server.ts";
import { writeRowOfFile } from "#platform/files/file-row.server.ts";
import { conflict, notFound } from "#platform/http/http-errors.server.ts";
import { getRow, insertRow } from "#platform/records/records.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import type { IntakeHooks } from "./hooks.ts";
import { storeInThread } from "./store-message.server.ts";
import { type IntakeDeps, inboundLock, openInquiry, storeFiles } from "./take-in.server.ts";

const what = "This email";

const getInbound = (db: Database, id: string): Promise<InboundMail> =>
	getRow(db, inboundMailsTable, eq(inboundMailsTable.id, id), what);

/**
 * Turns a message that was set aside into an inquiry, or moves it into a conversation. A message that opened an inquiry
 * is moved with it.
 * @param also what else belongs to the same transaction
 * @throws {HttpError} 404, or 409 if it can't be added
 */
export async function takeByHand(
	deps: IntakeDeps,
	hooks: IntakeHooks,
	actor: Actor,
	id: string,
	into: ThreadRecord | null,
	also?: (tx: Database) => Promise<void>,
): Promise<ThreadRecord> {
	const row = await getInbound(deps.db, id);
	if (row.outcome === "thread")
		throw conflict("This email is already in a conversation. Reload the list to see where it is.", null);
	if (row.outcome === "new") return moveInquiry(deps, actor, row, into);
	return withKeptMessage(deps, row, async (message, path) => {
		if (!message.from) throw conflict("This email has no sender, so it can't be added. Use Add Contact instead.", null);
		const stored = await storeFiles(deps, path, message, false);
		return writeRowOfFile<ThreadRecord>(
			stored.remove,
			(write) => withActor(deps.db, actor, write),
			async (tx) => {
				await holdLock(tx, inboundLock);
				const current = await getInbound(tx, id);
				if (current.outcome !== row.outcome)
					throw conflict("Someone else has already added this email. Close this window to see where it is.", null);
				const arrived = { inboundId: id, at: row.at, message, flags: message.flags, files: stored.files ?? [] };
				let record: ThreadRecord;
				let messageId: string;
				if (into) {
					await getFacts(tx, into);
					record = into;
					({ messageId } = await storeInThread(tx, hooks, into, arrived));
				} else {
					const opened = await openInquiry(tx, deps, hooks, arrived, undefined);
					record = { table: opened.table, id: opened.id };
					messageId = opened.messageId;
					await tx.execute(sql`select set_config('app.actor', ${actor}, true)`);
				}
				await also?.(tx);
				await tx
					.delete(quarantineTable)
					.where(and(eq(quarantineTable.form, "email"), sql`${quarantineTable.fields} ->> 'inboundId' = ${id}`));
				await tx
					.update(inboundMailsTable)
					.set({
						outcome: into ? "thread" : "new",
						reason: "taken",
						...placeOf(record),
						thread_message_id: messageId,
					})
					.where(eq(inboundMailsTable.id, id));
				await noteAct(tx, { action: "take_in", table: record.table, id: record.id });
				return record;
			},
		);
	});
}

/** Reads a message again from its source. @throws {HttpError} 409 if the source is no longer stored or isn't a message */
async function withKeptMessage<Result>(
	{ storage, settings }: IntakeDeps,
	{ file }: InboundMail,
	use: (message: ReadMessage, path: string) => Promise<Result>,
): Promise<Result> {
	const kept = file ? await storage.get("mail-sources", file) : undefined;
	if (!kept)
		throw conflict("The original email is no longer stored, so it can't be added. Use Add Contact instead.", null);
	return withArrivalFile(settings, async (path) => {
		const written = createWriteStream(path, { flags: "wx", mode: 0o600 });
		await pipeline(Readable.fromWeb(kept.body as ReadableStream), written);
		const message = await readMessageFile(path, dirname(path));
		if ("unreadable" in message)
			throw conflict("This email can't be read, so it can't be added. Use Add Contact instead.", null);
		return use(message, path).finally(() => removeFiles(message));
	});
}

/** Moves the messages of an inquiry that no one has answered into another conversation, and deletes the inquiry. */
function moveInquiry(
	{ db }: IntakeDeps,
	actor: Actor,
	row: InboundMail,
	into: ThreadRecord | null,
): Promise<ThreadRecord> {
	if (!into) throw conflict("This email is already an inquiry. To move it, choose an existing conversation.", null);
	if (into.id === row.record_id)
		throw conflict("This email is already in that conversation. Choose another one.", null);
	return withActor(db, actor, async (tx) => {
		await holdLock(tx, inboundLock);
		await getFacts(tx, into);
		const inquiry = row.record_id && isThreadOf({ table: "contact_inquiries", id: row.record_id });
		const [from] = inquiry ? await tx.select().from(threadsTable).where(inquiry).for("update") : [];
		if (!from || !row.record_id) throw conflict("This inquiry no longer exists. Reload the list.", null);
		const messages = await messagesOf(tx, from.id);
		if (messages.some(({ kind }) => kind === "reply"))
			throw conflict(
				"Someone has replied to this inquiry, so it can't be moved. Continue the conversation here.",
				null,
			);
		const thread = await lockThread(tx, into);
		await moveMessages(tx, messages, from.id, thread.id, into);
		await tx.delete(contactsTable).where(eq(contactsTable.id, row.record_id));
		await noteAct(tx, { action: "move", table: into.table, id: into.id });
		return into;
	});
}

const messagesOf = (tx: Database, threadId: string) =>
	tx
		.select()
		.from(threadMessagesTable)
		.where(eq(threadMessagesTable.thread_id, threadId))
		.orderBy(asc(threadMessagesTable.at), asc(threadMessagesTable.id));

async function moveMessages(
	tx: Database,
	messages: ThreadMessage[],
	fromThread: string,
	toThread: string,
	record: ThreadRecord,
): Promise<void> {
	const ids = messages.map(({ id }) => id);
	await tx.update(threadMessagesTable).set({ thread_id: toThread }).where(amongIds(threadMessagesTable.id, ids));
	await tx
		.update(threadAttachmentsTable)
		.set({ thread_id: toThread })
		.where(amongIds(threadAttachmentsTable.message_id, ids));
	const messageIds = messages.flatMap(({ message_id }) => message_id ?? []);
	const mails = messages.flatMap(({ mail_id }) => mail_id ?? []);
	const place = placeOf(record);
	// Replies to the moved messages follow them.
	await tx
		.update(threadMessageIdsTable)
		.set({ thread_id: toThread })
		.where(
			and(
				eq(threadMessageIdsTable.thread_id, fromThread),
				sql`(${inArray(threadMessageIdsTable.message_id, messageIds.length > 0 ? messageIds : [""])} or ${amongIds(threadMessageIdsTable.mail_id, mails)})`,
			),
		);
	await tx.update(mailsTable).set(place).where(amongIds(mailsTable.id, mails));
	await tx
		.update(inboundMailsTable)
		.set({ outcome: "thread", ...place })
		.where(amongIds(inboundMailsTable.thread_message_id, ids));
	await tx
		.update(threadsTable)
		.set({
			last_message_at: sql`(select max(at) from ${threadMessagesTable} where thread_id = ${toThread})`,
			received_at: sql`now()`,
		})
		.where(eq(threadsTable.id, toThread));
}

/**
 * Turns a message with another subject, and later ones with the same subject, into a new inquiry.
 * @throws {HttpError} 404, or 409 for a message that was not received, or with which the conversation begins
 */
export function splitConversation({ db }: IntakeDeps, actor: Actor, messageId: string): Promise<ThreadRecord> {
	return withActor(db, actor, async (tx) => {
		await holdLock(tx, inboundLock);
		const message = await getRow(tx, threadMessagesTable, eq(threadMessagesTable.id, messageId), what);
		const [thread] = await tx.select().from(threadsTable).where(eq(threadsTable.id, message.thread_id)).for("update");
		if (!thread) throw notFound(what);
		const all = await messagesOf(tx, thread.id);
		const from = all.findIndex(({ id }) => id === messageId);
		if (message.kind !== "received" || !message.from_address || (from === 0 && (await beganByMail(tx, thread)))) {
			throw conflict(
				"This email can't be split off, because it started the conversation or we sent it. Choose another email.",
				null,
			);
		}
		const subject = bareSubject(message.subject);
		const moved = all.slice(from).filter((one) => bareSubject(one.subject) === subject);
		const { id } = await insertRow(tx, contactsTable, {
			name: (message.from_name || message.from_address.split("@")[0] || message.from_address).slice(0, textLimits.name),
			email: message.from_address,
			subject: message.subject.slice(0, textLimits.subject) || null,
			message: message.text.slice(0, 20_000),
			source: "email",
			created_at: message.at,
			promised_hours: firm().replyHours,
		});
		const record = { table: "contact_inquiries" as const, id };
		const opened = await lockThread(tx, record);
		await moveMessages(tx, moved, thread.id, opened.id, record);
		await tx
			.update(threadMessagesTable)
			.set({ flags: sql`array_remove(${threadMessagesTable.flags}, 'subject_changed')` })
			.where(eq(threadMessagesTable.id, messageId));
		await noteAct(tx, { action: "split", table: thread.record_table, id: thread.record_id });
		return record;
	});
}

/** In that case, the inquiry's text is its first message, and there is no form before it. */
async function beganByMail(
	tx: Database,
	{ record_table, record_id }: typeof threadsTable.$inferSelect,
): Promise<boolean> {
	if (record_table !== "contact_inquiries") return false;
	const { by_staff, id, source } = contactsTable;
	return (await tx.$count(contactsTable, and(eq(id, record_id), eq(source, "email"), ne(by_staff, true)))) > 0;
}
