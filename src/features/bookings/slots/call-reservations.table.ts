import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { moment } from "#platform/database/columns.ts";

/**
 * What occupies time. An exclusion constraint of a migration refuses two that overlap in one lane, whatever the code has
 * overlooked. Holds no personal data.
 */
export const callReservationsTable = pgTable(
	"call_reservations",
	{
		id: uuid().primaryKey().defaultRandom(),
		booking_id: uuid().references(() => bookingsTable.id, { onDelete: "cascade" }),
		/** The form on hold for which the time is kept. */
		quarantine_id: uuid().references(() => quarantineTable.id, { onDelete: "cascade" }),
		kind: text({ enum: ["call", "block", "hold", "busy"] }).notNull(),
		lane: integer().notNull(),
		starts: moment().notNull(),
		ends: moment().notNull(),
		/** With the buffers that it was made with. */
		busy_from: moment().notNull(),
		busy_to: moment().notNull(),
		expires_at: moment(),
		/** When this time was taken, by the site's clock. */
		taken_at: moment().notNull().defaultNow(),
	},
	(table) => [
		uniqueIndex("call_reservations_one").on(table.booking_id).where(sql`${table.kind} <> 'block'`),
		index("call_reservations_booking").on(table.booking_id),
		index("call_reservations_quarantine").on(table.quarantine_id),
		index("call_reservations_ahead").on(table.busy_to),
		index("call_reservations_expiring").on(table.expires_at).where(sql`${table.expires_at} is not null`),
		check("call_reservations_kind", sql`${table.kind} in ('call', 'block', 'hold', 'busy')`),
		check("call_reservations_lane", sql`${table.lane} > 0`),
		check("call_reservations_hold", sql`(${table.kind} = 'hold') = (${table.expires_at} is not null)`),
		check(
			"call_reservations_span",
			sql`${table.busy_from} <= ${table.starts} and ${table.starts} < ${table.ends} and ${table.ends} <= ${table.busy_to}`,
		),
	],
);
export type CallReservation = typeof callReservationsTable.$inferSelect;
