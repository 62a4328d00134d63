import { boolean, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { inboundSources } from "#features/threads/threads.schema.ts";
import { moment } from "#platform/database/columns.ts";

/** The state of each source of incoming email, for the screens of every process. */
export const inboundSourcesTable = pgTable("inbound_sources", {
	source: text({ enum: inboundSources }).primaryKey(),
	/** The one process that reads it, as long as it renews this in time. */
	holder: uuid(),
	held_until: moment(),
	connected: boolean().notNull().default(false),
	last_success_at: moment(),
	last_error: text(),
	/** The time since which every attempt has failed. */
	failing_since: moment(),
});
