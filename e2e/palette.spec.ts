import type { Page } from "@playwright/test";
import { buildBooking } from "#tests/factories/bookings.ts";
import { insertAccount } from "./accounts.ts";
import { addOverHttp, bookingsPath, lostConnection, openDesk, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Find or go to" });

async function openPalette(page: Page): Promise<void> {
	await expect(page.getByRole("button", { name: /Find or go to/ })).toBeVisible();
	await page.keyboard.press("Control+k");
	await expect(palette(page).getByRole("combobox")).toBeFocused();
}

test("leads to any section by a few letters, and gives the focus back when it is not used", async ({ page }) => {
	await openDesk(page, "/admin");
	const refresh = page.getByRole("button", { name: "Refresh" });
	await refresh.focus();
	await openPalette(page);
	await page.keyboard.press("Escape");
	await expect(palette(page)).toBeHidden();
	await expect(refresh).toBeFocused();
	for (const [typed, path] of [
		["contac", "/admin/contacts"],
		["invoices", "/admin/invoices"],
		["activ", "/admin/activity"],
		["jobs", "/admin/applications/jobs"],
		["new invoice", "/admin/invoices/new"],
		["new post", "/admin/blogs/new"],
		["new job", "/admin/applications/jobs/new"],
	]) {
		await openPalette(page);
		await page.keyboard.type(typed ?? "");
		await page.keyboard.press("Enter");
		await expect(page).toHaveURL(path ?? "");
		await expect(palette(page)).toBeHidden();
		// A screen that is still to come takes the focus when it does.
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	}
});

test("keeps the focus when the screen behind it arrives later and would take it", async ({ page }) => {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/api/posts/*/draft", async (route) => {
		await released;
		await route.continue();
	});
	await openDesk(page, "/admin/blogs/new");
	await openPalette(page);
	await page.keyboard.type("new");
	release();
	await expect(page.getByText("Not saved yet")).toBeVisible();
	await page.keyboard.type(" job");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL("/admin/applications/jobs/new");
});

test("finds a client by letters of the name and opens the record", async ({ page, site }) => {
	const name = uniqueName("Ottoline Marsh");
	await addOverHttp(site, "bookings", buildBooking({ name }));
	await openDesk(page, "/admin/users");
	await page.getByRole("button", { name: /Find or go to/ }).click();
	await expect(palette(page).getByRole("combobox")).toBeFocused();
	await page.keyboard.type(name.slice(-8).toUpperCase());
	await expect(palette(page).getByRole("option", { name: new RegExp(name) })).toHaveAttribute("aria-selected", "true");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/admin\/bookings\?id=/);
	const details = page.getByRole("dialog", { name: "Booking Details" });
	await expect(details).toContainText(name);
	// Over an open record Escape closes the palette alone.
	await page.keyboard.press("Control+k");
	await expect(palette(page).getByRole("combobox")).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(palette(page)).toBeHidden();
	await expect(details).toBeVisible();
	// A record that comes late waits behind it.
	const arrived = Promise.withResolvers<void>();
	await page.route("**/api/bookings?*", async (route) => {
		await arrived.promise;
		await route.continue();
	});
	await page.reload();
	await openPalette(page);
	await page.keyboard.type("otto");
	arrived.resolve();
	await expect(page.getByRole("row", { name, includeHidden: true })).toBeVisible();
	await page.keyboard.type("line");
	await expect(palette(page).getByRole("combobox")).toHaveValue("ottoline");
	await expect(details).toBeHidden();
	await page.keyboard.press("Escape");
	await expect(details).toBeVisible();
});

test("keeps the focus and what is typed when a slow screen comes behind it", async ({ page }) => {
	const arrived = Promise.withResolvers<void>();
	await page.route(/invoices-screen/, async (route) => {
		await arrived.promise;
		await route.continue();
	});
	await openDesk(page, "/admin");
	const link = page.getByRole("link", { name: "Invoices" }).first();
	await link.click();
	await openPalette(page);
	await page.keyboard.type("otto");
	arrived.resolve();
	await expect(page).toHaveURL(/\/admin\/invoices/);
	await page.keyboard.type("line");
	await expect(palette(page).getByRole("combobox")).toHaveValue("ottoline");
	await expect(palette(page).getByRole("combobox")).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(link).toBeFocused();
});

test("says so when nothing fits", async ({ page }) => {
	await openDesk(page, "/admin");
	await openPalette(page);
	await page.keyboard.type("zzzzqqqq");
	await expect(palette(page).getByRole("status")).toHaveText("No results");
});

test.describe("without a connection", () => {
	test.use({ expectedErrors: lostConnection });

	test("says that the search failed, not that there is nothing", async ({ page }) => {
		await openDesk(page, "/admin");
		await openPalette(page);
		await page.route("**/api/search?*", (route) => route.abort());
		await page.keyboard.type("zzzzqqqq");
		await expect(palette(page).getByRole("status")).toHaveText("The search failed. Please try again.");
	});
});

test("opens the dialogs that add a booking and a contact, from where they are listed and from elsewhere", async ({
	page,
}) => {
	await openDesk(page, "/admin");
	for (const name of ["Booking", "Contact", "Contact"]) {
		await openPalette(page);
		await page.keyboard.type(`new ${name}`);
		await page.keyboard.press("Enter");
		const dialog = page.getByRole("dialog", { name: `Add ${name}` });
		await expect(dialog.getByLabel("Name")).toBeFocused();
		await page.keyboard.press("Escape");
		await expect(dialog).toBeHidden();
	}
});

test.describe("at its end", () => {
	// 401 for what is still on its way at 'Log out'.
	test.use({ expectedErrors: /401/ });

	test("changes the theme and logs out", async ({ page, site }) => {
		await openDesk(page, bookingsPath, await insertAccount(site, "admin"));
		await openPalette(page);
		await page.keyboard.type("dark");
		await page.keyboard.press("Enter");
		await expect(page.locator("html")).toHaveClass(/dark/);
		await openPalette(page);
		await page.keyboard.type("log out");
		await page.keyboard.press("Enter");
		await expect(page).toHaveURL("/auth");
	});
});
