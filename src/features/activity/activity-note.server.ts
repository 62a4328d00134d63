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
export async function noteAct(tx: Database, { action, table, id, label, details = {} }: Noted): Promise<void> {
	await tx.execute(sql`
		insert into activity (actor_kind, actor_id, actor_name, actor_email, record_table, record_id, record_label, action, changes)
		select case acting.name when '' then 'system' when 'visitor' then 'visitor' else 'staff' end, acting.id,
			profiles.full_name, profiles.email, ${table}, ${id}::uuid,
			coalesce(${label ?? null}, (select record_label from activity
				where record_table = ${table} and record_id = ${id}::uuid order by at desc, id desc limit 1)),
			${action}, ${JSON.stringify(details)}::jsonb
		from (select name, nullif(nullif(name, ''), 'visitor')::uuid as id
			from (select coalesce(current_setting('app.actor', true), '') as name) setting) acting
		left join profiles on profiles.user_id = acting.id`);
}
