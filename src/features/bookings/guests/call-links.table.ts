import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { usersTable } from "#features/auth/auth.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { moment, partOf } from "#platform/database/columns.ts";

/** Links by which guests change or confirm their call. Only the hash of the token is stored. */
export const callLinksTable = pgTable(
	"call_links",
	{
		id: uuid().primaryKey().defaultRandom(),
		token_hash: text().notNull(),
		purpose: text({ enum: ["change", "confirm"] }).notNull(),
		booking_id: partOf(() => bookingsTable.id),
		/** Set when the call is closed. It also ends when the call begins, whenever that is by then. */
		ended_at: moment(),
		created_at: moment().notNull().defaultNow(),
	},
	(table) => [uniqueIndex("call_links_token").on(table.token_hash), index("call_links_booking").on(table.booking_id)],
);

/** Each reminder once for a booking and a start, whichever process sends it. */
export const callRemindersTable = pgTable(
	"call_reminders",
	{
		id: uuid().primaryKey().defaultRandom(),
		booking_id: partOf(() => bookingsTable.id),
		starts: moment().notNull(),
		kind: text({ enum: ["24h", "1h"] }).notNull(),
		result: text({ enum: ["sent", "dropped"] }).notNull(),
	},
	(table) => [uniqueIndex("call_reminders_once").on(table.booking_id, table.starts, table.kind)],
);

/** The address at which a member of staff subscribes to the calls. One for each. */
export const calendarFeedsTable = pgTable(
	"calendar_feeds",
	{
		id: uuid().primaryKey().defaultRandom(),
		user_id: partOf(() => usersTable.id),
		token_hash: text().notNull(),
		created_at: moment().notNull().defaultNow(),
		last_read_at: moment(),
	},
	(table) => [
		uniqueIndex("calendar_feeds_token").on(table.token_hash),
		uniqueIndex("calendar_feeds_user").on(table.user_id),
	],
);
