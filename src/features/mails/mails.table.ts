import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#platform/database/columns.ts";
import type { MailContent } from "#platform/mail/mailer.server.ts";
import { mailKinds, mailStatuses } from "./mail-kinds.ts";

/** One row for each message that the site has to send, from the moment it is queued (decision 019). */
export const mailsTable = pgTable(
	"mails",
	{
		id: uuid().primaryKey().defaultRandom(),
		/** The record it speaks of; no foreign key, since there are several tables. */
		record_table: text(),
		record_id: uuid(),
		kind: text({ enum: mailKinds }).notNull(),
		/** NULL: asked for an unknown address, queued like any other and then dropped. */
		recipient: text(),
		reply_to: text(),
		subject: text().notNull(),
		status: text({ enum: mailStatuses }).notNull().default("queued"),
		attempts: integer().notNull().default(0),
		/** Counted up by 'Send again': a job of an earlier round does nothing. */
		round: integer().notNull().default(1),
		last_error: text(),
		/** NULL where it may hold a link that signs in, and once it is no longer kept. */
		content: jsonb().$type<MailContent>(),
		queued_at: moment().notNull().defaultNow(),
		/** Held until then, so that its sender can take it back. */
		send_after: moment(),
		sent_at: moment(),
		/** When it came back. */
		bounced_at: moment(),
		updated_at: moment().notNull().defaultNow(),
	},
	(table) => [
		// Records are erased by their id alone.
		index("mails_record").on(table.record_id, table.record_table),
		index("mails_recipient").on(sql`lower(${table.recipient})`),
		index("mails_reply_to").on(sql`lower(${table.reply_to})`),
		// For the hourly cleaning: few rows are in these at any time.
		index("mails_waiting").on(table.queued_at).where(sql`${table.status} = 'queued'`),
		index("mails_with_content").on(table.queued_at).where(sql`${table.content} is not null`),
		index("mails_to_nobody").on(table.queued_at).where(sql`${table.recipient} is null`),
		index("mails_held").on(table.queued_at).where(sql`${table.kind} = 'held'`),
		// Whether one was ever sent: the card 'Make It Yours' asks at each visit.
		index("mails_tests").on(table.id).where(sql`${table.kind} = 'test'`),
		index("mails_newest").on(table.queued_at.desc(), table.id.desc()),
		index("mails_updated").on(table.updated_at),
		check("mails_status_known", sql`${table.status} in ('queued', 'sent', 'kept', 'failed', 'skipped')`),
	],
);

export type MailRow = typeof mailsTable.$inferSelect;
