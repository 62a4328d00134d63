import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { sessionsTable, usersTable } from "#features/auth/auth.table.ts";
import { moment, partOf } from "#platform/database/columns.ts";

/** A factor counts once it was used (contracts: second-factor 1). */
const status = () => text({ enum: ["unverified", "verified"] }).notNull();

/** Authenticator apps. Holds no secret in clear. */
export const factorsTable = pgTable(
	"factors",
	{
		id: uuid().primaryKey(),
		user_id: partOf(() => usersTable.id),
		name: text().notNull(),
		status: status().default("unverified"),
		/** Encrypted, with the row's id as additional data (sealed-secrets.server.ts). */
		secret: text().notNull(),
		/** Of the server's secret that it is encrypted under. */
		key_id: text().notNull(),
		/** The step of the last code that was accepted: neither it nor one before it works again. */
		last_step: integer(),
		created_at: moment().notNull(),
		updated_at: moment().notNull(),
		last_challenged_at: moment(),
	},
	(table) => [index("factors_user").on(table.user_id)],
);
export type Factor = typeof factorsTable.$inferSelect;

export const passkeysTable = pgTable(
	"passkeys",
	{
		id: uuid().primaryKey().defaultRandom(),
		user_id: partOf(() => usersTable.id),
		name: text().notNull(),
		status: status(),
		/** base64url, as is the public key. */
		credential_id: text().notNull().unique(),
		public_key: text().notNull(),
		counter: bigint({ mode: "number" }).notNull(),
		transports: text().array().notNull(),
		backup_eligible: boolean().notNull(),
		backed_up: boolean().notNull(),
		/** The host of the site when it was registered: a passkey works for that one alone. */
		rp_id: text().notNull(),
		created_at: moment().notNull(),
		updated_at: moment().notNull(),
		last_used_at: moment(),
		last_challenged_at: moment(),
	},
	(table) => [index("passkeys_user").on(table.user_id)],
);
export type Passkey = typeof passkeysTable.$inferSelect;

export const challengeKinds = ["totp", "registration", "sign-in", "step-up"] as const;

/** What a ceremony or a code is asked under. Deleted by its use, so that it is good for one. */
export const challengesTable = pgTable(
	"challenges",
	{
		id: uuid().primaryKey().defaultRandom(),
		kind: text({ enum: challengeKinds }).notNull(),
		/** All but a sign-in's belong to a session, and end with it. */
		session_id: uuid().references(() => sessionsTable.id, { onDelete: "cascade" }),
		/** Of the app or passkey that was asked for. */
		factor_id: uuid(),
		/** 32 random bytes as base64url; none for authenticator apps. */
		challenge: text(),
		expires_at: moment().notNull(),
	},
	(table) => [index("challenges_expiry").on(table.expires_at), index("challenges_session").on(table.session_id)],
);
export type Challenge = typeof challengesTable.$inferSelect;

type OwnFailures = { failures: number; last_failed_at: string | null; locked_until: string | null };

export const recoveryCodeSetsTable = pgTable("recovery_code_sets", {
	id: uuid().primaryKey().defaultRandom(),
	user_id: partOf(() => usersTable.id).unique(),
	name: text().notNull(),
	/** 16 random bytes as base64url: one computation compares a code with all of the set. */
	salt: text().notNull(),
	/** Wrong codes in a row, of devices that the account does not know, all together. */
	failures: integer().notNull().default(0),
	last_failed_at: moment(),
	locked_until: moment(),
	/** The same for each known device, by its hash, and for each session that has taken the second step, by its id. */
	own_failures: jsonb().$type<Record<string, OwnFailures>>().notNull().default({}),
	created_at: moment().notNull(),
	updated_at: moment().notNull(),
});
export type RecoveryCodeSet = typeof recoveryCodeSetsTable.$inferSelect;

export const recoveryCodesTable = pgTable(
	"recovery_codes",
	{
		set_id: partOf(() => recoveryCodeSetsTable.id),
		/** argon2id, base64url. */
		hash: text().notNull(),
		used_at: moment(),
	},
	(table) => [primaryKey({ columns: [table.set_id, table.hash] })],
);

/** Devices that have signed in before: a keyed hash for each account, so that the table follows no one across accounts. */
export const knownDevicesTable = pgTable(
	"known_devices",
	{
		user_id: partOf(() => usersTable.id),
		hash: text().notNull(),
		last_seen_at: moment().notNull(),
	},
	(table) => [primaryKey({ columns: [table.user_id, table.hash] }), index("known_devices_seen").on(table.last_seen_at)],
);

/** What was added of late that opens or protects an account. The email about it has a link that undoes it (decision 064). */
export const factorAdditionsTable = pgTable(
	"factor_additions",
	{
		/** SHA-256 of the emailed token, in hex. */
		token_hash: text().primaryKey(),
		user_id: partOf(() => usersTable.id),
		/** Of the app, the passkey, or the set of recovery codes. */
		factor_id: uuid().notNull(),
		/** The session in which it was added, which may have ended since. */
		session_id: uuid().notNull(),
		added_at: moment().notNull(),
	},
	(table) => [index("factor_additions_user").on(table.user_id), index("factor_additions_added").on(table.added_at)],
);
