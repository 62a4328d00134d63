import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#platform/database/columns.ts";
import { activityActions, actorKinds, type FieldChange } from "./activity.schema.ts";

/** Settings of the transaction (platform/database/actor.server.ts). */
const fromSetting = (name: string) => sql`nullif(current_setting('${sql.raw(name)}', true), '')`;

/**
 * Written only by triggers, `features/activity/activity-note.server.ts` (docs/decisions/016), and
 * `features/activity/account-event.server.ts` (033). Other triggers refuse changes.
 */
export const activityTable = pgTable(
	"activity",
	{
		id: uuid().primaryKey().defaultRandom(),
		at: moment().notNull().default(sql`clock_timestamp()`),
		actor_kind: text({ enum: actorKinds }).notNull(),
		actor_id: uuid(),
		/** As they were at that time. */
		actor_name: text(),
		actor_email: text(),
		record_table: text().notNull(),
		record_id: uuid().notNull(),
		/** The record's name at that time; null once its person has been erased. */
		record_label: text(),
		action: text({ enum: activityActions }).notNull(),
		changes: jsonb().$type<Record<string, FieldChange>>().notNull(),
		/** The network and the device, for events of an account. They are removed after 90 days. */
		address: text().default(fromSetting("app.address")),
		device: text().default(fromSetting("app.device")),
	},
	(table) => [
		index("activity_newest").on(table.at.desc(), table.id.desc()),
		index("activity_record").on(table.record_table, table.record_id, table.at.desc(), table.id.desc()),
		index("activity_actor").on(table.actor_kind, table.actor_id, table.at.desc(), table.id.desc()),
		index("activity_with_address").on(table.at).where(sql`${table.address} is not null`),
	],
);

export type Activity = typeof activityTable.$inferSelect;
