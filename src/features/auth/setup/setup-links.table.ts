import { pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "#platform/database/columns.ts";

/** Links with which the first admin is made. There are some only while there is no admin. */
export const setupLinksTable = pgTable("setup_links", {
	/** The SHA-256 of the token, in hex: the token itself is in the log of the start that made it, and nowhere else. */
	token_hash: text().primaryKey(),
	expires_at: moment().notNull(),
});
