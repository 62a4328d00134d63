import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, time, uuid } from "drizzle-orm/pg-core";
import { requestStatuses } from "#lib/status.ts";
import { moment } from "#platform/database/columns.ts";
import { serviceTypes } from "./service-types.ts";

export const bookingsTable = pgTable(
	"bookings",
	{
		id: uuid().primaryKey().defaultRandom(),
		name: text().notNull(),
		email: text().notNull(),
		phone: text(),
		service_type: text({ enum: serviceTypes }).notNull().default("General Consultation"),
		preferred_date: date(),
		preferred_time: time({ precision: 0 }),
		message: text(),
		status: text({ enum: requestStatuses }).notNull().default("new"),
		notes: text(),
		/** Until this day it waits at the end of the list. */
		snoozed_until: date(),
		/** The start that the last calendar message named; NULL when none went out, or the last one withdrew it. */
		calendar_start: moment(),
		/** How many calendar messages went out: the next one's SEQUENCE. */
		calendar_sequence: integer().notNull().default(0),
		/** When the next calendar email is due; NULL when calendars are up to date, or get no emails. */
		calendar_due: moment(),
		/** Whether its guests are invited at all, which staff may leave out. */
		invite: boolean().notNull().default(true),
		/** When the call or the block begins and ends; the date and time above are its reading on the firm's wall. */
		call_start: moment(),
		call_end: moment(),
		/** Who has chosen the time of the call. */
		chosen_by: text({ enum: ["guest", "staff"] }),
		/** The guest's time zone (IANA), for emails. */
		guest_time_zone: text(),
		/** Who has called off the call before it began; cleared when it is opened again. */
		cancelled_by: text({ enum: ["guest", "staff"] }),
		cancel_reason: text(),
		/** How often the guest has moved the call. */
		guest_moves: integer().notNull().default(0),
		/** Of the public form (`features/forms`). It never leaves the server. */
		form_key: text(),
		/** Within how many minutes of opening hours the visitor was promised a call; NULL if nothing was. */
		promised_minutes: integer(),
		/** Entered by staff: no one waits for an answer (docs/decisions/018). */
		by_staff: boolean().notNull().default(false),
		/** Set by a trigger with the first status other than 'new'. */
		first_answered_at: moment(),
		created_at: moment().notNull().defaultNow(),
		updated_at: moment().notNull().defaultNow(),
	},
	(table) => [
		index("bookings_newest").on(table.created_at.desc(), table.id.desc()),
		index("bookings_updated").on(table.updated_at),
		index("bookings_status").on(table.status),
		index("bookings_form_key").on(table.form_key),
		index("bookings_person").on(sql`lower(${table.email})`),
		// For what lies ahead: the week of staff, reminders, and blocks.
		index("bookings_calls").on(table.call_end).where(sql`${table.call_end} is not null`),
		check("bookings_call_lasts", sql`${table.call_start} < ${table.call_end}`),
		check("bookings_status_known", sql`${table.status} in ('new', 'in_progress', 'resolved', 'closed')`),
	],
);

export type Booking = typeof bookingsTable.$inferSelect;
