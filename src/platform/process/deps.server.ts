import { createContext, type RouterContextProvider } from "react-router";
import type { Database, DatabaseHandle } from "#platform/database/database.server.ts";
import type { FileStorage } from "#platform/files/storage.server.ts";
import type { JobQueue } from "#platform/jobs/job-queue.server.ts";
import type { RateLimits } from "#platform/limits/rate-limits.server.ts";
import type { ChangeFeed } from "#platform/live/change-feed.server.ts";
import type { Logger } from "./logger.server.ts";
import type { Metrics } from "./metrics.server.ts";
import type { PasswordHasher } from "./password-hasher.server.ts";
import type { Settings } from "./settings.server.ts";

/** Everything that endpoints, loaders and actions need from outside; built once in services.server.ts, by the tests in tests/app.ts. */
export type Deps = {
	settings: Settings;
	database: DatabaseHandle;
	db: Database;
	logger: Logger;
	clock: () => Date;
	jobs: JobQueue;
	rateLimits: RateLimits;
	passwords: PasswordHasher;
	changes: ChangeFeed;
	storage: FileStorage;
	metrics: Metrics;
	/** Aborted when the server begins to stop; whatever lives longer than a request ends then. */
	stopping: AbortSignal;
};

const depsContext = createContext<Deps>();

export function provideDeps(context: RouterContextProvider, deps: Deps): void {
	context.set(depsContext, deps);
}

/** The dependencies inside a loader or an action. */
export function depsFrom(context: Readonly<RouterContextProvider>): Deps {
	return context.get(depsContext);
}
