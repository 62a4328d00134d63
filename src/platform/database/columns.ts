import { sql } from "drizzle-orm";
import { type AnyPgColumn, integer, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** A moment to the millisecond, which is what JavaScript has. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** The row that a row is part of, with which it is deleted. */
export const partOf = (row: () => AnyPgColumn) => uuid().notNull().references(row, { onDelete: "cascade" });

/** The columns of a record that is edited and saved as a whole (platform/records/saves.server.ts). */
export const savedColumns = () => ({
	/** Counts the edits, of a status too. What else changes in a row, such as a client's view of an invoice, isn't counted. */
	version: integer().notNull().default(1),
	/** The names of its last saves, the newest last. */
	save_ids: text().array().notNull().default(sql`'{}'`),
});
