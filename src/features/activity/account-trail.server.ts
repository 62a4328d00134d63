import { sql } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { AccountEvent } from "./activity.schema.ts";

/** An event of an account, as recorded in the activity log (docs/decisions/033). */
type Trail = {
	event: AccountEvent;
	/** The account's user id; null if there is no account. */
	account: string | null;
	/** The actor: a user id, or null for someone who is not signed in. */
	by: string | null;
	client: Client;
	/** Further values, like those of a changed field. */
	details?: Record<string, { new: unknown }>;
	/** What the server's log says besides: ids of our own rows, and names of methods. */
	logged?: { sessionId: string; methods?: string[]; level?: string };
};

const messages: Record<AccountEvent, string> = {
	signed_in: "signed in",
	sign_in_failed: "a sign-in failed",
	session_reused: "an old refresh token was used, so its session was ended",
	password_changed: "a password was changed",
	password_change_failed: "a wrong current password was given for a new one",
	sessions_ended: "all sessions of an account were ended",
	deactivated: "an account was deactivated",
	reactivated: "an account was reactivated",
};

/** Failures and signs of theft: warnings, so that a program that watches the log can block an address. */
const alarming = new Set<AccountEvent>(["sign_in_failed", "session_reused", "password_change_failed"]);

/** Used for every address without an account. What was typed there could be anything, even a password. */
const unknownAccountId = "00000000-0000-0000-0000-000000000000";
const unknownAccountLabel = "unknown";

/** The limit of rows of one kind for one account, so that its owner can't fill the log. */
const notedPerDay = 100;

/** Records an event in the transaction of its cause, and writes a line to the server's log. */
export async function noteAccountEvent(deps: Pick<Deps, "logger">, tx: Database, trail: Trail): Promise<void> {
	const { account, event } = trail;
	const today = sql`select from activity where record_table = 'profiles' and action = ${event} and at > now() - interval '1 day'
		and record_id = (select id from profiles where user_id = ${account}::uuid) limit ${notedPerDay}`;
	await insertEvent(tx, trail, sql`(select count(*) from (${today}) noted) < ${notedPerDay}`);
	logEvent(deps, trail);
}

/** What a stranger can add to the log in a day by failing: from one network, and from all networks together. */
const failuresOfNetwork: RateLimit = { name: "noted-failures", points: 30, seconds: 24 * 60 * 60 };
const failuresInAll: RateLimit = { name: "noted-failures-in-all", points: 3_000, seconds: 24 * 60 * 60 };

/**
 * Records a failure, with or without an account. Both cases run the same statements, so the time they take reveals
 * nothing. Failures beyond the limits are only written to the server's log.
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
	// For the log, someone whose account has no role is a visitor. It lists the others by name.
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

/** Contains only ids of our own rows and the caller's address. What was typed is never logged. */
function logEvent({ logger }: Pick<Deps, "logger">, { event, account, by, client, logged }: Trail): void {
	const fields = {
		event: `auth.${event}`,
		address: client.address,
		...(account && { userId: account }),
		...(by && by !== account && { by }),
		...logged,
	};
	if (alarming.has(event)) logger.warn(fields, messages[event]);
	else logger.info(fields, messages[event]);
}
