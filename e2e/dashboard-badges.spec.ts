import type { Page } from "@playwright/test";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { buildContact } from "#tests/factories/contacts.ts";
import { savePost } from "./blog-posts.ts";
import { addOverHttp, lostConnection, openDesk, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

const card = (page: Page, title: string) =>
	page
		.getByRole("list", { name: "Statistics" })
		.getByRole("listitem")
		.filter({ has: page.getByRole("heading", { name: title }) });
const activity = (page: Page) => page.getByRole("region", { name: "Recent Activity" });

// proves S2-dashboard-04, S2-dashboard-05, S2-dashboard-06, S2-dashboard-08, S2-dashboard-09, S2-dashboard-10
test("the badges of waiting things and the recent activity appear only above zero", async ({
	page,
	playwright,
	ownSite,
}) => {
	test.slow();
	const site = await ownSite();
	await openDesk(page, `${site.url}/admin`);
	await expect(card(page, "Blog Posts").getByText("0 published", { exact: true })).toBeVisible();
	for (const title of ["Job Applications", "Bookings", "Contact Inquiries"]) {
		await expect(card(page, title)).not.toContainText(/pending|new/);
	}
	await expect(activity(page).getByRole("listitem")).toHaveCount(0);

	await addOverHttp(site, "bookings", buildBooking(), buildBooking(), buildBooking({ status: "closed" }));
	await addOverHttp(site, "contacts", buildContact());
	const body = buildApplicationForm({ job_id: "general-application" });
	expect((await fetch(`${site.url}/api/applications`, { method: "POST", body })).status).toBe(201);
	const request = await playwright.request.newContext({ baseURL: site.url });
	await savePost(site, request, { title: "Live", publish: true });
	await page.reload();
	await expect(card(page, "Job Applications").getByText("1 pending", { exact: true })).toBeVisible();
	await expect(card(page, "Blog Posts").getByText("1 published", { exact: true })).toBeVisible();
	await expect(card(page, "Bookings").getByText("2 new", { exact: true })).toBeVisible();
	await expect(card(page, "Contact Inquiries").getByText("1 new", { exact: true })).toBeVisible();
	for (const [action, count] of [
		["Review Applications", "1 pending"],
		["Check Bookings", "2 new"],
		["Handle Contacts", "1 new"],
	] as const) {
		const link = page.getByRole("region", { name: "Quick Actions" }).getByRole("link", { name: action });
		await expect(link.getByText(count, { exact: true })).toBeVisible();
	}
	await expect(activity(page).getByRole("listitem")).toHaveText([
		/1\s*application needs review/,
		/2\s*new booking requests/,
		/1\s*new contact inquiry/,
		/1\s*published blog post live/,
	]);
	// The tab counts, and each number leads to what it counts. No one waits for what staff have entered.
	await expect(page).toHaveTitle(/^\(4\) Dashboard/);
	const longest = page.getByRole("region", { name: "Waiting Longest" }).getByRole("listitem");
	await expect(longest).toHaveText([/Application: General Application.*ago/]);
	await longest.getByRole("link", { name: /^Details/ }).click();
	await expect(page).toHaveURL(/\/admin\/applications\?id=.*&status=pending$/);
	await expect(page.getByRole("dialog", { name: "Application Details" })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(page.locator("tr:focus")).toContainText("General Application");
	await page.getByRole("navigation", { name: "Admin Panel" }).getByRole("link", { name: "2 new" }).click();
	await expect(page).toHaveURL(/\/admin\/bookings\?status=new$/);
	await expect(page).toHaveTitle(/^\(4\) Bookings/);
	await page.getByRole("row").nth(1).focus();
	await page.keyboard.press("4");
	await expect(page).toHaveTitle(/^\(3\) Bookings/);
	await request.dispose();
});

test.describe("without an answer", () => {
	test.use({ expectedErrors: lostConnection });

	// proves S8-dashboard-02
	test("what fails by itself shows on the screen and in no toast", async ({ page }) => {
		await page.route("**/api/dashboard*", (route) => route.abort());
		await openDesk(page, "/admin");
		await expect(page.getByText("The statistics couldn't be loaded.")).toBeVisible();
		await expect(toast(page, "Failed")).toHaveCount(0);
		await expect(toast(page, "Error")).toHaveCount(0);
	});
});
