import type { Page } from "@playwright/test";
import { type Account, changeRole, insertAccount } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { openDesk } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

const row = (page: Page, { email }: Account) =>
	page.getByRole("row").filter({ has: page.getByRole("cell", { name: email }) });

async function openUsers(page: Page, account: Account): Promise<void> {
	await openDesk(page, "/admin/users", account);
	await expect(row(page, account)).toBeVisible();
}

// proves S2-users-03, S2-users-04, S9-dates-03
test("lists who is there, and marks one's own row", async ({ page, site }) => {
	const admin = await insertAccount(site, "admin", "Ruth Kessler");
	await openUsers(page, admin);
	await expect(page.getByRole("columnheader")).toHaveText(["Name", "Email", "Role", "Joined"]);
	const own = row(page, admin);
	await expect(own.getByText("You", { exact: true })).toBeVisible();
	await expect(own.getByText("Can't change own role", { exact: true })).toBeVisible();
	await expect(own.getByRole("combobox", { name: "Role of Ruth Kessler" })).toBeDisabled();
	await expect(own.getByRole("time")).toHaveText(/ ago$/);
});

// proves S2-users-01, S2-users-02
test("finds users by name, email or role, and counts what it lists", async ({ page, site }) => {
	const admin = await insertAccount(site, "admin");
	const user = await insertAccount(site, "user", "Zenobia Quill");
	await openUsers(page, admin);
	const search = page.getByRole("searchbox", { name: "Search" });
	for (const text of ["zenobia", user.email.toUpperCase()]) {
		await search.fill(text);
		await expect(row(page, user)).toBeVisible();
		await expect(row(page, admin)).toBeHidden();
		await expect(page.getByText("1 user", { exact: true })).toBeVisible();
		await expect(page.getByText("0 admins", { exact: true })).toBeVisible();
	}
	await search.fill("admin");
	await expect(row(page, admin)).toBeVisible();
	await expect(row(page, user)).toBeHidden();
	await search.fill("nobody has this name");
	await expect(page.getByText("No users found")).toBeVisible();
});

// proves S2-users-01, S8-toast-17
test("changes a role, which the server keeps", async ({ page, site }) => {
	const admin = await insertAccount(site, "admin");
	const user = await insertAccount(site, "user", "Theo Marchetti");
	await openUsers(page, admin);
	const role = row(page, user).getByRole("combobox");
	await role.selectOption("Admin");
	await expect(page.getByText("Role Updated", { exact: true })).toBeVisible();
	await expect(page.getByText("User role changed to admin", { exact: true })).toBeVisible();
	await page.reload();
	await expect(role).toHaveValue("admin");
});

test.describe("an admin who is demoted", () => {
	test.use({ expectedErrors: /403|Only an admin/ });

	// proves S6-roles-05
	test("loses the back office at the next request", async ({ page, site }) => {
		const admin = await insertAccount(site, "admin");
		const user = await insertAccount(site, "user", "Yuki Tanabe");
		await openUsers(page, admin);
		await changeRole(site, admin, "user");
		await row(page, user).getByRole("combobox").selectOption("Admin");
		await expect(page).toHaveURL("/");
		await page.goto("/admin/users");
		await expect(page).toHaveURL("/");
	});
});

test.describe("when the server fails", () => {
	test.use({ expectedErrors: /500|Something went wrong/ });

	// proves S8-users-01
	test("says that the users could not be loaded, and tries again on demand", async ({ page, site }) => {
		const admin = await insertAccount(site, "admin");
		await page.route("**/api/users", (route) =>
			route.fulfill({ status: 500, json: { error: "Something went wrong" } }),
		);
		await openDesk(page, "/admin/users", admin);
		await expect(page.getByText("Failed to load users", { exact: true })).toBeVisible();
		await page.unroute("**/api/users");
		await page.getByRole("button", { name: "Try Again" }).click();
		await expect(row(page, admin)).toBeVisible();
	});

	// proves S8-users-03
	test("says that a role was not changed, and shows the true one", async ({ page, site }) => {
		const admin = await insertAccount(site, "admin");
		const user = await insertAccount(site, "user", "Priya Raman");
		await openUsers(page, admin);
		await page.route("**/role", (route) => route.fulfill({ status: 500, json: { error: "Something went wrong" } }));
		await row(page, user).getByRole("combobox").selectOption("Admin");
		await expect(page.getByText("Failed to update user role", { exact: true })).toBeVisible();
		await expect(row(page, user).getByRole("combobox")).toHaveValue("user");
	});
});

for (const colorScheme of ["light", "dark"] as const) {
	test.describe(`in ${colorScheme} colours`, () => {
		test.use({ colorScheme });

		// proves S2-layout-02, S2-layout-06
		test("screen, menu and drawer are accessible", async ({ page, site }) => {
			test.slow();
			await openUsers(page, await insertAccount(site, "admin"));
			await expectAccessible(page);
			await page.getByRole("button", { name: "My Account" }).click();
			await expect(page.getByRole("menuitem", { name: "Log out" })).toBeVisible();
			await expectAccessible(page);
			await page.keyboard.press("Escape");
			await page.setViewportSize({ width: 360, height: 740 });
			await page.getByRole("button", { name: "Sections" }).click();
			await expect(page.getByRole("dialog", { name: "Admin Panel" })).toBeVisible();
			await expect(page.getByText("Manage your store settings and more", { exact: true })).toBeVisible();
			await expectAccessible(page);
		});
	});
}

test("the chosen colours stay after a reload and end with the back office", async ({ page, site }) => {
	await openUsers(page, await insertAccount(site, "admin"));
	const colourScheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
	await page.getByRole("button", { name: "My Account" }).click();
	await page.getByRole("menuitemradio", { name: "Dark" }).click();
	await expect.poll(colourScheme).toBe("dark");
	await page.reload();
	expect(await colourScheme()).toBe("dark");
	await page.getByRole("link", { name: "Pilcrow Communications, home" }).click();
	await expect(page).toHaveURL("/");
	await expect.poll(colourScheme).toBe("normal");
});
