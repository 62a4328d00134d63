import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { usersTable } from "#features/auth/auth.table.ts";
import { roles } from "#features/users/users.schema.ts";
import { limitCheck, limitColumn, moment } from "#platform/database/columns.ts";

/** People who have been invited to have an account, and with which role. A row here does not create an account. */
export const invitationsTable = pgTable(
	"invitations",
	{
		id: uuid().primaryKey().defaultRandom(),
		/** In lower case, as in accounts. */
		email: text().notNull(),
		role: text({ enum: roles }).notNull(),
		/** To which the invited admin will be limited. */
		areas: limitColumn(),
		/** The SHA-256 of the emailed token, in hex. */
		token_hash: text().notNull().unique(),
		/** The admin who last sent the invitation. */
		invited_by: uuid().references(() => usersTable.id, { onDelete: "set null" }),
		created_at: moment().notNull(),
		sent_at: moment().notNull(),
		expires_at: moment().notNull(),
		accepted_at: moment(),
		withdrawn_at: moment(),
	},
	(table) => [
		uniqueIndex("invitations_open")
			.on(table.email)
			.where(sql`${table.accepted_at} is null and ${table.withdrawn_at} is null`),
		index("invitations_inviter").on(table.invited_by),
		limitCheck("invitations", table.areas),
		check("invitations_role_known", sql`${table.role} in ('user', 'admin')`),
	],
);

export type Invitation = typeof invitationsTable.$inferSelect;
