import { isNull, sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment, partOf } from "#platform/database/columns.ts";
import { type AuthenticationMethod, levels, linkTypes, signInMethods, type UserMetadata } from "./auth.schema.ts";

export const usersTable = pgTable(
	"users",
	{
		id: uuid().primaryKey().defaultRandom(),
		/** Lower case, so that the database enforces one account per address. */
		email: text().notNull().unique(),
		/** argon2id. Null for users who first have to choose one by an emailed link: new admins, and those confirmed by one. */
		password_hash: text(),
		confirmed_at: moment(),
		user_metadata: jsonb().$type<UserMetadata>().notNull().default({}),
		confirmation_sent_at: moment(),
		recovery_sent_at: moment(),
		last_sign_in_at: moment(),
		/** When an admin has deactivated the account: it has no session, and no one signs in to it. */
		deactivated_at: moment(),
		created_at: moment().notNull(),
		updated_at: moment().notNull(),
	},
	(table) => [
		index("users_unconfirmed").on(table.created_at).where(isNull(table.confirmed_at)),
		// For the ceiling on emails in all, which counts the accounts that were emailed within the last hour.
		index("users_confirmation_sent").on(table.confirmation_sent_at),
		index("users_recovery_sent").on(table.recovery_sent_at),
	],
);
export type User = typeof usersTable.$inferSelect;

/** Holds no refresh token: tokens are derived from the id and the counter (contracts: auth 8.2). */
export const sessionsTable = pgTable(
	"sessions",
	{
		id: uuid().primaryKey().defaultRandom(),
		user_id: partOf(() => usersTable.id),
		/** Counter of the active refresh token. */
		counter: integer().notNull().default(0),
		/** How the person signed in; `otp` means by an emailed link. */
		method: text({ enum: signInMethods }).notNull(),
		/** What the session has proven; `aal2` is a second factor as well (contracts: second-factor 1). */
		aal: text({ enum: levels }).notNull().default("aal1"),
		/** What the person has proven since the sign-in, newest first, one entry for each method. */
		amr: jsonb().$type<AuthenticationMethod[]>().notNull().default([]),
		/** The factor or passkey that raised the session last. */
		factor_id: uuid(),
		/** Refresh tokens of a lower counter are from before the second step. */
		raised_counter: integer().notNull().default(0),
		/** A label of our own words, such as 'Chrome on Windows'. */
		device: text().notNull().default("Unknown device"),
		created_at: moment().notNull(),
		refreshed_at: moment().notNull(),
		/** At most five minutes old. */
		used_at: moment().notNull().defaultNow(),
	},
	(table) => [index("sessions_user").on(table.user_id)],
);
export type Session = typeof sessionsTable.$inferSelect;

/** Emailed links that are still good: the newest confirmation and the last two recoveries of a user (links.server.ts). */
export const oneTimeTokensTable = pgTable(
	"one_time_tokens",
	{
		user_id: partOf(() => usersTable.id),
		type: text({ enum: linkTypes }).notNull(),
		/** SHA-256 of the emailed token, in hex. */
		token_hash: text().primaryKey(),
		expires_at: moment().notNull(),
	},
	(table) => [index("one_time_tokens_user").on(table.user_id, table.type)],
);

/** When emails to an address were asked for within the last day, whether or not it has an account. */
export const mailThrottleTable = pgTable(
	"mail_throttle",
	{
		/** Keyed hash of kind and address: the table doesn't reveal who asked. */
		key: text().primaryKey(),
		/** The latest. */
		sent_at: moment().notNull(),
		/** Those before it. */
		earlier: moment().array().notNull().default(sql`'{}'`),
	},
	(table) => [index("mail_throttle_sent").on(table.sent_at)],
);
