import { insertStarterJobs } from "./features/jobs/starter-jobs.server.ts";
import { postsTable } from "./features/posts/posts.table.ts";
import { insertStarterPosts } from "./features/posts/starter-posts.server.ts";
import { profilesTable } from "./features/users/users.table.ts";
import type { Deps } from "./platform/deps.server.ts";

/** What each subject puts into an empty database, so that a new site is not empty. */
const starters: ((deps: Deps) => Promise<void>)[] = [insertStarterPosts, insertStarterJobs];

/** The tables that tell a new database from one in which everything was deleted: there, somebody has an account. */
const toldBy = [profilesTable, postsTable];

/** Fills an empty database as `SEED` says. Call before the first account is made. */
export async function seedDatabase(deps: Deps): Promise<void> {
	if (deps.settings.seed === "none") return;
	for (const table of toldBy) if ((await deps.db.$count(table)) > 0) return;
	for (const insertStarter of starters) await insertStarter(deps);
}
