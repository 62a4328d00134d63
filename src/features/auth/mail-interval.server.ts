import { eq, lte } from "drizzle-orm";
import type { Deps } from "#platform/deps.server.ts";
import { mailThrottleTable } from "./auth.table.ts";
import { mailTooSoon } from "./auth-errors.server.ts";
import { keyedHash } from "./auth-keys.server.ts";

/**
 * Claims the right to mail this address now. Kept for every address that is asked for, with or without an account,
 * so that asking twice tells nothing (contracts: auth 9.2).
 * @throws {AuthError} 429 within the interval
 */
export async function claimMailInterval(
	{ db, settings, clock }: Pick<Deps, "db" | "settings" | "clock">,
	kind: "confirmation" | "recovery" | "invitation",
	email: string,
): Promise<void> {
	const key = keyedHash(settings, "mail throttle", `${kind} ${email}`).toString("base64url");
	const now = clock();
	const intervalMs = settings.auth.mailInterval * 1000;
	const over = lte(mailThrottleTable.sent_at, new Date(now.getTime() - intervalMs));
	const claimed = await db
		.insert(mailThrottleTable)
		.values({ key, sent_at: now })
		.onConflictDoUpdate({ target: mailThrottleTable.key, set: { sent_at: now }, setWhere: over })
		.returning({ key: mailThrottleTable.key });
	await db.delete(mailThrottleTable).where(over);
	if (claimed.length > 0) return;
	const [last] = await db.select().from(mailThrottleTable).where(eq(mailThrottleTable.key, key));
	const waitedMs = last ? now.getTime() - last.sent_at.getTime() : 0;
	throw mailTooSoon(Math.max(1, Math.ceil((intervalMs - waitedMs) / 1000)));
}
