import { boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { inboundSources } from "#features/threads/threads.schema.ts";

const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** How each source of incoming email fares, for the screens of every process. */
export const inboundSourcesTable = pgTable("inbound_sources", {
	source: text({ enum: inboundSources }).primaryKey(),
	/** The process that reads it alone, as long as it says so in time. */
	holder: uuid(),
	held_until: moment(),
	connected: boolean().notNull().default(false),
	last_success_at: moment(),
	last_error: text(),
	/** Since when nothing has succeeded. */
	failing_since: moment(),
});
