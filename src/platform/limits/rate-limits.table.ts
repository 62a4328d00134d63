import { bigint, integer, pgTable, varchar } from "drizzle-orm/pg-core";

/** Read and written by rate-limiter-flexible, which inserts values by position, so keep the order of the columns. */
export const rateLimitsTable = pgTable("rate_limits", {
	key: varchar({ length: 255 }).primaryKey(),
	points: integer().notNull().default(0),
	/** Milliseconds since 1970. */
	expire: bigint({ mode: "number" }),
});
