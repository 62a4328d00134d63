import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { usersTable } from "#features/auth/auth.table.ts";
import { roles } from "#features/users/users.schema.ts";

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** Who has been invited to have an account, and as what. No account exists because of a row here. */
export const invitationsTable = pgTable(
	"invitations",
	{
		id: uuid().primaryKey().defaultRandom(),
		/** Lower case, as accounts have it. */
		email: text().notNull(),
		role: text({ enum: roles }).notNull(),
		/** SHA-256 of the mailed token, in hex. */
		token_hash: text().notNull().unique(),
		/** The admin who sent it last. */
		invited_by: uuid().references(() => usersTable.id, { onDelete: "set null" }),
		created_at: time().notNull(),
		sent_at: time().notNull(),
		expires_at: time().notNull(),
		accepted_at: time(),
		withdrawn_at: time(),
	},
	(table) => [
		uniqueIndex("invitations_open")
			.on(table.email)
			.where(sql`${table.accepted_at} is null and ${table.withdrawn_at} is null`),
		index("invitations_inviter").on(table.invited_by),
		check("invitations_role_known", sql`${table.role} in ('user', 'admin')`),
	],
);

export type Invitation = typeof invitationsTable.$inferSelect;
