import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, time, timestamp, uuid } from "drizzle-orm/pg-core";
import { requestStatuses } from "#lib/status.ts";
import { serviceTypes } from "./bookings.schema.ts";

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
		created_at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
		updated_at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
	},
	(table) => [
		index("bookings_newest").on(table.created_at.desc(), table.id.desc()),
		index("bookings_updated").on(table.updated_at),
		index("bookings_status").on(table.status),
		check("bookings_status_known", sql`${table.status} in ('new', 'in_progress', 'resolved', 'closed')`),
	],
);

export type Booking = typeof bookingsTable.$inferSelect;
