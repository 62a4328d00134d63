import { insertDemoApplications } from "./features/applications/demo-applications.server.ts";
import { insertDemoBookings } from "./features/bookings/demo-bookings.server.ts";
import { insertDemoContacts } from "./features/contacts/demo-contacts.server.ts";
import { insertDemoInvoices } from "./features/invoices/demo-invoices.server.ts";
import { insertDemoJobs } from "./features/jobs/demo-jobs.server.ts";
import { insertStarterJobs } from "./features/jobs/starter-jobs.server.ts";
import { insertDemoPosts } from "./features/posts/demo-posts.server.ts";
import { postsTable } from "./features/posts/posts.table.ts";
import { insertStarterPosts } from "./features/posts/starter-posts.server.ts";
import { profilesTable } from "./features/users/users.table.ts";
import { oneAtATime } from "./platform/database.server.ts";
import type { Deps } from "./platform/deps.server.ts";

type Seed = (deps: Deps) => Promise<void>;

/** What each subject puts into an empty database, so that a new site is not empty. */
const starters: Seed[] = [insertStarterPosts, insertStarterJobs];

/** For looking around: a month of what visitors send and staff do with it. */
const demos: Seed[] = [
	insertDemoPosts,
	insertDemoJobs,
	insertDemoApplications,
	insertDemoBookings,
	insertDemoContacts,
	insertDemoInvoices,
];

/** The tables that tell a new database from one in which everything was deleted: there, somebody has an account. */
const toldBy = [profilesTable, postsTable];

/** Fills an empty database as `SEED` says. Call before the first account is made. */
export async function seedDatabase(deps: Deps): Promise<void> {
	const { seed } = deps.settings;
	if (seed === "none") return;
	await oneAtATime(deps.database, "seed", async () => {
		for (const table of toldBy) if ((await deps.db.$count(table)) > 0) return;
		for (const insert of seed === "demo" ? [...starters, ...demos] : starters) await insert(deps);
	});
}
