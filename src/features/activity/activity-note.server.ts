import { sql } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import type { Act, FieldChange } from "./activity.schema.ts";

type Noted = {
	action: Act;
	table: string;
	id: string;
	/** What the log calls the record; left out where it has called it something already. */
	label?: string;
	details?: Record<string, FieldChange>;
};

/** Notes an act in the activity log, in the name that `withActor` has given the transaction. */
export const noteAct = (tx: Database, { id, label, ...act }: Noted) => noteActs(tx, act, [{ id, label }]);

/** The same act about each of these records of a table. */
export async function noteActs(
	tx: Database,
	{ action, table, details = {} }: Pick<Noted, "action" | "table" | "details">,
	records: { id: string; label: string | undefined }[],
): Promise<void> {
	await tx.execute(sql`
		insert into activity (actor_kind, actor_id, actor_name, actor_email, record_table, record_id, record_label, action, changes)
		select case acting.name when '' then 'system' when 'visitor' then 'visitor' else 'staff' end, acting.id,
			profiles.full_name, profiles.email, ${table}, record.id,
			coalesce(record.label, (select record_label from activity
				where record_table = ${table} and record_id = record.id order by at desc, id desc limit 1)),
			${action}, ${JSON.stringify(details)}::jsonb
		from (select name, nullif(nullif(name, ''), 'visitor')::uuid as id
			from (select coalesce(current_setting('app.actor', true), '') as name) setting) acting
		cross join jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as record(id uuid, label text)
		left join profiles on profiles.user_id = acting.id`);
}
