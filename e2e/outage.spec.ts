import type { APIRequestContext, Page } from "@playwright/test";
import { sql } from "drizzle-orm";
import { openPostgresDatabase } from "#platform/database/database.server.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { startPostgres } from "#tests/postgres-server.ts";
import { addOverHttp, bookingsPath, lostConnection, openDesk, rowOf, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { startPausableProxy } from "./pausable-proxy.ts";
import { ownServer, type SiteServer, startSite } from "./site-server.ts";

test.use({ expectedErrors: new RegExp(`${lostConnection.source}|having technical trouble`) });

const secret = { AUTH_JWT_SECRET: "3f9d2c7b8a6e5f4d3c2b1a0987654321fedcba98" };
const inquiry = { firstName: "Ada", lastName: "Byron", email: "ada@example.com", message: "Are you there?" };

async function expectClear503(site: SiteServer, request: APIRequestContext): Promise<void> {
	expect((await request.get(`${site.url}/healthz`)).status()).toBe(503);
	const page = await request.get(`${site.url}/careers`);
	expect(page.status()).toBe(503);
	expect(page.headers()["retry-after"]).toBe("5");
	expect(await page.text()).toContain("This page didn&#x27;t make it to print.");
	const api = await request.post(`${site.url}/auth/v1/token?grant_type=password`, {
		data: { email: "ada@example.com", password: "some password" },
	});
	expect(api.status()).toBe(503);
	const form = await request.post(`${site.url}/contact`, { form: inquiry });
	expect(form.status()).toBe(503);
	expect(await form.text()).toContain("Are you there?");
}

async function expectAllBack(site: SiteServer, request: APIRequestContext, page: Page): Promise<void> {
	await expect.poll(async () => (await request.get(`${site.url}/healthz`)).status(), { timeout: 20_000 }).toBe(200);
	const name = uniqueName("After the outage");
	await addOverHttp(site, "bookings", buildBooking({ name }));
	await expect(rowOf(page, name)).toBeVisible({ timeout: 40_000 });
	await expect(page.getByText("Reconnecting...")).toBeHidden();
	await request.post(`${site.url}/auth/v1/recover`, { data: { email: "admin@pilcrow.example" } });
	const recoveries = async () => (await site.mails()).filter((mail) => mail.includes("To: admin@pilcrow.example"));
	await expect.poll(async () => (await recoveries()).length, { timeout: 30_000 }).toBe(1);
}

test("a database that crashes and comes back is answered for with 503, and everything goes on by itself", async ({
	page,
	request,
}) => {
	test.setTimeout(120_000);
	const postgres = await startPostgres();
	const site = await startSite({ DATABASE_URL: `${postgres.url}/postgres`, ...secret });
	await openDesk(page, `${site.url}${bookingsPath}`);
	await expect(page.getByText("No bookings")).toBeVisible();
	await postgres.crash();
	await expectClear503(site, request);
	await postgres.restart();
	await expectAllBack(site, request, page);
	await site.stop();
	await postgres.stop();
});

test("a database server of the site's own that is killed is started again, and everything goes on by itself", async ({
	page,
	request,
}) => {
	test.setTimeout(120_000);
	const site = await startSite(ownServer);
	await openDesk(page, `${site.url}${bookingsPath}`);
	await expect(page.getByText("No bookings")).toBeVisible();
	process.kill(await site.databasePid(), "SIGKILL");
	const forms = Array.from({ length: 20 }, () => request.post(`${site.url}/contact`, { form: inquiry }));
	for (const answer of await Promise.all(forms)) expect([201, 503]).toContain(answer.status());
	await expectAllBack(site, request, page);
	expect(await site.stop()).toBe(0);
});

/** Twenty a second, until it is stopped. */
function sendForms(site: SiteServer, request: APIRequestContext) {
	const acknowledged: { email: string; at: number }[] = [];
	const underWay: Promise<void>[] = [];
	let sent = 0;
	async function send(): Promise<void> {
		const email = `load${++sent}@example.com`;
		const form = { ...inquiry, email, message: `Number ${sent}` };
		const answer = await request.post(`${site.url}/contact`, { form }).catch(() => undefined);
		if (answer?.status() === 201) acknowledged.push({ email, at: performance.now() });
	}
	const load = setInterval(() => underWay.push(send()), 50);
	return {
		acknowledged,
		stop: async () => {
			clearInterval(load);
			await Promise.all(underWay);
		},
	};
}

// Contract of the deployment, 5.4.
test("a database that is killed under load hands over to its standby: nothing acknowledged is lost, and all goes on", {
	tag: "@long",
}, async ({ page, request }) => {
	test.setTimeout(180_000);
	const primary = await startPostgres({ max_wal_senders: "4", synchronous_standby_names: "*" });
	const standby = await primary.addStandby();
	const address = await startPausableProxy(primary.url);
	const direct = openPostgresDatabase(`${primary.url}/postgres`, { poolSize: 1 });
	const following = async () => (await direct.query("select sync_state from pg_stat_replication")).rows;
	await expect.poll(following, { timeout: 30_000 }).toEqual([{ sync_state: "sync" }]);
	const site = await startSite({ DATABASE_URL: `${address.url}/postgres`, ...secret });
	await openDesk(page, `${site.url}${bookingsPath}`);
	await expect(page.getByText("No bookings")).toBeVisible();
	const forms = sendForms(site, request);
	await expect.poll(() => forms.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(40);

	const killed = performance.now();
	await primary.crash();
	const promoting = openPostgresDatabase(`${standby.url}/postgres`, { poolSize: 1 });
	await promoting.query("select pg_promote(true)");
	address.leadTo(standby.url);
	const promoted = performance.now();
	await expect
		.poll(() => forms.acknowledged.filter(({ at }) => at > promoted).length, { timeout: 30_000 })
		.toBeGreaterThan(40);
	await forms.stop();
	const servedAgain = Math.min(...forms.acknowledged.flatMap(({ at }) => (at > promoted ? [at] : [])));
	expect(servedAgain - killed).toBeLessThan(10_000);

	const { rows } = await promoting.query("select email from contact_inquiries where email like 'load%'");
	const stored = new Set(rows.map((row) => row.email));
	expect(forms.acknowledged.filter(({ email }) => !stored.has(email))).toEqual([]);
	const name = uniqueName("After the failover");
	await addOverHttp(site, "bookings", buildBooking({ name }));
	await expect(rowOf(page, name)).toBeVisible({ timeout: 10_000 });
	test.info().annotations.push({
		type: "measured",
		description: `${forms.acknowledged.length} acknowledged, served again after ${Math.round(servedAgain - killed)} ms`,
	});
	await Promise.all([direct.close(), promoting.close()]);
	await site.stop();
	address.close();
	await standby.stop();
	await primary.stop();
});

test("a database that falls silent without closing a connection is answered for with 503, and everything goes on", {
	tag: "@long",
}, async ({ page, request }) => {
	test.setTimeout(180_000);
	const postgres = await startPostgres();
	const cable = await startPausableProxy(postgres.url);
	const site = await startSite({ DATABASE_URL: `${cable.url}/postgres`, ...secret });
	await openDesk(page, `${site.url}${bookingsPath}`);
	await expect(page.getByText("No bookings")).toBeVisible();
	cable.pull();
	await expectClear503(site, request);
	cable.plug();
	await expectAllBack(site, request, page);
	await site.stop();
	cable.close();
	await postgres.stop();
});

test("one that falls silent while connections are opened is answered for with 503, and everything goes on", {
	tag: "@long",
}, async ({ request }) => {
	test.setTimeout(90_000);
	const postgres = await startPostgres();
	const cable = await startPausableProxy(postgres.url);
	const site = await startSite({ DATABASE_URL: `${cable.url}/postgres`, DATABASE_POOL_SIZE: "60", ...secret });
	// The first message of a connection; so many requests at once need connections that were not open before.
	cable.pullAt("client_encoding");
	const forms = Array.from({ length: 40 }, () => request.post(`${site.url}/contact`, { form: inquiry }));
	for (const answer of await Promise.all(forms)) expect([201, 503]).toContain(answer.status());
	cable.plug();
	await expect.poll(async () => (await request.get(`${site.url}/healthz`)).status(), { timeout: 20_000 }).toBe(200);
	expect(await site.stop()).toBe(0);
	cable.close();
	await postgres.stop();
});

test("whatever is under way when the database crashes is refused, harms nothing and leaves a pool that works", {
	tag: "@long",
}, async () => {
	const postgres = await startPostgres();
	const database = openPostgresDatabase(`${postgres.url}/postgres`);
	const { promise: crashed, resolve: markCrashed } = Promise.withResolvers<void>();
	const { promise: begun, resolve: markBegun } = Promise.withResolvers<void>();
	const refused = [
		database.db.transaction((tx) => tx.execute(sql`select pg_sleep(30)`)),
		database.db.transaction(async (tx) => {
			await tx.execute(sql`select 1`);
			markBegun();
			await crashed;
			await tx.execute(sql`select 2`);
		}),
		database.query("begin; select pg_sleep(30); commit"),
	].map((work) => work.then(String, () => "refused"));
	await begun;
	const watching = openPostgresDatabase(`${postgres.url}/postgres`, { poolSize: 1 });
	const asleep = () => watching.query("select 1 from pg_stat_activity where wait_event = 'PgSleep'");
	await expect.poll(async () => (await asleep()).rows.length).toBe(2);
	await watching.close();
	await postgres.crash();
	markCrashed();
	expect(await Promise.all(refused)).toEqual(["refused", "refused", "refused"]);
	await postgres.restart();
	const answers = Array.from({ length: 30 }, () => database.query("select $1::int as one", [1]));
	expect((await Promise.all(answers)).map(({ rows }) => rows[0]?.one)).toEqual(Array(30).fill(1));
	await database.close();
	await postgres.stop();
});
