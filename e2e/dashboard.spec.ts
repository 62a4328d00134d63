import type { Locator, Page, Response } from "@playwright/test";
import { makeItYoursTable } from "#features/dashboard/make-it-yours.table.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { addOverHttp, inDatabase, lostConnection, openDesk, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

const statistics = (page: Page) => page.getByRole("list", { name: "Statistics" });
const card = (page: Page, title: string): Locator =>
	statistics(page)
		.getByRole("listitem")
		.filter({ has: page.getByRole("heading", { name: title }) });

/** The total on a card. */
const totalOn = async (stat: Locator) => Number((await stat.getByRole("paragraph").innerText()).replaceAll(",", ""));

// proves S2-dashboard-01, S2-dashboard-03, S2-dashboard-07, S2-dashboard-11
test("shows four numbers with their weeks, five ways on, what waits and three tips", async ({ page, site }) => {
	await addOverHttp(site, "bookings", buildBooking());
	await openDesk(page, "/admin");
	await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
	await expect(page.getByText("what's happening with your business")).toBeVisible();
	await expect(statistics(page).getByRole("heading")).toHaveText([
		"Job Applications",
		"Blog Posts",
		"Bookings",
		"Contact Inquiries",
	]);
	await expect(card(page, "Bookings")).toContainText(/[1-9]\d* new/);
	await expect(card(page, "Blog Posts")).toContainText(/\d published/);
	await expect(statistics(page).getByRole("img", { name: /^12 weeks: (\d+, ){11}\d+$/ })).toHaveCount(4);
	await expect(statistics(page).getByText("12 weeks", { exact: true })).toHaveCount(4);
	const actions = page.getByRole("region", { name: "Quick Actions" }).getByRole("link");
	await expect(actions).toHaveCount(5);
	for (const [index, [name, path]] of [
		[/Create Invoice/, "/admin/invoices/new"],
		[/Review Applications.*\d+ pending/, "/admin/applications"],
		[/Create Blog Post/, "/admin/blogs/new"],
		[/Check Bookings.*\d+ new/, "/admin/bookings"],
		[/Handle Contacts.*\d+ new/, "/admin/contacts"],
	].entries() as ArrayIterator<[number, [RegExp, string]]>) {
		await expect(actions.nth(index)).toHaveAccessibleName(name);
		// With what waits there, to just that.
		await expect(actions.nth(index)).toHaveAttribute("href", new RegExp(`^${path}(\\?status=\\w+)?$`));
	}
	await expect(page.getByRole("region", { name: "Recent Activity" })).toContainText(/[1-9]\d*\s*new booking request/);
	await expect(page.getByRole("region", { name: "Quick Tips" }).getByRole("listitem")).toHaveCount(3);
	await expect(page.getByRole("region", { name: "Quick Tips" })).toContainText("Review applications within 24 hours");
});

test("counts a new booking while it is looked at, in the sidebar as well", async ({ page, site }) => {
	await openDesk(page, "/admin");
	const bookings = card(page, "Bookings");
	await expect(bookings).toBeVisible();
	const before = await totalOn(bookings);
	await addOverHttp(site, "bookings", buildBooking(), buildBooking());
	await expect.poll(() => totalOn(bookings)).toBe(before + 2);
	const waiting = (await bookings.getByText(/\d new/).innerText()).replace(" new", "");
	await expect(page.getByRole("navigation", { name: "Admin Panel" })).toContainText(`${waiting} new`);
});

// proves S2-dashboard-02, S8-toast-08
test("says what is refreshed, and that it is", async ({ page }) => {
	await openDesk(page, "/admin");
	await expect(card(page, "Bookings")).toBeVisible();
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/api/dashboard", async (route) => {
		await released;
		await route.continue();
	});
	await page.getByRole("button", { name: "Refresh" }).click();
	await expect(page.getByRole("button", { name: "Refreshing..." })).toBeDisabled();
	release();
	await expect(toast(page, "Dashboard Refreshed")).toContainText("All statistics have been updated successfully.");
	await expect(page.getByRole("button", { name: "Refresh" })).toBeEnabled();
});

// proves S2-dashboard-12, S9-skeleton-02
test("waits with four cards in the place of the numbers", async ({ page }) => {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/api/dashboard", async (route) => {
		await released;
		await route.continue();
	});
	await openDesk(page, "/admin");
	const skeleton = page.getByRole("status").filter({ hasText: "Loading" });
	await expect(skeleton.locator("> div")).toHaveCount(4);
	release();
	await expect(card(page, "Bookings")).toBeVisible();
	await expect(skeleton).toHaveCount(0);
});

test("lists what is left on a new installation, until it's ticked off or dismissed", async ({ page, ownSite }) => {
	const site = await ownSite();
	await inDatabase(site, (db) => db.delete(makeItYoursTable));
	await openDesk(page, `${site.url}/admin`);
	const left = page.getByRole("region", { name: "Make It Yours" });
	await expect(left).toContainText("0 of 8 done");
	await left.getByRole("checkbox", { name: "Texts: done" }).click();
	await expect(left).toContainText("1 of 8 done");
	await left.getByRole("link", { name: "Call hours" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Call Hours" })).toBeVisible();
	await page.goBack();
	await expect(left).toContainText("1 of 8 done");
	await left.getByRole("button", { name: "Dismiss" }).click();
	await expect(left).toHaveCount(0);
	await toast(page, "Card Removed").getByRole("button", { name: "Undo" }).click();
	await expect(left).toContainText("1 of 8 done");
});

test.describe("without an answer", () => {
	test.use({ expectedErrors: lostConnection });

	// proves S8-dashboard-01
	test("tells of a refresh that failed, keeps the numbers, and is silent about what fails by itself", async ({
		page,
	}) => {
		await openDesk(page, "/admin");
		await expect(card(page, "Bookings")).toBeVisible();
		await page.route("**/api/dashboard", (route) => route.abort());
		await page.getByRole("button", { name: "Refresh" }).click();
		await expect(toast(page, "Refresh Failed")).toContainText(
			"Failed to update dashboard statistics. Please try again.",
		);
		await expect(card(page, "Bookings")).toBeVisible();
	});
});

test("public pages do not load the palette", async ({ page }) => {
	const scripts: Promise<string>[] = [];
	const keepScript = (response: Response) => {
		if (response.url().endsWith(".js")) scripts.push(response.text());
	};
	page.on("response", keepScript);
	await page.goto("/", { waitUntil: "networkidle" });
	const loaded = (await Promise.all(scripts)).join("\n");
	expect(loaded).not.toMatch(/cmdk-/);
	await openDesk(page, "/admin");
	await expect(card(page, "Bookings")).toBeVisible();
	await page.keyboard.press("ControlOrMeta+k");
	await expect.poll(async () => (await Promise.all(scripts)).join("\n")).toMatch(/cmdk-/);
	// What still arrives must not be read when the test has ended.
	page.off("response", keepScript);
	await Promise.all(scripts);
});
