import type { APIRequestContext, Page } from "@playwright/test";
import { buildBooking } from "#tests/factories/bookings.ts";
import { startPostgres } from "#tests/postgres-server.ts";
import { layCable } from "./cable.ts";
import { addOverHttp, bookingsPath, lostConnection, openDesk, rowOf, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { type SiteServer, startSite } from "./site-server.ts";

test.use({ expectedErrors: lostConnection });

const secret = { AUTH_JWT_SECRET: "3f9d2c7b8a6e5f4d3c2b1a0987654321fedcba98" };
const inquiry = { firstName: "Ada", lastName: "Byron", email: "ada@example.com", message: "Are you there?" };

async function expectClear503(site: SiteServer, request: APIRequestContext): Promise<void> {
	expect((await request.get(`${site.url}/healthz`)).status()).toBe(503);
	const page = await request.get(`${site.url}/careers`);
	expect(page.status()).toBe(503);
	expect(page.headers()["retry-after"]).toBe("5");
	expect(await page.text()).toContain("This page did not make it to print.");
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
	await expect(page.getByText("Reconnecting…")).toBeHidden();
	await request.post(`${site.url}/auth/v1/recover`, { data: { email: "admin@pilcrow.example" } });
	await expect.poll(async () => (await site.mails()).length, { timeout: 30_000 }).toBe(1);
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

test("so is one that falls silent without closing a connection", async ({ page, request }) => {
	test.setTimeout(180_000);
	const postgres = await startPostgres();
	const cable = await layCable(postgres.url);
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
