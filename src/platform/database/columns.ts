import { type AnyPgColumn, timestamp, uuid } from "drizzle-orm/pg-core";

/** A moment to the millisecond, which is what JavaScript has. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** The row that a row is part of, with which it is deleted. */
export const partOf = (row: () => AnyPgColumn) => uuid().notNull().references(row, { onDelete: "cascade" });
