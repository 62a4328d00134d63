import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { createApi } from "#api.server.ts";
import type { QueuedMail } from "#features/mails/mail-outbox.server.ts";
import { openStorage } from "#platform/files/open-storage.server.ts";
import { openJobQueue } from "#platform/jobs/job-queue.server.ts";
import { createRateLimits, noRateLimits } from "#platform/limits/rate-limits.server.ts";
import { openChangeFeed } from "#platform/live/change-feed.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { createMetrics } from "#platform/process/metrics.server.ts";
import { createPasswordHasher } from "#platform/process/password-hasher.server.ts";
import { readSettings } from "#platform/process/settings.server.ts";
import { jobKinds } from "#services.server.ts";
import { type OnStatement, openTestDatabase, recordStatements } from "./database.ts";
import { type LogLine, recordingLogger } from "./recording-logger.ts";

export const testSecret = "test-only-0123456789-0123456789-0123456789";
/** The clock stands here unless a test moves it. */
export const testTime = new Date("2026-03-04T15:00:00.000Z");

/** As weak as argon2 gets: the tests are about what is hashed, not about how hard it is. */
const cheapHashing = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export type TestApp = {
	deps: Deps;
	api: ReturnType<typeof createApi>;
	/** Everything logged so far, whatever the level. */
	log: LogLine[];
	setTime(time: Date): void;
	/** The emails queued so far, oldest first. Nothing sends them. */
	mails(): Promise<QueuedMail[]>;
};

/**
 * Real API on a real database, for one test file. Sends no email to anyone; nothing of ours is replaced but the clock.
 * @param onStatement told of each statement that our code sends
 */
export function startTestApp(environment: Record<string, string> = {}, onStatement?: OnStatement): TestApp {
	const app = {} as TestApp;
	const stopping = new AbortController();
	const dataDir = mkdtempSync(join(tmpdir(), "site-data-"));
	beforeAll(async () => {
		const settings = readSettings({
			SITE_URL: "http://site.test",
			AUTH_JWT_SECRET: testSecret,
			RATE_LIMITS: "off",
			DATA_DIR: dataDir,
			...environment,
		});
		const opened = await openTestDatabase();
		const database = onStatement ? recordStatements(opened, onStatement) : opened;
		const { logger, lines } = recordingLogger();
		let time = testTime;
		app.setTime = (next) => {
			time = next;
		};
		app.log = lines;
		app.deps = {
			settings,
			database,
			db: database.db,
			logger,
			clock: () => time,
			jobs: await openJobQueue(database, logger, jobKinds),
			rateLimits: settings.rateLimits ? createRateLimits(database) : noRateLimits,
			passwords: createPasswordHasher(cheapHashing),
			changes: await openChangeFeed(database, logger),
			storage: await openStorage(settings),
			metrics: createMetrics(),
			stopping: stopping.signal,
		};
		app.mails = async () => {
			const { rows } = await database.query(`
				select coalesce(job.data -> 'content', mails.content) || jsonb_build_object(
					'kind', kind, 'to', recipient, 'replyTo', reply_to, 'subject', subject, 'record_id', record_id
				) as mail
				from mails join pgboss.job on job.data ->> 'mail' = mails.id::text
				where job.name = 'mail' and job.state = 'created' order by queued_at, kind, mails.id`);
			return rows.map((row) => row.mail as QueuedMail);
		};
		app.api = createApi(app.deps);
	});
	afterAll(async () => {
		stopping.abort();
		await app.deps?.jobs.stop();
		await app.deps?.database.close();
		rmSync(dataDir, { recursive: true });
	});
	return app;
}
