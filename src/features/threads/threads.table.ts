import { type SQL, sql } from "drizzle-orm";
import {
	boolean,
	check,
	customType,
	index,
	integer,
	jsonb,
	pgTable,
	text,
	uniqueIndex,
	uuid,
} from "drizzle-orm/pg-core";
import { usersTable } from "#features/auth/auth.table.ts";
import { inboundMailsTable } from "#features/inbound/inbound.table.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { moment, partOf } from "#platform/database/columns.ts";
import { type MessageFlag, storedMessageKinds, threadTables } from "./threads.schema.ts";

const words = () => text().array().notNull().default(sql`'{}'`);
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** Word boundaries, whatever PostgreSQL's parser makes of addresses, hyphens, and the like. */
export const searchable = (value: SQL): SQL =>
	sql`translate(${value}, ${sql.raw(`'${punctuation.replaceAll("'", "''")}', '${" ".repeat(punctuation.length)}'`)})`;
const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

/** The conversation of one record, from its first email to someone outside, or the first draft. It goes with its record (a trigger). */
export const threadsTable = pgTable(
	"threads",
	{
		id: uuid().primaryKey().defaultRandom(),
		record_table: text({ enum: threadTables }).notNull(),
		record_id: uuid().notNull(),
		/** The token in the plus-address for replies. Anyone who has it can write into the thread, so it is shown nowhere else. */
		token: text().notNull(),
		/** A trigger removes the assignment when someone is no longer an admin. */
		assignee_id: uuid().references(() => usersTable.id, { onDelete: "set null" }),
		/** When someone on the staff last opened it. */
		seen_at: moment(),
		/** When the newest message arrived that staff have to read. If this is later than `seen_at`, the thread is unread. */
		received_at: moment(),
		last_message_at: moment(),
		/** The record to whose thread it may belong. */
		related_table: text({ enum: threadTables }),
		related_id: uuid(),
		created_at: moment().notNull().defaultNow(),
		updated_at: moment().notNull().defaultNow(),
	},
	(table) => [
		uniqueIndex("threads_record").on(table.record_id, table.record_table),
		uniqueIndex("threads_token").on(table.token),
		index("threads_assignee").on(table.assignee_id),
		index("threads_newest").on(table.created_at.desc(), table.id.desc()),
		index("threads_updated").on(table.updated_at),
	],
);
export type Thread = typeof threadsTable.$inferSelect;

/** What a reply changed besides its email, for 'Undo', which reverses only what no one has changed since. */
export type ReplyChanges = {
	status?: { old: string; new: string };
	assignee?: { old: string | null; new: string | null };
	/** When it was sent, if it was the first response, and the record's status before it. */
	answered?: { at: string; status: string };
};

/** A reply that a calendar program sent. */
export type CalendarAnswer = { method: string; partstat: string; address: string };

/** Sent replies and received messages. */
export const threadMessagesTable = pgTable(
	"thread_messages",
	{
		id: uuid().primaryKey().defaultRandom(),
		thread_id: partOf(() => threadsTable.id),
		kind: text({ enum: storedMessageKinds }).notNull(),
		at: moment().notNull(),
		from_name: text(),
		from_address: text(),
		/** Where the sender of a received message wants replies to go. */
		reply_to_addresses: words(),
		to_addresses: words(),
		cc_addresses: words(),
		subject: text().notNull().default(""),
		text: text().notNull().default(""),
		quoted: text().notNull().default(""),
		/** As received. It is cleaned when it is shown. */
		html: text(),
		flags: text().array().$type<MessageFlag[]>().notNull().default(sql`'{}'`),
		author_id: uuid().references(() => usersTable.id, { onDelete: "set null" }),
		message_id: text(),
		/** Its References, or its single In-Reply-To, for the next reply. */
		reference_ids: words(),
		calendar: jsonb().$type<CalendarAnswer>(),
		mail_id: uuid().references(() => mailsTable.id, { onDelete: "set null" }),
		inbound_id: uuid().references(() => inboundMailsTable.id, { onDelete: "set null" }),
		/** Created by the composer when it opens, so that a reply that is sent twice counts once. */
		key: uuid().unique(),
		changes: jsonb().$type<ReplyChanges>(),
		/** A trigger lists the names of its files here, so that one index finds texts, subjects, and files. */
		file_names: text().notNull().default(""),
		search: tsvector().generatedAlwaysAs(
			(): SQL =>
				sql`strip(to_tsvector('simple'::regconfig, ${searchable(sql.raw(`"subject" || ' ' || "text" || ' ' || "file_names"`))}))`,
		),
	},
	(table) => [
		index("thread_messages_newest").on(table.at.desc(), table.id.desc()),
		index("thread_messages_thread").on(table.thread_id, table.at, table.id),
		index("thread_messages_author").on(table.author_id, table.at),
		index("thread_messages_mail").on(table.mail_id),
		index("thread_messages_inbound").on(table.inbound_id),
		index("thread_messages_message_id").on(table.message_id),
		index("thread_messages_sender").on(sql`lower(${table.from_address})`),
		index("thread_messages_search").using("gin", table.search),
		check("thread_messages_kind_known", sql`${table.kind} in ('reply', 'received')`),
	],
);
export type ThreadMessage = typeof threadMessagesTable.$inferSelect;

