import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildBooking } from "#tests/factories/bookings.ts";
import { savePost } from "./blog-posts.ts";
import { addOverHttp, bookingsPath, lostConnection, openDesk, rowOf, toast, uniqueName } from "./desk.ts";
import { test as base, expect } from "./fixtures.ts";
import { startProxy } from "./proxy.ts";
import { newSharedSite } from "./shared-services.ts";
import { prepared, type SiteServer, startSite } from "./site-server.ts";

type Cluster = { address: string; a: SiteServer; b: SiteServer; backups: string };

/** Two processes of one site, on one database and one bucket, behind a proxy. */
const test = base.extend<object, { cluster: Cluster }>({
	cluster: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this parameter
		async ({}, use) => {
			const proxy = await startProxy();
			const backups = await mkdtemp(join(tmpdir(), "test-backups-"));
			const settings = {
				...(await newSharedSite(prepared())),
				SITE_URL: proxy.url,
				BACKUP_DIR: backups,
				TRUSTED_PROXIES: "1",
				RATE_LIMITS: "on",
			};
			// At once, so that they also migrate the empty database at once.
			const [a, b] = await Promise.all([startSite(settings), startSite(settings)]);
			proxy.backends.push(a.url, b.url);
			await use({ address: proxy.url, a, b, backups });
			proxy.close();
			await Promise.all([a.stop(), b.stop()]);
			await rm(backups, { recursive: true });
		},
		{ scope: "worker", timeout: 90_000 },
	],
	baseURL: ({ cluster }, use) => use(cluster.address),
});

// One site for all, which the last test kills.
test.describe.configure({ mode: "default" });

test("a booking that one process stores is on the other one's screens without a reload", async ({ page, cluster }) => {
	const name = uniqueName("Across");
	await openDesk(page, `${cluster.b.url}${bookingsPath}`);
	await expect(page.getByText("No bookings")).toBeVisible();
	await addOverHttp(cluster.a, "bookings", buildBooking({ name }));
	await expect(rowOf(page, name)).toBeVisible({ timeout: 1000 });
	await expect(toast(page, "New Booking!")).toContainText(name);
});

test("a post published through one process is at once on the pages that the other one keeps", async ({
	request,
	cluster,
}) => {
	const readBlog = async () => (await request.get(`${cluster.b.url}/blog`)).text();
	const title = uniqueName("Read on both sides");
	await readBlog();
	expect(await readBlog()).not.toContain(title);
	await savePost(cluster.a, request, { title, content: "<p>Here.</p>", publish: true });
	await expect.poll(readBlog).toContain(title);
});

test("wrong passwords are counted together", async ({ request, cluster }) => {
	const attempt = (site: SiteServer) =>
		request.post(`${site.url}/auth/v1/token?grant_type=password`, {
			headers: { "x-forwarded-for": "192.0.2.7" },
			data: { email: "nobody@example.com", password: "wrong every time" },
		});
	const statuses: number[] = [];
	for (let round = 0; round < 6; round++) {
		for (const site of [cluster.a, cluster.b]) statuses.push((await attempt(site)).status());
	}
	expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
});

test("the day's backup is made once, however many processes there are", async ({ cluster }) => {
	const database = await cluster.a.openDatabase();
	const waiting = async () => {
		const { rows } = await database.query("select 1 from pgboss.job where name = 'daily-backup'");
		return rows.length;
	};
	await expect.poll(() => readdir(cluster.backups), { timeout: 20_000 }).toHaveLength(1);
	await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
	expect(await readdir(cluster.backups)).toEqual([expect.stringMatching(/^site-.*Z\.tar\.gz$/)]);
	await database.close();
});

test.describe("when a process is killed", () => {
	test.use({ expectedErrors: lostConnection });

	test("the site stays up, and its screens go on through the other one", async ({ page, request, cluster }) => {
		test.setTimeout(60_000);
		const known = uniqueName("Here before");
		await addOverHttp(cluster.a, "bookings", buildBooking({ name: known }));
		await openDesk(page, bookingsPath);
		await expect(rowOf(page, known)).toBeVisible();
		for (const [killed, left] of [
			[cluster.a, cluster.b],
			[cluster.b, cluster.a],
		] as const) {
			await killed.kill();
			expect((await request.get("/")).status()).toBe(200);
			const name = uniqueName("Still here");
			await addOverHttp(left, "bookings", buildBooking({ name }));
			await expect(rowOf(page, name)).toBeVisible({ timeout: 10_000 });
			await expect(page.getByText("Reconnecting…")).toBeHidden();
			await killed.start();
		}
	});
});
