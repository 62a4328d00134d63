import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { requestStatuses } from "#lib/status.ts";
import { moment } from "#platform/database/columns.ts";
import { contactSources } from "./contacts.schema.ts";

export const contactsTable = pgTable(
	"contact_inquiries",
	{
		id: uuid().primaryKey().defaultRandom(),
		name: text().notNull(),
		email: text().notNull(),
		phone: text(),
		subject: text(),
		message: text().notNull(),
		status: text({ enum: requestStatuses }).notNull().default("new"),
		notes: text(),
		/** Until this day it waits at the end of the list. */
		snoozed_until: date(),
		/** How it has come: by the public form, noted by staff, or as an email. */
		source: text({ enum: contactSources }).notNull().default("form"),
		/** Of the public form (`features/forms`). It never leaves the server. */
		form_key: text(),
		/** Within how many hours the sender was promised a reply; NULL if nothing was. */
		promised_hours: integer(),
		/** Entered by staff: no one waits for an answer (docs/decisions/018). */
		by_staff: boolean().notNull().default(false),
		/** Set by a trigger with the first status other than 'new'. */
		first_answered_at: moment(),
		created_at: moment().notNull().defaultNow(),
		updated_at: moment().notNull().defaultNow(),
	},
	(table) => [
		index("contact_inquiries_newest").on(table.created_at.desc(), table.id.desc()),
		index("contact_inquiries_updated").on(table.updated_at),
		index("contact_inquiries_status").on(table.status),
		index("contact_inquiries_form_key").on(table.form_key),
		index("contact_inquiries_person").on(sql`lower(${table.email})`),
		check("contact_inquiries_status_known", sql`${table.status} in ('new', 'in_progress', 'resolved', 'closed')`),
	],
);

export type Contact = typeof contactsTable.$inferSelect;
