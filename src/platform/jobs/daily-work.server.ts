import { lt } from "drizzle-orm";
import type { Deps } from "#platform/process/deps.server.ts";
import { dailyRunsTable } from "./daily-runs.table.ts";
import type { JobKind } from "./job-queue.server.ts";
import { repeat } from "./repeat.server.ts";

/** The name starts with 'daily-'. A backup leaves such jobs out, because they are scheduled again anyway. */
export type DailyWork = { kind: JobKind & { name: `daily-${string}` }; run(): Promise<void> };

const lookEveryMs = 10 * 60_000;

/** Does each kind of work once a day (UTC), in whichever process comes first. Missed work is done at the next start. */
export async function startDailyWork(
	deps: Pick<Deps, "db" | "jobs" | "clock" | "logger" | "stopping">,
	works: DailyWork[],
): Promise<void> {
	for (const { kind, run } of works) await deps.jobs.work(kind, run);
	repeat(deps, lookEveryMs, "the daily work failed", async () => {
		for (const { kind } of works) await queueOncePerDay(deps, kind);
	});
}

/** @returns whether this was the first call of the day */
export function queueOncePerDay({ db, jobs, clock }: Pick<Deps, "db" | "jobs" | "clock">, kind: JobKind) {
	const day = clock().toISOString().slice(0, 10);
	return db.transaction(async (tx) => {
		const claimed = await tx
			.insert(dailyRunsTable)
			.values({ name: kind.name, day })
			.onConflictDoUpdate({ target: dailyRunsTable.name, set: { day }, setWhere: lt(dailyRunsTable.day, day) })
			.returning();
		if (claimed.length === 0) return false;
		await jobs.send(tx, kind, {});
		return true;
	});
}
