import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, check, integer, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { areas } from "#lib/access/areas.ts";

/** A moment to the millisecond, which is what JavaScript has. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** The row that a row is part of, with which it is deleted. */
export const partOf = (row: () => AnyPgColumn) => uuid().notNull().references(row, { onDelete: "cascade" });

/** The areas to which someone is limited; NULL without a limit. */
export const limitColumn = () => text({ enum: areas }).array();

/** Nothing that nothing fits: Whoever is limited has an area. */
export const limitCheck = (table: string, column: AnyPgColumn) =>
	check(
		`${table}_areas_known`,
		sql`cardinality(${column}) > 0 and ${column} <@ array[${sql.raw(areas.map((area) => `'${area}'`).join(", "))}]`,
	);

/** Whether the person whose limit this is may see all of an area. */
export const seesAreaOf = (column: AnyPgColumn, area: string): SQL =>
	sql`(${column} is null or ${area} = any(${column}))`;

/** The columns of a record that is edited and saved as a whole (platform/records/saves.server.ts). */
export const savedColumns = () => ({
	/** Counts the edits, of a status too. What else changes in a row, such as a client's view of an invoice, isn't counted. */
	version: integer().notNull().default(1),
	/** The names of its last saves, the newest last. */
	save_ids: text().array().notNull().default(sql`'{}'`),
});
