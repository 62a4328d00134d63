import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { canBeSentAgain } from "#features/mails/mails.record.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import type { Areas } from "#lib/access/areas.ts";
import { firm } from "#lib/firm.ts";
import { pick } from "#lib/pick.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { inPage, type ListQuery, newestFirst, type Page, toPage } from "#platform/records/keyset.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import { sees } from "#records.ts";
import { answersTo } from "./compose/thread-address.server.ts";
import { isThreadOf, placeOf, type ThreadRecord } from "./thread-of-record.server.ts";
import { type Facts, readFacts } from "./thread-records.server.ts";
import {
	type Thread,
	type ThreadAttachment,
	type ThreadMessage,
	threadAttachmentsTable,
	threadMessagesTable,
	threadsTable,
} from "./threads.table.ts";

/** `areas` are those of the reader. */
type Reading = Pick<Deps, "db" | "settings"> & { areas: Areas };

type Participant = { address: string; name: string; belongs: boolean };

/** The client first. Addresses are compared without case. Everyone whom staff have written to belongs (contracts: inbox 8). */
function participantsOf(facts: Pick<Facts, "name" | "email">, messages: readonly Addressed[]): Participant[] {
	const found = new Map<string, Participant>();
	const note = (address: string, name: string, belongs: boolean) => {
		const key = address.toLowerCase();
		const known = found.get(key);
		found.set(key, {
			address: known?.address ?? address,
			name: known?.name || name,
			belongs: known?.belongs || belongs,
		});
	};
	note(facts.email, facts.name, true);
	for (const message of messages) {
		if (message.kind === "reply") {
			for (const address of [...message.to_addresses, ...message.cc_addresses]) note(address, "", true);
		} else {
			if (message.from_address) note(message.from_address, message.from_name ?? "", false);
			for (const address of message.reply_to_addresses) note(address, "", false);
		}
	}
	return [...found.values()];
}

/** To whom a reply can be sent: the client, and everyone who has written, at the addresses that they gave. */
export function recipientsOf(facts: Pick<Facts, "email">, messages: readonly Addressed[]): Set<string> {
	const received = messages.filter(({ kind }) => kind === "received");
	const addresses = received.flatMap(({ from_address, reply_to_addresses }) => [from_address, ...reply_to_addresses]);
	return new Set([facts.email, ...addresses].flatMap((address) => (address ? [address.toLowerCase()] : [])));
}

/** The reason why no one can be written to here. */
export const obstacleOf = ({ mail }: Deps["settings"], { blocked }: Pick<Facts, "blocked">) =>
	blocked ? ("blocked_time" as const) : mail.takesReplies ? null : ("no_mail" as const);

/** Before anyone has written anything, only the record is known. */
type NamedThread = Pick<Thread, "record_table" | "record_id"> & Partial<Thread & { assignee_name: string | null }>;

function presentThread(settings: Deps["settings"], thread: NamedThread, facts: Facts, messages: readonly Addressed[]) {
	const obstacle = obstacleOf(settings, facts);
	const { received_at, seen_at, related_table, related_id } = thread;
	return {
		id: thread.id ?? null,
		record_table: thread.record_table,
		record_id: thread.record_id,
		can_reply: obstacle === null,
		obstacle,
		answers_to: answersTo(settings),
		assignee: thread.assignee_id ? { id: thread.assignee_id, name: thread.assignee_name ?? "" } : null,
		unread: Boolean(received_at && (!seen_at || received_at > seen_at)),
		message_count: messages.length,
		last_message_at: thread.last_message_at?.toISOString() ?? null,
		related: related_table && related_id ? { record_table: related_table, record_id: related_id } : null,
		participants: facts.blocked ? [] : participantsOf(facts, messages),
		updated_at: thread.updated_at?.toISOString() ?? null,
	};
}
export type PresentedThread = ReturnType<typeof presentThread>;

/** A thread as someone with this limit sees it: nothing of a related record of another area. */
export const seenThread = <Seen extends Pick<PresentedThread, "related">>(limit: Areas, thread: Seen): Seen =>
	thread.related && !sees(limit, thread.related.record_table) ? { ...thread, related: null } : thread;

/** What staff are called in the back office: their name, or else their address. */
const memberName = sql<string | null>`(select coalesce(${profilesTable.full_name}, ${profilesTable.email})
	from ${profilesTable} where ${profilesTable.user_id} = ${threadsTable.assignee_id})`;

