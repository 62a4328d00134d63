import { sql } from "drizzle-orm";
import { system } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { AccountEvent } from "./activity.schema.ts";

/** An event of an account, as recorded in the activity log (docs/decisions/033). */
export type Trail = {
	event: AccountEvent;
	/** The account's user id; null if there is no account. */
	account: string | null;
	/** The actor: a user id, `system`, or null for someone who is not signed in. */
	by: string | null;
	/** None for what goes with another event. */
	client?: Client;
	/** Further values, like those of a changed field. */
	details?: Record<string, { new: unknown }>;
	/** What the server's log says besides: ids of our own rows, and names of methods. */
	logged?: Readonly<Record<string, string | string[] | undefined>>;
};

/** Used for every address without an account. What was typed there could be anything, even a password. */
const unknownAccountId = "00000000-0000-0000-0000-000000000000";
const unknownAccountLabel = "unknown";

/** The limit of rows of one kind for one account, so that its owner can't fill the log. */
const notedPerDay = 100;

/** Records an event in the transaction of its cause; of one kind and account, only so many a day. */
export async function recordAccountEvent(tx: Database, trail: Trail): Promise<void> {
	const { account, event } = trail;
	const today = sql`select from activity where record_table = 'profiles' and action = ${event} and at > now() - interval '1 day'
		and record_id = (select id from profiles where user_id = ${account}::uuid) limit ${notedPerDay}`;
	await insertEvent(tx, trail, sql`(select count(*) from (${today}) noted) < ${notedPerDay}`);
}

/** Without the limit of one account. */
export async function insertEvent(
	tx: Database,
	{ event, account, by, client, details = {} }: Trail,
	condition: ReturnType<typeof sql>,
): Promise<void> {
	// For the log, someone whose account has no role is a visitor. It lists the others by name.
	const otherwise = by === system ? "system" : "visitor";
	await tx.execute(sql`
		insert into activity (actor_kind, actor_id, actor_name, actor_email, record_table, record_id, record_label, action,
			changes, address, device)
		select case when actor.role = 'admin' then 'staff' else ${otherwise} end, actor.user_id, actor.full_name, actor.email,
			'profiles', coalesce(subject.id, ${unknownAccountId}::uuid), coalesce(subject.email, ${unknownAccountLabel}), ${event},
			${JSON.stringify(details)}::jsonb, ${client?.address ?? null}, ${client?.device ?? null}
		from (select 1) once
		left join profiles subject on subject.user_id = ${account}::uuid
		left join profiles actor on actor.user_id = ${by || null}::uuid and actor.role = 'admin'
		where ${condition}`);
}
