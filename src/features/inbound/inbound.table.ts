import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { threadTables } from "#features/threads/threads.schema.ts";
import { moment } from "#platform/database/columns.ts";
import { inboundOutcomes, inboundSources } from "./inbound.schema.ts";

/** Every received message, no matter what was done with it. */
export const inboundMailsTable = pgTable(
	"inbound_mails",
	{
		id: uuid().primaryKey().defaultRandom(),
		source: text({ enum: inboundSources }).notNull(),
		/** A hash, by which a second delivery is recognized even after everything else has been erased. */
		key: text().notNull().unique(),
		message_id: text(),
		/** Its place in the mailbox, if it was fetched by IMAP. */
		mailbox: text(),
		uid_validity: bigint({ mode: "number" }),
		uid: bigint({ mode: "number" }),
		at: moment().notNull(),
		from_name: text(),
		from_address: text(),
		subject: text(),
		outcome: text({ enum: inboundOutcomes }).notNull(),
		reason: text(),
		size: integer().notNull(),
		/** The source in the bucket `mail-sources`, until it is no longer kept. */
		file: text(),
		/**
		 * What became of it: a record, a message of a thread, or the email that it reports on. There are no foreign keys,
		 * because this row outlives them.
		 */
		record_table: text({ enum: threadTables }),
		record_id: uuid(),
		thread_message_id: uuid(),
		mail_id: uuid(),
		updated_at: moment().notNull().defaultNow(),
	},
	(table) => [
		uniqueIndex("inbound_mails_uid").on(table.mailbox, table.uid_validity, table.uid),
		index("inbound_mails_newest").on(table.at.desc(), table.id.desc()),
		index("inbound_mails_updated").on(table.updated_at),
		index("inbound_mails_sender").on(sql`lower(${table.from_address})`),
		index("inbound_mails_message_id").on(table.message_id),
		index("inbound_mails_record").on(table.record_id, table.record_table),
		index("inbound_mails_thread_message").on(table.thread_message_id),
		index("inbound_mails_mail").on(table.mail_id),
		index("inbound_mails_ignored").on(table.at).where(sql`${table.outcome} = 'ignored'`),
		index("inbound_mails_with_file").on(table.file).where(sql`${table.file} is not null`),
		check("inbound_mails_outcome_known", sql`${table.outcome} in ('thread', 'new', 'held', 'bounce', 'ignored')`),
	],
);
export type InboundMail = typeof inboundMailsTable.$inferSelect;

/** Up to where a mailbox has been read. */
export const inboundMailboxesTable = pgTable("inbound_mailboxes", {
	mailbox: text().primaryKey(),
	uid_validity: bigint({ mode: "number" }).notNull(),
	last_uid: bigint({ mode: "number" }).notNull(),
	looked_at: moment().notNull(),
});

/** The state of each source of incoming email, for the screens of every process. */
export const inboundSourcesTable = pgTable("inbound_sources", {
	source: text({ enum: inboundSources }).primaryKey(),
	/** The one process that reads it, as long as it renews this in time. */
	holder: uuid(),
	held_until: moment(),
	connected: boolean().notNull().default(false),
	last_success_at: moment(),
	last_error: text(),
	/** The time since which every attempt has failed. */
	failing_since: moment(),
});
