import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#platform/database/columns.ts";

/** What each editing session has saved last, in case its editor hasn't heard of it. */
export const editingSessionsTable = pgTable(
	"editing_sessions",
	{
		/** Chosen by the editor. */
		id: uuid().primaryKey(),
		/** NULL until its first save is done. */
		record_id: uuid(),
		version: text(),
		/** When its editor sent that, or an autosave after it, by the editor's own clock. */
		sent_at: moment(),
		saved_at: moment().notNull().defaultNow(),
	},
	(table) => [index("editing_sessions_saved").on(table.saved_at)],
);
