import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { usersTable } from "#features/auth/auth.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { inboundMailsTable } from "#features/inbound/inbound.table.ts";
import type { MessageHeader, ReadMessage } from "#features/inbound/message/read-message.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { type SpamReason, suspicions } from "#features/quarantine/spam.ts";
import { isThreadOf, type ThreadRecord } from "#features/threads/thread-of-record.server.ts";
import { readFacts } from "#features/threads/thread-records.server.ts";
import { threadTables } from "#features/threads/threads.schema.ts";
import { threadMessageIdsTable, threadMessagesTable, threadsTable } from "#features/threads/threads.table.ts";
import { mailboxOf } from "#lib/fields.ts";
import { firm } from "#lib/firm.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { addressIn, type Settings } from "#platform/process/settings.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import type { Facts, NamedThread } from "./decide.ts";

type FactDeps = Pick<Deps, "settings" | "clock">;

const ourId = /^<([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.\d{1,6}@/i;
const anchorId = /^<thread\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/i;
const invitationUid = /^booking-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/i;

/** New inquiries of one mailbox in a day, and of all in an hour, before they look like a flood. */
const floodOfOne = 20;
const floodOfAll = 200;

/**
 * Everything that the decision needs to know about the site's own records. @param spam the reasons why its words look
 * like spam
 */
export async function gatherFacts(
	db: Database,
	{ settings, clock }: FactDeps,
	message: ReadMessage,
	spam: readonly SpamReason[],
): Promise<Facts> {
	const { from, calendar, report, messageId } = message;
	const sender = from && mailboxOf(from.address);
	const belongsTo = participants(db, sender);
	const own = await ourMails(db, [messageId ?? "", ...(report?.messageIds ?? [])]);
	return {
		isOwnId: messageId !== null && own.has(messageId),
		isFromUs: sender !== null && ownMailboxes(settings).has(sender),
		isFromStaff: sender !== null && (await isStaff(db, settings, sender)),
		isReusedId: messageId !== null && (await isKnownId(db, messageId)),
		reportsOurs: report?.messageIds.some((id) => own.has(id)) ?? false,
		references: await namedByReferences(db, message, belongsTo),
		token: await namedByToken(db, settings, message, belongsTo),
		calendar: calendar?.method === "REPLY" ? await namedByInvitation(db, calendar.uid, belongsTo) : undefined,
		isForged: isForged(settings, message),
		suspicions: [
			...spam,
			...(sender && settings.rateLimits && (await isFlood(db, clock(), sender)) ? (["flood"] as const) : []),
		],
	};
}

/** The rules for forms, without those about time. */
export const spamIn = ({ from, subject, text }: ReadMessage, repeated: boolean) => {
	const [first = "", ...others] = (from?.name ?? "").split(" ");
	// People take longer than a few seconds to write and send a message.
	return suspicions({ trap: "", seconds: 60, names: [first, others.join(" ")], phone: "", subject, text, repeated });
};

const ownMailboxes = ({ inbound, mail }: Settings) =>
	new Set([inbound.address, addressIn(mail.from), firm().email].filter((one) => one !== undefined).map(mailboxOf));

/** Only the topmost of the headers that name the firm's own mail server: those below it came with the message. */
function isForged({ inbound: { trustedAuthserv } }: Settings, { authentication }: MessageHeader): boolean {
	if (!trustedAuthserv) return false;
	return authentication.find(({ server }) => server === trustedAuthserv)?.dmarcFailed ?? false;
}

async function isStaff(db: Database, { mail }: Settings, sender: string): Promise<boolean> {
	if (mail.staffEmail && mailboxOf(mail.staffEmail) === sender) return true;
	const admins = await db
		.select({ email: usersTable.email })
		.from(usersTable)
		.innerJoin(profilesTable, eq(profilesTable.user_id, usersTable.id))
		.where(eq(profilesTable.role, "admin"));
	return admins.some(({ email }) => mailboxOf(email) === sender);
}

const isKnownId = async (db: Database, messageId: string) =>
	(await db.$count(inboundMailsTable, eq(inboundMailsTable.message_id, messageId))) > 0;

/** The same as `mailboxOf`, in SQL. */
export const mailboxIn = (column: unknown) => sql`regexp_replace(lower(${column}), '^([^+@]*)\\+[^@]*@', '\\1@')`;

async function isFlood(db: Database, now: Date, sender: string): Promise<boolean> {
	const { at, from_address, outcome } = inboundMailsTable;
	const [counted] = await db
		.select({
			ofOne: sql<number>`count(*) filter (where ${mailboxIn(from_address)} = ${sender})::int`,
			ofAll: sql<number>`count(*) filter (where ${at} > ${new Date(now.getTime() - 3_600_000).toISOString()})::int`,
		})
		.from(inboundMailsTable)
		.where(and(gt(at, new Date(now.getTime() - 86_400_000)), inArray(outcome, ["new", "held"])));
	return counted !== undefined && (counted.ofOne >= floodOfOne || counted.ofAll >= floodOfAll);
}

/** Those of these Message-IDs under which we have tried to send an email. */
export async function ourMails(db: Database, messageIds: string[]): Promise<Map<string, string>> {
	const named = new Map(messageIds.map((id) => [id, ourId.exec(id)?.[1]?.toLowerCase()]));
	const mailIds = [...new Set(named.values())].filter((id) => id !== undefined);
	if (mailIds.length === 0) return new Map();
	const rows = await db
		.select({ id: mailsTable.id })
		.from(mailsTable)
		.where(and(amongIds(mailsTable.id, mailIds), gt(mailsTable.attempts, 0)));
	const known = new Set(rows.map(({ id }) => id));
	return new Map([...named].flatMap(([messageId, id]) => (id && known.has(id) ? [[messageId, id]] : [])));
}

type Belongs = (record: ThreadRecord) => Promise<boolean>;

/** Who takes part in a conversation: the client, and everyone whom staff have written to. */
function participants(db: Database, sender: string | null): Belongs {
	return async (record) => {
		if (sender === null) return false;
		const client = (await readFacts(db, record.table, [record.id])).get(record.id);
		if (client && mailboxOf(client.email) === sender) return true;
		const written = await db
			.select({ to: threadMessagesTable.to_addresses, cc: threadMessagesTable.cc_addresses })
			.from(threadMessagesTable)
			.innerJoin(threadsTable, eq(threadsTable.id, threadMessagesTable.thread_id))
			.where(and(isThreadOf(record), eq(threadMessagesTable.kind, "reply")));
		return written.some(({ to, cc }) => [...to, ...cc].some((address) => mailboxOf(address) === sender));
	};
}

const isThreadTable = (table: string | null): table is ThreadRecord["table"] =>
	threadTables.some((one) => one === table);

/** The ids in In-Reply-To, then those in References from the end. */
async function namedByReferences(db: Database, message: MessageHeader, belongs: Belongs): Promise<NamedThread[]> {
	const ids = [...new Set([...message.inReplyTo.toReversed(), ...message.references.toReversed()])];
	if (ids.length === 0) return [];
	const { record_id, record_table } = threadsTable;
	const anchors = ids.flatMap((id) => anchorId.exec(id)?.[1]?.toLowerCase() ?? []);
	const [stored, anchored, mails] = await Promise.all([
		db
			.select({ id: threadMessageIdsTable.message_id, table: record_table, record: record_id })
			.from(threadMessageIdsTable)
			.innerJoin(threadsTable, eq(threadsTable.id, threadMessageIdsTable.thread_id))
			.where(inArray(threadMessageIdsTable.message_id, ids)),
		db
			.select({ id: threadsTable.id, table: record_table, record: record_id })
			.from(threadsTable)
			.where(amongIds(threadsTable.id, anchors)),
		mailsToClients(db, ids),
	]);
	const records = new Map<string, ThreadRecord>();
	for (const { id, table, record } of mails) records.set(id, { table, id: record });
	for (const { id, table, record } of stored) records.set(id, { table, id: record });
	for (const { id, table, record } of anchored) {
		for (const written of ids) {
			if (anchorId.exec(written)?.[1]?.toLowerCase() === id) records.set(written, { table, id: record });
		}
	}
	const named = new Map<string, NamedThread>();
	for (const id of ids) {
		const record = records.get(id);
		const key = record && `${record.table} ${record.id}`;
		if (record && key && !named.has(key)) named.set(key, { record, belongs: await belongs(record) });
	}
	return [...named.values()];
}

/** The records of confirmations and the like: a reply to one is a reply to us, even before there is a conversation. */
async function mailsToClients(db: Database, ids: string[]) {
	const ours = await ourMails(db, ids);
	const mailIds = [...new Set(ours.values())];
	if (mailIds.length === 0) return [];
	const { id, kind, record_id, record_table } = mailsTable;
	const rows = await db
		.select({ id, record_table, record_id })
		.from(mailsTable)
		.where(and(amongIds(id, mailIds), inArray(kind, ["confirmation", "invitation", "call_reminder", "reply"])));
	const records = new Map(rows.map((row) => [row.id, row]));
	return [...ours].flatMap(([messageId, mail]) => {
		const row = records.get(mail);
		return row?.record_id && isThreadTable(row.record_table)
			? [{ id: messageId, table: row.record_table, record: row.record_id }]
			: [];
	});
}

/** The first recipient that is one of our plus-addresses and whose token belongs to a conversation. */
async function namedByToken(
	db: Database,
	{ inbound }: Settings,
	{ recipients }: MessageHeader,
	belongs: Belongs,
): Promise<NamedThread | undefined> {
	const own = inbound.address.toLowerCase();
	const at = own.lastIndexOf("@");
	const [beginning, end] = [`${own.slice(0, at)}+`, own.slice(at)];
	const tokens = recipients.flatMap((recipient) => {
		const address = recipient.toLowerCase();
		return address.startsWith(beginning) && address.endsWith(end) ? [address.slice(beginning.length, -end.length)] : [];
	});
	if (tokens.length === 0) return undefined;
	const rows = await db
		.select({ token: threadsTable.token, table: threadsTable.record_table, id: threadsTable.record_id })
		.from(threadsTable)
		.where(inArray(threadsTable.token, [...new Set(tokens)]));
	const row = tokens.map((token) => rows.find((one) => one.token === token)).find((one) => one !== undefined);
	if (!row) return undefined;
	const record = { table: row.table, id: row.id };
	return { record, belongs: await belongs(record) };
}

async function namedByInvitation(db: Database, uid: string | null, belongs: Belongs): Promise<NamedThread | undefined> {
	const id = invitationUid.exec(uid ?? "")?.[1];
	if (!id) return undefined;
	const [row] = await db
		.select({ id: bookingsTable.id, sequence: bookingsTable.calendar_sequence, email: bookingsTable.email })
		.from(bookingsTable)
		.where(eq(bookingsTable.id, id));
	if (!row || row.sequence === 0) return undefined;
	const record = { table: "bookings" as const, id: row.id };
	const named = { record, belongs: await belongs(record) };
	return named.belongs ? named : undefined;
}