const threadColumns = {
	...getTableColumns(threadsTable),
	assignee_name: memberName.as("assignee_name"),
};

/** The parts of a message that show who takes part. */
const addressColumns = pick(getTableColumns(threadMessagesTable), [
	"thread_id",
	"kind",
	"from_name",
	"from_address",
	"reply_to_addresses",
	"to_addresses",
	"cc_addresses",
]);
type Addressed = Pick<ThreadMessage, keyof typeof addressColumns>;

/** Those whose record is still there. */
async function presentThreads({ db, settings, areas }: Reading, threads: NamedThread[]): Promise<PresentedThread[]> {
	const facts = new Map<string, Facts>();
	for (const [table, some] of Map.groupBy(threads, ({ record_table }) => record_table)) {
		const recordIds = some.map(({ record_id }) => record_id);
		for (const [id, each] of await readFacts(db, table, recordIds)) facts.set(`${table} ${id}`, each);
	}
	const ids = threads.flatMap(({ id }) => id ?? []);
	const messages = await db
		.select(addressColumns)
		.from(threadMessagesTable)
		.where(amongIds(threadMessagesTable.thread_id, ids))
		.orderBy(asc(threadMessagesTable.at), asc(threadMessagesTable.id));
	const byThread = Map.groupBy(messages, ({ thread_id }) => thread_id);
	return threads.flatMap((thread) => {
		const about = facts.get(`${thread.record_table} ${thread.record_id}`);
		if (!about) return [];
		return [seenThread(areas, presentThread(settings, thread, about, byThread.get(thread.id ?? "") ?? []))];
	});
}

/** The thread of a record whose facts are known, also before there is one. */
export async function readThread(deps: Reading, record: ThreadRecord): Promise<PresentedThread> {
	const [thread] = await deps.db.select(threadColumns).from(threadsTable).where(isThreadOf(record));
	const [presented] = await presentThreads(deps, [thread ?? placeOf(record)]);
	if (!presented) throw new Error("the record of this thread is gone");
	return presented;
}

/** For the live stream. */
export async function readThreads(deps: Reading, ids: string[]) {
	const threads = await deps.db.select(threadColumns).from(threadsTable).where(inArray(threadsTable.id, ids));
	return (await presentThreads(deps, threads)).flatMap((thread) => (thread.id ? [{ ...thread, id: thread.id }] : []));
}

/** Threads that exist, newest first, as every list: of records of these tables, or of all. */
export async function listThreads(
	deps: Reading,
	{ tables, ...query }: ListQuery & { tables: string[] | undefined },
): Promise<Page<PresentedThread>> {
	const { id, created_at: at, updated_at: updatedAt, record_table } = threadsTable;
	const rows = await deps.db
		.select(threadColumns)
		.from(threadsTable)
		.where(and(...inPage({ at, id, updatedAt }, query), tables && inArray(sql`${record_table}`, tables)))
		.orderBy(...newestFirst(at, id))
		.limit(query.limit + 1);
	const page = toPage(rows, query.limit, ({ id, created_at }) => ({ at: created_at, id }));
	return { rows: await presentThreads(deps, page.rows), next: page.next };
}

/** In the order in which they were attached. */
export const listAttachments = (db: Database, which: SQL) =>
	db
		.select()
		.from(threadAttachmentsTable)
		.where(which)
		.orderBy(asc(threadAttachmentsTable.position), asc(threadAttachmentsTable.id));

export const presentAttachment = (row: ThreadAttachment) => pick(row, ["id", "name", "type", "size", "inline"]);
export type PresentedAttachment = ReturnType<typeof presentAttachment>;

const mailStates = {
	id: mailsTable.id,
	status: mailsTable.status,
	last_error: mailsTable.last_error,
	send_after: mailsTable.send_after,
	held: sql<boolean>`${mailsTable.status} = 'queued' and coalesce(${mailsTable.send_after} > now(), false)`.as("held"),
	may_go_again: canBeSentAgain.as("may_go_again"),
};
type MailState = {
	id: string;
	status: string;
	last_error: string | null;
	send_after: Date | null;
	held: boolean;
	may_go_again: boolean;
};

/** The delivery status of one of our emails. */
function deliveryOf(mail: MailState) {
	const { held, status, last_error, send_after, id, may_go_again } = mail;
	const known = held ? "held" : status === "skipped" ? "failed" : status;
	return {
		status: known as "held" | "queued" | "sent" | "kept" | "failed",
		reason: last_error,
		mail_id: id,
		undo_until: held && send_after ? send_after.toISOString() : null,
		may_go_again,
	};
}

