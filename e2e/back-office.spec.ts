import { openDesk, openSection } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

const sections = [
	{ label: "Dashboard", path: "/admin", heading: "Dashboard" },
	{ label: "Invoices", path: "/admin/invoices", heading: "Invoices" },
	{ label: "Contacts", path: "/admin/contacts", heading: "Contact Inquiries" },
	{ label: "Bookings", path: "/admin/bookings", heading: "Consultation Bookings" },
	{
		label: "Applications",
		path: "/admin/applications",
		heading: "Job Applications",
		subtitle: "Manage and review job applications from candidates",
	},
	{
		label: "Blog Posts",
		path: "/admin/blogs",
		heading: "Blog Posts",
		subtitle: "Create and manage blog content for your website",
	},
	{ label: "Users", path: "/admin/users", heading: "Users" },
];

// proves S2-routes-11, S2-frame-01, S2-layout-01, S2-layout-04, S2-layout-05, S2-bookings-01, S2-contacts-01
// proves S2-applications-01, S2-posts-01, S6-roles-07, D-pages-06, D-applications-09
test("every section opens by its link in the sidebar, is highlighted, and stands in the compact frame", async ({
	page,
}) => {
	await openDesk(page, "/admin/users");
	await expect(page.getByText("Content Manager", { exact: true })).toBeVisible();
	await expect(page.getByText("Admin Panel", { exact: true })).toBeVisible();
	const navigation = page.getByRole("navigation", { name: "Admin Panel" });
	// A number beside one leads to what it counts.
	await expect(navigation.locator("li > a:first-child")).toHaveText(
		sections.map(({ label }) => new RegExp(`^${label}`)),
	);
	for (const { label, path, heading, subtitle } of sections) {
		const link = navigation.getByRole("link", { name: label });
		await link.click();
		await expect(page).toHaveURL(path);
		await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeVisible();
		if (subtitle) await expect(page.getByText(subtitle, { exact: true })).toBeVisible();
		await expect(link).toHaveAttribute("aria-current", "page");
		await expect(navigation.locator("[aria-current]")).toHaveCount(1);
		expect((await page.getByRole("banner").boundingBox())?.height).toBe(40);
		expect((await page.getByRole("contentinfo").boundingBox())?.height).toBeLessThan(60);
	}
	await page.goto("/admin/applications");
	await page.getByRole("link", { name: "Manage Jobs" }).click();
	await expect(page).toHaveURL("/admin/applications/jobs");
	await expect(navigation.getByRole("link", { name: "Applications" })).toHaveAttribute("aria-current", "page");
});

test("where the browser saves data, a screen is loaded when it is opened, and not ahead", async ({ page }) => {
	const loadedWhenIdle = page.waitForResponse(/\/palette-dialog-/);
	await openDesk(page, "/admin/bookings");
	await loadedWhenIdle;
	await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
	await expect(page.locator("link[rel=modulepreload][href*='/users-screen-']")).not.toBeAttached();
	await openSection(page, "Users");
	await expect(page.getByRole("heading", { level: 1, name: "Users", exact: true })).toBeVisible();
});
