import { openDesk, openSection } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { type SiteServer, startSite } from "./site-server.ts";

// One site for both.
test.describe.configure({ mode: "default" });

let empty: SiteServer;
test.beforeAll(async () => {
	empty = await startSite();
});
test.afterAll(() => empty.stop());

// proves S2-careers-04
test("the public site says that there are no jobs", async ({ page }) => {
	await page.goto(`${empty.url}/careers`);
	await expect(page.getByText("No current job openings available.", { exact: true })).toBeVisible();
	await expect(page.getByRole("button", { name: "Send Your Resume" })).toBeVisible();
});

// proves S2-bookings-15, S2-contacts-14, S2-applications-11, S2-posts-14
test("the back office says what will appear in each list", async ({ page }) => {
	await openDesk(page, `${empty.url}/admin/bookings`);
	for (const [section, title, hint] of [
		["Bookings", "No bookings found", "Booking requests will appear here when clients submit the consultation form"],
		["Contacts", "No contact inquiries found", "Contact form submissions will appear here"],
		["Applications", "No applications found", "Applications will appear here when candidates apply"],
		["Blog Posts", "No blog posts found", "Get started by creating your first blog post"],
	] as const) {
		await openSection(page, section);
		await expect(page.getByText(title, { exact: true })).toBeVisible();
		await expect(page.getByText(hint, { exact: true })).toBeVisible();
	}
	await expect(page.getByRole("link", { name: "Create Your First Post" })).toHaveAttribute("href", "/admin/blogs/new");
});