/** Message-IDs under which emails of a thread were sent or received. They match a reply with its thread. */
export const threadMessageIdsTable = pgTable(
	"thread_message_ids",
	{
		message_id: text().primaryKey(),
		thread_id: partOf(() => threadsTable.id),
		/** Our email; NULL for a received message. */
		mail_id: uuid().references(() => mailsTable.id, { onDelete: "set null" }),
	},
	(table) => [
		index("thread_message_ids_thread").on(table.thread_id),
		index("thread_message_ids_mail").on(table.mail_id),
	],
);

/** What a member of staff has written for a thread but not sent. */
export const threadDraftsTable = pgTable(
	"thread_drafts",
	{
		id: uuid().primaryKey().defaultRandom(),
		thread_id: partOf(() => threadsTable.id),
		user_id: partOf(() => usersTable.id),
		text: text().notNull(),
		subject: text().notNull(),
		/** NULL: the client. */
		recipient: text(),
		cc: words(),
		version: integer().notNull(),
		/** The window that wrote it last, and its number there. */
		writer: uuid(),
		n: integer().notNull().default(0),
		updated_at: moment().notNull().defaultNow(),
	},
	(table) => [
		uniqueIndex("thread_drafts_one").on(table.thread_id, table.user_id),
		index("thread_drafts_user").on(table.user_id),
	],
);

/** Files in the bucket `mail-attachments`, stored before their row. */
export const threadAttachmentsTable = pgTable(
	"thread_attachments",
	{
		id: uuid().primaryKey().defaultRandom(),
		thread_id: partOf(() => threadsTable.id),
		/** NULL while it is not sent. */
		message_id: uuid().references(() => threadMessagesTable.id, { onDelete: "cascade" }),
		draft_id: uuid().references(() => threadDraftsTable.id, { onDelete: "set null" }),
		/** Who attached it; NULL for a received file. */
		owner_id: uuid().references(() => usersTable.id, { onDelete: "set null" }),
		/** NULL if a restore did not find it. */
		file: text(),
		name: text().notNull(),
		type: text().notNull(),
		size: integer().notNull(),
		/** The id under which the HTML shows it. */
		inline: boolean().notNull().default(false),
		content_id: text(),
		/** Its place among the files of its message. */
		position: integer().notNull().default(0),
		created_at: moment().notNull().defaultNow(),
	},
	(table) => [
		index("thread_attachments_thread").on(table.thread_id),
		index("thread_attachments_message").on(table.message_id),
		index("thread_attachments_draft").on(table.draft_id),
		index("thread_attachments_owner").on(table.owner_id),
		index("thread_attachments_file").on(table.file),
		index("thread_attachments_unused")
			.on(table.created_at)
			.where(sql`${table.message_id} is null and ${table.draft_id} is null`),
	],
);
export type ThreadAttachment = typeof threadAttachmentsTable.$inferSelect;

/** The firm's texts for frequent replies. */
export const cannedRepliesTable = pgTable("canned_replies", {
	id: uuid().primaryKey().defaultRandom(),
	/** The kind of record to whose replies it belongs; NULL for all. */
	record_table: text({ enum: threadTables }),
	title: text().notNull(),
	text: text().notNull(),
	updated_at: moment().notNull().defaultNow(),
});
export type CannedReply = typeof cannedRepliesTable.$inferSelect;
