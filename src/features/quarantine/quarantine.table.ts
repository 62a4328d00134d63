import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#platform/database/columns.ts";
import type { HoldReason } from "./spam.ts";
import { formNames } from "./waiting-forms.ts";

/** Submissions that look like spam. They stay on hold until staff decide, or until the retention setting removes them. */
export const quarantineTable = pgTable(
	"quarantine",
	{
		id: uuid().primaryKey().defaultRandom(),
		form: text({ enum: formNames }).notNull(),
		/** The values as the form's schema parsed them. */
		fields: jsonb().$type<Record<string, unknown>>().notNull(),
		/** The form's name, by which the same one isn't received twice. It never leaves the server. */
		form_key: text(),
		reasons: jsonb().$type<HoldReason[]>().notNull(),
		/** The name of the file in the bucket `quarantine`. */
		file: text(),
		/** The sender's name for the file. */
		file_name: text(),
		received_at: moment().notNull().defaultNow(),
		/** When staff got an email about it; NULL until then. */
		announced_at: moment(),
	},
	(table) => [
		index("quarantine_newest").on(table.received_at.desc(), table.id.desc()),
		index("quarantine_person").on(sql`lower(${table.fields}->>'email')`),
		index("quarantine_form_key").on(table.form_key),
		index("quarantine_file").on(table.file),
		index("quarantine_unannounced").on(table.received_at).where(sql`${table.announced_at} is null`),
		check("quarantine_form_known", sql`${table.form} in ('contact', 'booking', 'application', 'email')`),
	],
);

export type Quarantined = typeof quarantineTable.$inferSelect;
