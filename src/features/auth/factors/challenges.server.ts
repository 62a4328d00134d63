import { subMinutes } from "date-fns/subMinutes";
import { and, eq, lt } from "drizzle-orm";
import type { AuthError } from "#features/auth/auth-errors.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { insertRow } from "#platform/records/records.server.ts";
import { type Challenge, challengesTable } from "./factors.table.ts";

/** For so long beyond its end a challenge is called expired; after that it is unknown. */
const keptMinutes = 10;

export async function createChallenge(
	{ db, settings, clock }: Pick<Deps, "db" | "settings" | "clock">,
	challenge: Omit<typeof challengesTable.$inferInsert, "id" | "expires_at">,
): Promise<Challenge> {
	const expires_at = new Date(clock().getTime() + settings.auth.challengeExp * 1000);
	return insertRow(db, challengesTable, { ...challenge, expires_at });
}

type Wanted = { id: string; kind: Challenge["kind"]; sessionId: string | null; factorId?: string };
type Refusals = { unknown(): AuthError; expired(id: string): AuthError };

/**
 * Takes a challenge out of the table, so that it is good for one use, also among requests at the same moment.
 * @throws {AuthError} as `refusals` say, unless it is of this kind, session and factor, unused and not expired
 */
export async function takeChallenge(
	db: Database,
	now: Date,
	{ id, kind, sessionId, factorId }: Wanted,
	refusals: Refusals,
): Promise<Challenge> {
	const [used] = await db
		.delete(challengesTable)
		.where(
			and(
				eq(challengesTable.id, id),
				eq(challengesTable.kind, kind),
				sessionId ? eq(challengesTable.session_id, sessionId) : undefined,
				factorId ? eq(challengesTable.factor_id, factorId) : undefined,
			),
		)
		.returning();
	if (!used) throw refusals.unknown();
	if (used.expires_at <= now) throw refusals.expired(id);
	return used;
}

export async function deleteOldChallenges({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
	await db.delete(challengesTable).where(lt(challengesTable.expires_at, subMinutes(clock(), keptMinutes)));
}

export const expiresAtSeconds = ({ expires_at }: Challenge) => Math.floor(expires_at.getTime() / 1000);
