import { sql } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import { countCaller, type RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { insertEvent, recordAccountEvent, type Trail } from "./account-event.server.ts";
import type { AccountEvent } from "./activity.schema.ts";

const messages: Record<AccountEvent, string> = {
	signed_in: "signed in",
	sign_in_failed: "a sign-in failed",
	session_reused: "an old refresh token was used, so its session was ended",
	password_changed: "a password was changed",
	password_change_failed: "a wrong current password was given for a new one",
	sessions_ended: "all sessions of an account were ended",
	deactivated: "an account was deactivated",
	reactivated: "an account was reactivated",
	factor_verified: "an authenticator app was added",
	factor_removed: "an authenticator app was removed",
	passkey_added: "a passkey was added",
	passkey_removed: "a passkey was removed",
	codes_made: "recovery codes were made",
	codes_removed: "recovery codes were removed",
	raised: "a session took its second step",
	second_factor_failed: "a second step failed",
	second_factor_reset: "every second step of an account was removed",
	addition_undone: "the addition of a second step was undone",
};

/** Failures and signs of theft: warnings, so that a program that watches the log can block an address. */
const alarming = new Set<AccountEvent>([
	"sign_in_failed",
	"session_reused",
	"password_change_failed",
	"second_factor_failed",
]);

/** Records an event in the transaction of its cause, and writes a line to the server's log. */
export async function noteAccountEvent(deps: Pick<Deps, "logger">, tx: Database, trail: Trail): Promise<void> {
	await recordAccountEvent(tx, trail);
	logEvent(deps, trail);
}

/** What a stranger can add to the log in a day by failing: from one network, and from all networks together. */
const failuresOfNetwork: RateLimit = { name: "noted-failures", points: 30, seconds: 24 * 60 * 60 };
const failuresInAll: RateLimit = { name: "noted-failures-in-all", points: 3_000, seconds: 24 * 60 * 60 };

/**
 * Records a failure, with or without an account. Both cases run the same statements, so the time they take reveals
 * nothing. Failures beyond the limits are only written to the server's log.
 */
export async function noteFailure(
	deps: Pick<Deps, "db" | "logger" | "rateLimits">,
	trail: Trail & { client: Client },
): Promise<void> {
	logEvent(deps, trail);
	if (await countCaller(deps.rateLimits, failuresOfNetwork, trail.client.address)) return;
	if (await deps.rateLimits.count(failuresInAll, "all")) return;
	await insertEvent(deps.db, trail, sql`true`);
}

/** Contains only ids of our own rows and the caller's address. What was typed is never logged. */
function logEvent({ logger }: Pick<Deps, "logger">, { event, account, by, client, logged }: Trail): void {
	const fields = {
		event: `auth.${event}`,
		address: client?.address,
		...(account && { userId: account }),
		...(by && by !== account && { by }),
		...logged,
	};
	if (alarming.has(event)) logger.warn(fields, messages[event]);
	else logger.info(fields, messages[event]);
}