const noMessage = {
	to: [] as string[],
	cc: [] as string[],
	subject: "",
	text: "",
	quoted: "",
	has_html: false,
	attachments: [] as PresentedAttachment[],
	flags: [] as string[],
	author: null as { id: string; name: string } | null,
	message_id: null as string | null,
	inbound_id: null as string | null,
	calendar: null as ThreadMessage["calendar"],
	delivery: null as ReturnType<typeof deliveryOf> | null,
};

type Kind = "form" | "reply" | "automatic" | "received";

/** Messages by a condition, oldest first, as every endpoint and the live stream presents them. */
export async function readMessages({ db }: Pick<Deps, "db">, which: SQL | undefined) {
	const rows = await db
		.select({
			message: threadMessagesTable,
			mail: mailStates,
			author: sql<string | null>`(select coalesce(${profilesTable.full_name}, ${profilesTable.email})
				from ${profilesTable} where ${profilesTable.user_id} = ${threadMessagesTable.author_id})`,
		})
		.from(threadMessagesTable)
		.leftJoin(mailsTable, eq(mailsTable.id, threadMessagesTable.mail_id))
		.where(which)
		.orderBy(asc(threadMessagesTable.at), asc(threadMessagesTable.id));
	const ids = rows.map(({ message }) => message.id);
	const files = await listAttachments(db, amongIds(threadAttachmentsTable.message_id, ids));
	const byMessage = Map.groupBy(files, ({ message_id }) => message_id);
	return rows.map(({ message, mail, author }) => ({
		id: message.id,
		thread_id: message.thread_id as string | null,
		kind: message.kind as Kind,
		at: message.at.toISOString(),
		from: message.from_address ? { name: message.from_name ?? "", address: message.from_address } : null,
		to: message.to_addresses,
		cc: message.cc_addresses,
		subject: message.subject,
		text: message.text,
		quoted: message.quoted,
		has_html: message.html !== null,
		attachments: (byMessage.get(message.id) ?? []).map(presentAttachment),
		flags: message.flags as string[],
		author: message.author_id ? { id: message.author_id, name: author ?? "" } : null,
		message_id: message.message_id,
		inbound_id: message.inbound_id,
		calendar: message.calendar,
		delivery: mail ? deliveryOf(mail) : null,
	}));
}
export type PresentedMessage = Awaited<ReturnType<typeof readMessages>>[number];

/** Emails to the client that no one has written: confirmations, invitations, and reminders of a call. */
const automaticKinds = ["confirmation", "invitation", "call_reminder"] as const;

/** Everything that was said with a client about a record, oldest first. Notes are never part of it. */
export async function readConversation(
	deps: Pick<Deps, "db">,
	{ table, id }: ThreadRecord,
	facts: Facts,
	threadId: string | null,
): Promise<PresentedMessage[]> {
	if (facts.blocked) return [];
	const stored = threadId ? await readMessages(deps, eq(threadMessagesTable.thread_id, threadId)) : [];
	const { record_id, record_table, kind, recipient, status, queued_at } = mailsTable;
	const automatic = await deps.db
		.select({ ...mailStates, recipient, subject: mailsTable.subject, queued_at })
		.from(mailsTable)
		.where(
			and(
				eq(record_id, id),
				eq(record_table, table),
				inArray(kind, [...automaticKinds]),
				sql`lower(${recipient}) = ${facts.email.toLowerCase()}`,
				sql`${status} <> 'skipped'`,
			),
		);
	const form: PresentedMessage[] =
		facts.formText === null
			? []
			: [
					{
						...noMessage,
						id,
						thread_id: threadId,
						kind: "form",
						at: facts.created_at.toISOString(),
						from: { name: facts.name, address: facts.email },
						subject: facts.subject ?? "",
						text: facts.formText,
					},
				];
	const sent = automatic.map(
		(mail): PresentedMessage => ({
			...noMessage,
			id: mail.id,
			thread_id: threadId,
			kind: "automatic",
			at: mail.queued_at.toISOString(),
			from: { name: firm().name, address: firm().email },
			to: mail.recipient ? [mail.recipient] : [],
			subject: mail.subject,
			delivery: deliveryOf(mail),
		}),
	);
	const rest = [...sent, ...stored].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
	return [...form, ...rest];
}
