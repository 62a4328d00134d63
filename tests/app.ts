import { afterAll, beforeAll } from "vitest";
import { createApi } from "#api.server.ts";
import { openChangeFeed } from "#platform/change-feed.server.ts";
import type { Deps } from "#platform/deps.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import { readSettings } from "#platform/settings.server.ts";
import { openTestDatabase } from "./database.ts";

export const testSecret = "test-only-0123456789-0123456789-0123456789";
/** The clock stands here unless a test moves it. */
export const testTime = new Date("2026-03-04T15:00:00.000Z");

export type TestApp = { deps: Deps; api: ReturnType<typeof createApi>; setTime(time: Date): void };

/** Real API on a real database, for one test file. Sends no mail to anybody; nothing of ours is replaced but the clock. */
export function startTestApp(environment: Record<string, string> = {}): TestApp {
	const app = {} as TestApp;
	const stopping = new AbortController();
	beforeAll(async () => {
		const settings = readSettings({
			SITE_URL: "http://site.test",
			AUTH_JWT_SECRET: testSecret,
			RATE_LIMITS: "off",
			...environment,
		});
		const database = await openTestDatabase();
		let time = testTime;
		app.setTime = (next) => {
			time = next;
		};
		const logger = createLogger({ level: "silent", production: true });
		app.deps = {
			settings,
			database,
			db: database.db,
			logger,
			clock: () => time,
			changes: await openChangeFeed(database, logger),
			stopping: stopping.signal,
		};
		app.api = createApi(app.deps);
	});
	afterAll(() => {
		stopping.abort();
		return app.deps?.database.close();
	});
	return app;
}
