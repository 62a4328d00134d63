import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { usersTable } from "#features/auth/auth.table.ts";
import { moment, partOf } from "#platform/database/columns.ts";

/** Who takes calls. Of each, busy times take from how many calls run at once. */
export const callTakersTable = pgTable("call_takers", { user_id: partOf(() => usersTable.id).primaryKey() });

/** Private calendars that the site reads. Their addresses are secrets. */
export const busySourcesTable = pgTable(
	"busy_sources",
	{
		id: uuid().primaryKey(),
		user_id: partOf(() => usersTable.id),
		/** The address: encrypted, with the row's id as additional data (sealed-secrets.server.ts). */
		secret: text().notNull(),
		/** Of the server's secret that it is encrypted under. */
		key_id: text().notNull(),
		/** All of the address that is ever shown again. */
		host: text().notNull(),
		last_four: text().notNull(),
		etag: text(),
		last_modified: text(),
		/** For what it was read: another window, zone, or address of the account needs the whole file again. */
		basis: text().notNull(),
		created_at: moment().notNull(),
		/** When it was last tried, by whichever process. */
		checked_at: moment().notNull(),
		read_at: moment().notNull(),
		events: integer().notNull(),
		unreadable: integer().notNull(),
		failing_since: moment(),
		/** In words for its owner. */
		failure: text(),
		/** Once it has failed for long: up to when the firm may choose to offer no times. */
		unread_until: moment(),
	},
	(table) => [index("busy_sources_user").on(table.user_id), index("busy_sources_checked").on(table.checked_at)],
);
export type BusySource = typeof busySourcesTable.$inferSelect;

/** When the owner of a calendar is busy. No titles, places, or people. */
export const busyTimesTable = pgTable(
	"busy_times",
	{
		source_id: partOf(() => busySourcesTable.id),
		starts: moment().notNull(),
		ends: moment().notNull(),
		/** Of the event's id. */
		hash: text().notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.source_id, table.starts, table.ends, table.hash] }),
		index("busy_times_range").using("gist", sql`tstzrange(${table.starts}, ${table.ends})`),
		check("busy_times_span", sql`${table.starts} < ${table.ends}`),
	],
);

/** The only row's id. */
export const busySettingsId = "ca11ca11-0000-4000-8000-000000000002";

/** What the firm has set: one row. */
export const busySettingsTable = pgTable(
	"busy_settings",
	{
		id: uuid()
			.primaryKey()
			.default(sql.raw(`'${busySettingsId}'`)),
		/** While a calendar can't be read: its last known times stay, or no times are offered. */
		unread: text({ enum: ["keep", "none"] })
			.notNull()
			.default("keep"),
		/** Of the ids of calls in calendars, now and earlier, in lower case. */
		domains: text().array().notNull().default([]),
	},
	(table) => [
		check("busy_settings_one", sql`${table.id} = ${sql.raw(`'${busySettingsId}'`)}`),
		check("busy_settings_unread", sql`${table.unread} in ('keep', 'none')`),
	],
);
