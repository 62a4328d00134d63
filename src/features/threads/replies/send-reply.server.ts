import { randomUUID } from "node:crypto";
import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import { noteAct } from "#features/activity/activity-note.server.ts";
import { queueMail } from "#features/mails/mail-outbox.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { literalsOf, unfilledField } from "#features/threads/compose/fields.ts";
import { marksToHtml } from "#features/threads/compose/marks.ts";
import { type Quoted, quoteHtml, quoteOf } from "#features/threads/compose/quote.ts";
import { anchorOf, referencesOf } from "#features/threads/compose/references.ts";
import { replySubject } from "#features/threads/compose/subject.ts";
import { threadReplyTo } from "#features/threads/compose/thread-address.server.ts";
import { isWritten, notWrittenText } from "#features/threads/compose/written.ts";
import { lockThread, type ThreadRecord } from "#features/threads/thread-of-record.server.ts";
import {
	answeredOf,
	type Facts,
	fieldValues,
	getFacts,
	statusesOf,
	tableOf,
} from "#features/threads/thread-records.server.ts";
import { type ReplyInput, replyLimits, type ThreadTable } from "#features/threads/threads.schema.ts";
import { obstacleOf, type PresentedMessage, readMessages, recipientsOf } from "#features/threads/threads.server.ts";
import {
	type ReplyChanges,
	type Thread,
	type ThreadMessage,
	threadAttachmentsTable,
	threadDraftsTable,
	threadMessageIdsTable,
	threadMessagesTable,
	threadsTable,
} from "#features/threads/threads.table.ts";
import { toOneLine } from "#lib/text/text.ts";
import { withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { HttpError, invalidInput, tooManyRequests } from "#platform/http/http-errors.server.ts";
import type { RateLimit } from "#platform/limits/rate-limits.server.ts";
import { messageIdOf, senderAddress, senderDomain } from "#platform/mail/mailer.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import { site } from "#site.config.ts";
import { ownFiles } from "./drafts.server.ts";
import { getMember, senderNameOf, signatureOf } from "./members.server.ts";

/** How each kind of record changes its status; the subjects own that, so it comes from outside. */
export type StatusChanges = Record<
	ThreadTable,
	(tx: Database, change: { changes: { ids: string[]; status: string }[]; undo_of?: string }) => Promise<unknown>
>;

export type Replying = Pick<Deps, "db" | "jobs" | "settings" | "rateLimits"> & { statusChanges: StatusChanges };

/** Per member, so that a stolen session cannot be used to send mass email in the firm's name. */
const replyLimit: RateLimit = { name: "replies", points: 60, seconds: 3600 };

const obstacles = {
	no_mail: "This site cannot send mail yet. Set SMTP_URL first.",
	blocked_time: "Blocked Time has nobody to write to.",
} as const;

/** A second request with the same key: the response is what the first one sent. */
class SentAlready extends Error {}

/**
 * Sends a reply: its email, its message, its job, and the changes of status and assignment are one transaction. Two
 * requests with one key send one email and get the same response.
 * @throws {HttpError} 409 when someone has written since, 422 at the field, 429
 */
export async function sendReply(
	deps: Replying,
	record: ThreadRecord,
	userId: string,
	input: ReplyInput,
): Promise<{ message: PresentedMessage; isNew: boolean }> {
	const facts = await getFacts(deps.db, record);
	const obstacle = obstacleOf(deps.settings, facts);
	if (obstacle) throw new HttpError(409, obstacle, obstacles[obstacle]);
	const sent = await findSent(deps, userId, input.key);
	if (sent) return { message: sent, isNew: false };
	const wait = await deps.rateLimits.count(replyLimit, userId);
	if (wait) throw tooManyRequests(wait);
	try {
		const id = await withActor(deps.db, userId, (tx) => writeReply({ ...deps, db: tx }, record, facts, userId, input));
		const [message] = await readMessages(deps, eq(threadMessagesTable.id, id));
		if (!message) throw new Error("the reply was not written");
		return { message, isNew: true };
	} catch (error) {
		const first = error instanceof SentAlready ? await findSent(deps, userId, input.key) : undefined;
		if (!first) {
			await deps.rateLimits.uncount(replyLimit, userId);
			throw error;
		}
		return { message: first, isNew: false };
	}
}

async function findSent(deps: Pick<Deps, "db">, userId: string, key: string): Promise<PresentedMessage | undefined> {
	const { author_id, key: ownKey } = threadMessagesTable;
	return (await readMessages(deps, and(eq(ownKey, key), eq(author_id, userId))))[0];
}

/** `deps.db` is the transaction. Locks the record before its thread, as a deletion does. @returns the message's id */
async function writeReply(
	deps: Replying,
	record: ThreadRecord,
	facts: Facts,
	userId: string,
	input: ReplyInput,
): Promise<string> {
	const tx = deps.db;
	const member = await getMember(tx, userId);
	if (!isWritten(input.text, signatureOf(member))) throw invalidInput({ text: notWrittenText });
	const status = await changeStatus(deps, record, facts, input.status);
	const answered = await noteAnswer(tx, record);
	const thread = await lockThread(tx, record);
	const { id: messageId, key, thread_id, at } = threadMessagesTable;
	if ((await tx.$count(threadMessagesTable, eq(key, input.key))) > 0) throw new SentAlready();
	const messages = await tx.select().from(threadMessagesTable).where(eq(thread_id, thread.id)).orderBy(at, messageId);
	if (!input.anyway) await refuseCollision(tx, record, thread, messages, userId, input.after);

	const { to, cc } = addressesOf(facts, messages, input);
	const values = fieldValues(record.table, facts, member);
	const literals = literalsOf(values);
	const unfilled = unfilledField(input.text, literals);
	if (unfilled) throw invalidInput({ text: `Please fill in ${unfilled}.` });
	const files = await ownFiles(tx, thread.id, userId, input.attachment_ids);
	if (files.reduce((sum, { size }) => sum + size, 0) > replyLimits.megabytes * 1024 * 1024) {
		throw invalidInput({ attachment_ids: `These files are larger than ${replyLimits.megabytes} MB together.` });
	}

	const newest = messages.findLast((message) => message.kind === "received");
	const domain = senderDomain(deps.settings.mail);
	const anchor = anchorOf(thread.id, domain);
	const confirmation = newest ? undefined : await confirmationId(tx, thread.id);
	const references = referencesOf(
		anchor,
		newest
			? { references: newest.reference_ids, id: newest.message_id }
			: confirmation
				? { references: [], id: confirmation }
				: undefined,
	);
	const quoted = input.quote ? quotedOf(facts, newest) : undefined;
	const quote = quoted ? quoteOf(site, quoted) : "";
	const subject = toOneLine(
		input.subject ?? replySubject(newest ? { received: newest.subject } : answeredOf(record.table, facts)),
	);
	const fromName = senderNameOf(member);
	const heldFor = deps.settings.mail.replyUndoSeconds;
	const mail = await queueMail(deps, tx, {
		kind: "reply",
		record,
		to,
		replyTo: threadReplyTo(deps.settings, thread.token),
		subject,
		text: quote ? `${input.text}\n\n${quote}\n` : input.text,
		html: `<!doctype html><html><body>${marksToHtml(input.text, literals)}${quoted ? quoteHtml(site, quoted) : ""}</body></html>`,
		thread: { id: thread.id, domain },
		...(heldFor > 0 && { heldFor }),
		reply: { fromName, cc, inReplyTo: newest ? newest.message_id : (confirmation ?? null), references },
		...(files.length > 0 && {
			files: files.map(({ file, name, type }) => ({ file: file ?? "", filename: name, contentType: type })),
		}),
	});

	const assigned = thread.assignee_id === null;
	const changes: ReplyChanges = {
		...(status && { status }),
		...(assigned && { assignee: { old: null, new: userId } }),
		...(answered && { answered: { at: answered, status: facts.status } }),
	};
	const id = randomUUID();
	const [message] = await tx
		.insert(threadMessagesTable)
		.values({
			id,
			thread_id: thread.id,
			kind: "reply",
			at: sql`clock_timestamp()`,
			from_name: fromName,
			from_address: senderAddress(deps.settings.mail),
			to_addresses: [to],
			cc_addresses: cc,
			subject,
			text: input.text,
			quoted: quote,
			author_id: userId,
			message_id: messageIdOf(mail.id, mail.round, domain),
			mail_id: mail.id,
			key: input.key,
			changes,
		})
		.returning({ at });
	for (const [position, file] of files.entries()) {
		await tx
			.update(threadAttachmentsTable)
			.set({ message_id: id, draft_id: null, position })
			.where(eq(threadAttachmentsTable.id, file.id));
	}
	await tx
		.delete(threadDraftsTable)
		.where(and(eq(threadDraftsTable.thread_id, thread.id), eq(threadDraftsTable.user_id, userId)));
	await tx
		.update(threadsTable)
		.set({ last_message_at: message?.at ?? null, ...(assigned && { assignee_id: userId }) })
		.where(eq(threadsTable.id, thread.id));
	await noteAct(tx, { action: "reply", ...record, label: facts.name });
	return id;
}

/** @returns what it was and is, for 'Undo' */
async function changeStatus(
	{ db, statusChanges }: Replying,
	{ table, id }: ThreadRecord,
	facts: Facts,
	status: string | null | undefined,
): Promise<ReplyChanges["status"]> {
	if (!status || status === facts.status) return undefined;
	if (!statusesOf(table).includes(status)) throw invalidInput({ status: "Please choose a status." });
	await statusChanges[table](db, { changes: [{ ids: [id], status }] });
	return { old: facts.status, new: status };
}

/**
 * The first reply answers, whatever its status (contracts: inbox 13). A status that answers has done so already, in this
 * transaction, by a trigger.
 * @returns the moment, if this reply is the first answer
 */
async function noteAnswer(tx: Database, { table, id }: ThreadRecord): Promise<string | undefined> {
	if (table === "job_applications") return undefined;
	const records = tableOf(table);
	if (!("first_answered_at" in records)) return undefined;
	const { first_answered_at } = records;
	await tx
		.update(records)
		.set({ first_answered_at: sql`clock_timestamp()` })
		.where(and(eq(records.id, id), isNull(first_answered_at)));
	const [row] = await tx
		.select({ at: first_answered_at, isOurs: sql<boolean>`${first_answered_at} > now() - interval '2 milliseconds'` })
		.from(records)
		.where(eq(records.id, id));
	return row?.isOurs ? row.at?.toISOString() : undefined;
}

/** What the sender hasn't seen: everything later than the newest message that they saw. */
function newsSince(messages: readonly ThreadMessage[], after: string | null, seenUntil: Date | undefined) {
	const seen = messages.findIndex(({ id }) => id === after);
	if (seen >= 0) return messages.slice(seen + 1);
	return seenUntil ? messages.filter(({ at }) => at > seenUntil) : messages;
}

/** The time when the newest automatic email that the sender saw was queued. */
async function queuedAt(tx: Database, record: ThreadRecord, mailId: string | null): Promise<Date | undefined> {
	if (!mailId) return undefined;
	const { id, queued_at, record_id } = mailsTable;
	const [mail] = await tx
		.select({ queued_at })
		.from(mailsTable)
		.where(and(eq(id, mailId), eq(record_id, record.id)));
	return mail?.queued_at;
}

/** Replies of others that are still held: they may be about the same thing. */
async function heldByOthers(tx: Database, threadId: string, userId: string): Promise<string[]> {
	const { id, author_id, mail_id, thread_id } = threadMessagesTable;
	const isHeld = sql`${mailsTable.status} = 'queued' and ${mailsTable.send_after} > now()`;
	const rows = await tx
		.select({ id })
		.from(threadMessagesTable)
		.innerJoin(mailsTable, eq(mailsTable.id, mail_id))
		.where(and(eq(thread_id, threadId), ne(author_id, userId), isHeld));
	return rows.map((row) => row.id);
}

/** @throws {HttpError} 409 with what is new */
async function refuseCollision(
	tx: Database,
	record: ThreadRecord,
	thread: Thread,
	messages: readonly ThreadMessage[],
	userId: string,
	after: string | null,
): Promise<void> {
	const unseen = newsSince(messages, after, await queuedAt(tx, record, after)).map(({ id }) => id);
	const ids = [...new Set([...unseen, ...(await heldByOthers(tx, thread.id, userId))])];
	if (ids.length === 0) return;
	const news = await readMessages({ db: tx }, amongIds(threadMessagesTable.id, ids));
	const last = news.at(-1);
	const name = last?.author?.name || last?.from?.name || last?.from?.address || "Someone";
	throw new HttpError(409, "collision", `${name} has written here since you opened this. Read it before you send.`, {
		current: { messages: news },
	});
}

/** @throws {HttpError} 422 for someone who has never written here */
function addressesOf(
	facts: Facts,
	messages: readonly ThreadMessage[],
	input: ReplyInput,
): { to: string; cc: string[] } {
	const to = input.to || facts.email;
	if (!recipientsOf(facts, messages).has(to.toLowerCase())) {
		throw invalidInput({ to: "Please choose an address of this conversation." });
	}
	const cc = new Map(input.cc.map((address) => [address.toLowerCase(), address]));
	cc.delete(to.toLowerCase());
	return { to, cc: [...cc.values()] };
}

/** The newest confirmation or invitation, which a first reply answers. */
async function confirmationId(tx: Database, threadId: string): Promise<string | undefined> {
	const { mail_id, message_id, thread_id } = threadMessageIdsTable;
	const [row] = await tx
		.select({ message_id })
		.from(threadMessageIdsTable)
		.innerJoin(mailsTable, eq(mailsTable.id, mail_id))
		.where(and(eq(thread_id, threadId), eq(mailsTable.kind, "confirmation")))
		.orderBy(desc(mailsTable.queued_at), desc(mailsTable.round))
		.limit(1);
	return row?.message_id;
}

/** What is quoted: the newest received message, or what the visitor sent. */
function quotedOf(facts: Facts, newest: ThreadMessage | undefined): Quoted | undefined {
	const quoted = newest
		? { at: newest.at, name: newest.from_name || newest.from_address || "You", text: newest.text }
		: { at: facts.created_at, name: facts.name, text: facts.formText ?? "" };
	return quoted.text.trim() ? quoted : undefined;
}
