import { sql } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { AccountEvent } from "./account-events.ts";

/** Something that happened to an account, as it stands in the activity log (docs/decisions/033). */
type Trail = {
	event: AccountEvent;
	/** The account's user id; null when there is none. */
	account: string | null;
	/** The actor: a user id, or null for someone who is not signed in. */
	by: string | null;
	client: Client;
	/** Further values, like those of a changed field. */
	details?: Record<string, { new: unknown }>;
};

const messages: Record<AccountEvent, string> = {
	signed_in: "signed in",
	sign_in_failed: "a sign-in failed",
	session_reused: "an old refresh token was presented: session ended",
	password_changed: "a password was changed",
	password_change_failed: "a wrong current password was given for a new one",
	sessions_ended: "all sessions of an account were ended",
};

/**
 * What failed, or looks like theft: a line at the level of warnings, by which a watcher of logs may shut an address
 * out.
 */
const alarming = new Set<AccountEvent>(["sign_in_failed", "session_reused", "password_change_failed"]);

/** Stands for every address without an account: what was typed there may be anything, a password even. */
const unknownAccountId = "00000000-0000-0000-0000-000000000000";
const unknownAccountLabel = "unknown";

/** Rows of one kind for one account, so that its owner cannot fill up the log. */
const notedPerDay = 100;

/** Notes what happened, in the transaction of its cause, and writes a line into the server's log. */
export async function noteAccountEvent(deps: Pick<Deps, "logger">, tx: Database, trail: Trail): Promise<void> {
	const { account, event } = trail;
	const today = sql`select from activity where record_table = 'profiles' and action = ${event} and at > now() - interval '1 day'
		and record_id = (select id from profiles where user_id = ${account}::uuid) limit ${notedPerDay}`;
	await insertEvent(tx, trail, sql`(select count(*) from (${today}) noted) < ${notedPerDay}`);
	logEvent(deps, trail);
}

/** In a day: what a stranger can write into the log by failing, from one network and from all of them. */
const failuresOfNetwork: RateLimit = { name: "noted-failures", points: 30, seconds: 24 * 60 * 60 };
const failuresInAll: RateLimit = { name: "noted-failures-in-all", points: 3_000, seconds: 24 * 60 * 60 };

/**
 * Notes a failure, for an account or for none: the same statements in either case, so that the time they take tells
 * nothing. What goes beyond the limits is a line in the server's log alone.
 */
export async function noteFailure(deps: Pick<Deps, "db" | "logger" | "rateLimits">, trail: Trail): Promise<void> {
	logEvent(deps, trail);
	if (await deps.rateLimits.count(failuresOfNetwork, trail.client.address)) return;
	if (await deps.rateLimits.count(failuresInAll, "all")) return;
	await insertEvent(deps.db, trail, sql`true`);
}

async function insertEvent(
	tx: Database,
	{ event, account, by, client, details = {} }: Trail,
	condition: ReturnType<typeof sql>,
): Promise<void> {
	// Whoever has an account without a role is no more than a visitor to the log, which lists the others by name.
	await tx.execute(sql`
		insert into activity (actor_kind, actor_id, actor_name, actor_email, record_table, record_id, record_label, action,
			changes, address, device)
		select case when actor.role = 'admin' then 'staff' else 'visitor' end, actor.user_id, actor.full_name, actor.email,
			'profiles', coalesce(subject.id, ${unknownAccountId}::uuid), coalesce(subject.email, ${unknownAccountLabel}), ${event},
			${JSON.stringify(details)}::jsonb, ${client.address}, ${client.device}
		from (select 1) once
		left join profiles subject on subject.user_id = ${account}::uuid
		left join profiles actor on actor.user_id = ${by}::uuid and actor.role = 'admin'
		where ${condition}`);
}

/** Ids of our own rows only, and the caller's address; what was typed stands in no log. */
function logEvent({ logger }: Pick<Deps, "logger">, { event, account, by, client }: Trail): void {
	const fields = {
		event: `auth.${event}`,
		address: client.address,
		...(account && { userId: account }),
		...(by && by !== account && { by }),
	};
	if (alarming.has(event)) logger.warn(fields, messages[event]);
	else logger.info(fields, messages[event]);
}
