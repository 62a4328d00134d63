import { isNotNull, sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { usersTable } from "#features/auth/auth.table.ts";
import { roles } from "#features/users/users.schema.ts";
import { limitCheck, limitColumn, moment } from "#platform/database/columns.ts";

/** Its `role` is the only source of rights (contracts: auth 11). */
export const profilesTable = pgTable(
	"profiles",
	{
		id: uuid().primaryKey().defaultRandom(),
		user_id: uuid()
			.notNull()
			.unique()
			.references(() => usersTable.id, { onDelete: "cascade" }),
		email: text().notNull(),
		full_name: text(),
		/** The name of a file in the bucket profile-pictures. */
		picture: text(),
		/** What a new reply of theirs ends with. */
		signature: text(),
		role: text({ enum: roles }).notNull().default("user"),
		/** What an admin may see, if not everything. It stays through a demotion. */
		areas: limitColumn(),
		created_at: moment().notNull(),
		/** Also updated when the account is confirmed, and when its password is set or removed (triggers). */
		updated_at: moment().notNull().defaultNow(),
	},
	(table) => [
		index("profiles_newest").on(table.created_at.desc(), table.id.desc()),
		index("profiles_updated").on(table.updated_at),
		index("profiles_pictures").on(table.picture).where(isNotNull(table.picture)),
		index("profiles_admins").on(table.id).where(sql`${table.role} = 'admin'`),
		limitCheck("profiles", table.areas),
		check("profiles_role_known", sql`${table.role} in ('user', 'admin')`),
	],
);

export type Profile = typeof profilesTable.$inferSelect;
