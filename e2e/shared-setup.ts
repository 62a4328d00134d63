import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeItYoursTable } from "#features/dashboard/make-it-yours.table.ts";
import { newDatabase, startSharedServices } from "./shared-services.ts";
import { ownServer, type Prepared, type SiteServer, startSite } from "./site-server.ts";

/** The tests' sites are nobody's. The test of the card brings it back. */
async function dismissCard(site: SiteServer): Promise<void> {
	const database = await site.openDatabase();
	await database.db.insert(makeItYoursTable).values({ ticked: ["all"] });
	await database.close();
}

/**
 * Starts what the sites of the tests share, and one site of each kind once, from whose database all others start as a
 * copy: the first start of a site, with its migrations and its first admin, takes longer than many a test.
 */
export default async function setup(): Promise<() => Promise<void>> {
	const services = await startSharedServices();
	const folder = await mkdtemp(join(tmpdir(), "test-template-"));
	// A site is started a hundred times: Node keeps what it has compiled, which saves a fifth of a start.
	process.env.NODE_COMPILE_CACHE = join(folder, "compiled");
	const prepare = async () => {
		const settings = await newDatabase(services.postgresUrl);
		const site = await startSite(settings);
		await dismissCard(site);
		await site.stop();
		return new URL(settings.DATABASE_URL ?? "").pathname.slice(1);
	};
	const prepareOwn = async () => {
		const site = await startSite(ownServer);
		await dismissCard(site);
		await site.end();
		await cp(join(site.folder, "db"), join(folder, "db"), { recursive: true });
		await site.stop();
		return join(folder, "db");
	};
	const [database, cluster] = await Promise.all([prepare(), prepareOwn()]);
	const prepared: Prepared = { ...services, database, cluster };
	process.env.E2E_PREPARED = JSON.stringify(prepared);
	return async () => {
		await services.stop();
		await rm(folder, { recursive: true });
	};
}
