import type { Page } from "@playwright/test";
import { onePixel } from "#tests/factories/pictures.ts";
import { type Account, buildAccount, changeRole, insertAccount, mailedLink, signUpUnconfirmed } from "./accounts.ts";
import { answerQuestion, openDesk } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { signInOverHttp } from "./staff.ts";

const row = (page: Page, { email }: Pick<Account, "email">) =>
	page.getByRole("row").filter({ has: page.getByRole("cell", { name: email }) });

/** As the admin whose session is shared, or as another. */
async function openUsers(page: Page, account?: Account): Promise<void> {
	await openDesk(page, "/admin/users", account);
	// Among many, the row of the shared admin is not in view.
	await expect(account ? row(page, account) : page.getByRole("row").last()).toBeVisible();
}

// proves S2-users-01, S2-users-02, S2-users-03, S2-users-04, S9-dates-03
test("lists who is there, marks one's own row, finds users by name, email or role, and counts them", async ({
	page,
	site,
}) => {
	const admin = await insertAccount(site, "admin", "Ruth Kessler");
	const user = await insertAccount(site, "user", "Zenobia Quill");
	await openUsers(page, admin);
	await expect(page.getByRole("columnheader")).toHaveText(["Name", "Email", "Role", "Access", "Joined", "Actions"]);
	const own = row(page, admin);
	await expect(own.getByText("You", { exact: true })).toBeVisible();
	// Behind the box that selects the row.
	await expect(own.getByRole("cell").nth(1)).toHaveText("Ruth Kessler, You");
	await expect(own.getByText("Can't change own role", { exact: true })).toBeVisible();
	await expect(own.getByRole("combobox", { name: "Role of Ruth Kessler" })).toBeDisabled();
	await expect(own.getByRole("time").first()).toHaveText(/ ago$/);

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

// proves S2-users-01, S8-toast-17, D-access-16
test("marks who has not confirmed, says why they get no role, and changes another's, which the server keeps", async ({
	page,
	site,
}) => {
	const stranger = buildAccount("Carla Colleague");
	await signUpUnconfirmed(site, stranger);
	const user = await insertAccount(site, "user", "Theo Marchetti");
	await openUsers(page);
	await expect(row(page, stranger).getByText("Not confirmed", { exact: true })).toBeVisible();
	const fixed = row(page, stranger).getByRole("combobox", { name: "Role of Carla Colleague" });
	await expect(fixed).toBeDisabled();
	await expect(fixed).toHaveAccessibleDescription("Can be changed once they confirm their email address");

	const role = row(page, user).getByRole("combobox");
	await role.focus();
	await role.selectOption("Admin");
	await answerQuestion(page, "Make Admin", "Cancel");
	await expect(role).toBeFocused();
	await expect(role).toHaveValue("user");
	await role.selectOption("Admin");
	await answerQuestion(page, "Make Admin", "Make Admin");
	await expect(page.getByText("Role Updated", { exact: true })).toBeVisible();
	await expect(page.getByText("User role changed to admin", { exact: true })).toBeVisible();
	await expect(row(page, user)).toContainText("Has no password: the link is under Email");
	await page.reload();
	await expect(role).toHaveValue("admin");
	await role.selectOption("User");
	await answerQuestion(page, "Remove Admin Role", "Remove Role");
	await expect(page.getByText("User role changed to user", { exact: true })).toBeVisible();
	await expect(role).toHaveValue("user");
});

// proves D-access-17
test("invites somebody, who chooses name and password by the mailed link and works here", async ({ page, site }) => {
	test.slow();
	const guest = buildAccount("Wanda Iversen");
	await openUsers(page, await insertAccount(site, "admin"));
	await page.getByRole("button", { name: "Invite", exact: true }).click();
	const dialog = page.getByRole("dialog", { name: "Invite Someone" });
	await dialog.getByRole("button", { name: "Send Invitation" }).click();
	await expect(page.getByText("Missing Information", { exact: true })).toBeVisible();
	await expect(dialog.getByLabel("Email")).toBeFocused();
	await dialog.getByLabel("Email").fill(guest.email);
	await dialog.getByLabel("Role").selectOption("Admin");
	await dialog.getByRole("button", { name: "Send Invitation" }).click();
	await expect(page.getByText("Invitation Kept as a File", { exact: true })).toBeVisible();
	await expect(dialog).toBeHidden();
	const invitation = page.getByRole("listitem").filter({ hasText: guest.email });
	await expect(invitation.getByText("Pending", { exact: true })).toBeVisible();

	// In the same browser, whose session is the admin's.
	await page.goto(await mailedLink(site, guest.email));
	await expect(page.getByRole("heading", { name: "Join Pilcrow" })).toBeVisible();
	await page.getByLabel("Full Name").fill(guest.name);
	await page.getByLabel(/^Password/).fill(guest.password);
	await page.getByLabel("Confirm Password").fill(guest.password);
	await page.getByRole("button", { name: "Accept Invitation" }).click();
	await expect(page.getByText("Welcome!", { exact: true })).toBeVisible();
	await expect(page).toHaveURL("/admin");
	await page.goto("/admin/users");
	await expect(row(page, guest)).toContainText("You");
	await expect(row(page, guest).getByRole("combobox")).toHaveValue("admin");
	await expect(page.getByRole("listitem").filter({ hasText: guest.email })).toHaveCount(0);
});

test.describe("an invitation that is over", () => {
	test.use({ expectedErrors: /410|has been revoked/ });

	test("is taken back from the list, and says so to whoever opens it", async ({ page, site }) => {
		const guest = buildAccount();
		await openUsers(page, await insertAccount(site, "admin"));
		await page.getByRole("button", { name: "Invite", exact: true }).click();
		await page.getByLabel("Email").fill(guest.email);
		await page.getByRole("dialog").getByLabel("Role").selectOption("User");
		await page.getByRole("button", { name: "Send Invitation" }).click();
		await page.getByRole("button", { name: `Revoke: invitation to ${guest.email}` }).click();
		await answerQuestion(page, "Revoke Invitation", "Revoke");
		await expect(page.getByText("Invitation Revoked", { exact: true })).toBeVisible();
		await expect(page.getByRole("button", { name: `Revoke: invitation to ${guest.email}` })).toHaveCount(0);
		await page.goto(await mailedLink(site, guest.email));
		await expect(page.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
		await expect(
			page.getByText("This invitation has been revoked. Please ask for a new one.", { exact: true }),
		).toBeVisible();
	});
});

test("signs somebody out everywhere, after asking, and offers it for everybody else's row", async ({
	page,
	site,
	browser,
}) => {
	const admin = await insertAccount(site, "admin");
	const user = await insertAccount(site, "user", "Theo Marchetti");
	const authorization = `Bearer ${await signInOverHttp(site, user)}`;
	const profile = async () => (await fetch(`${site.url}/api/profile`, { headers: { authorization } })).status;
	await openUsers(page, admin);
	await expect(row(page, admin).getByRole("button")).toHaveCount(0);
	const action = row(page, user).getByRole("button", { name: "Log out Theo Marchetti everywhere" });
	await action.click();
	const dialog = page.getByRole("dialog", { name: "Log Out Everywhere" });
	await expect(dialog).toContainText(user.email);
	await dialog.getByRole("button", { name: "Cancel" }).click();
	await expect(action).toBeFocused();
	expect(await profile()).toBe(200);

	await action.click();
	await dialog.getByRole("button", { name: "Log Out Everywhere" }).click();
	await expect(page.getByText("Logged Out Everywhere", { exact: true })).toBeVisible();
	await expect(dialog).toBeHidden();
	expect(await profile()).toBe(401);

	// The toast names what was done, though the row is already the new one when the response comes.
	await page.route("**/active", async (route) => {
		const response = await route.fetch();
		await expect(row(page, user)).toContainText("Deactivated");
		await route.fulfill({ response });
	});
	await row(page, user).getByRole("button", { name: "Deactivate Theo Marchetti" }).click();
	await answerQuestion(page, "Deactivate Account", "Deactivate");
	await expect(page.getByText("Account Deactivated", { exact: true })).toBeVisible();
	await page.unroute("**/active");
	const asked = await page.request.post(`${site.url}/auth/v1/recover`, { data: { email: user.email } });
	expect(asked.status()).toBe(200);
	const elsewhere = await (await browser.newContext()).newPage();
	await elsewhere.goto(await mailedLink(site, user.email));
	await expect(elsewhere.getByRole("heading", { name: "This account is deactivated" })).toBeVisible();
	await expect(row(page, user).getByRole("button", { name: "Reactivate Theo Marchetti" })).toBeFocused();
	await row(page, user).getByRole("button", { name: "Reactivate Theo Marchetti" }).click();
	await answerQuestion(page, "Reactivate Account", "Reactivate");
	await expect(row(page, user)).not.toContainText("Deactivated");

	await page.goto("/admin/activity?table=profiles");
	const entry = page.getByRole("listitem").filter({ hasText: `User: ${user.email}` });
	await expect(entry.filter({ hasText: "logged this user out on every device" })).toContainText(
		/127\.0\.0\.1, Chrome on /,
	);
	await expect(entry.filter({ hasText: "signed in with a password" }).getByRole("paragraph").first()).toHaveText(
		user.email,
	);
});

test.describe("an admin who is demoted", () => {
	test.use({ expectedErrors: /403|Only admins|ERR_FAILED/ });

	// proves S6-roles-05
	test("loses the back office at the next request", async ({ page, site }) => {
		const admin = await insertAccount(site, "admin");
		const user = await insertAccount(site, "user", "Yuki Tanabe");
		// Without live news, the page learns it by its own next request.
		await page.route("**/api/live", (route) => route.abort());
		await openUsers(page, admin);
		// It comes in between the click and the request, so that no other request of the page takes the dialog away before.
		await page.route("**/role", async (route) => {
			await changeRole(site, admin, "user");
			await route.continue();
		});
		await row(page, user).getByRole("combobox").selectOption("Admin");
		await answerQuestion(page, "Make Admin", "Make Admin");
		await expect(page).toHaveURL("/");
		await expect(page.getByText("No Access to the Back Office", { exact: true })).toBeVisible();
		await page.getByRole("link", { name: "Security and Log Out" }).click();
		await expect(page.getByRole("heading", { name: "Security" })).toBeVisible();
		await expect(page.getByRole("button", { name: /^Find or go to/ })).toHaveCount(0);
	});
});

test.describe("an admin who is demoted in the middle of something", () => {
	test.use({ expectedErrors: /403|Only admins|ERR_FAILED/ });

	test("is asked before it is lost", async ({ page, site }) => {
		const admin = await insertAccount(site, "admin");
		await openDesk(page, "/admin/invoices/new", admin);
		await page.getByLabel("Client Name").pressSequentially("Half");
		await page.getByLabel("Client Email").fill("half@example.com");
		await page.getByLabel(/^Description/).fill("Half a job");
		await page.getByLabel(/^Unit Price/).fill("10");
		// The news may ask before the button does, and a page that asks answers no click: so the answer doesn't wait for it.
		const asked = page.waitForEvent("dialog").then(async (question) => {
			await question.dismiss();
			return question.type();
		});
		await changeRole(site, admin, "user");
		await page.getByRole("button", { name: "Create Invoice" }).click();
		expect(await asked).toBe("beforeunload");
		await expect(page.getByLabel("Client Name")).toHaveValue("Half");
	});
});

test.describe("when the server fails", () => {
	test.use({ expectedErrors: /500|Something went wrong/ });

	// proves S8-users-01, S8-users-03
	test("says that the users could not be loaded, tries again on demand, and shows the true role when it was not changed", async ({
		page,
		site,
	}) => {
		const user = await insertAccount(site, "user", "Priya Raman");
		await page.route("**/api/users?*", (route) =>
			route.fulfill({ status: 500, json: { error: "Something went wrong" } }),
		);
		await openDesk(page, "/admin/users");
		await expect(page.getByText("Failed to load users", { exact: true })).toBeVisible();
		// F32: also where the invitations fail, before the users or after them.
		await page.route("**/api/invitations", (route) =>
			route.fulfill({ status: 500, json: { error: "Something went wrong" } }),
		);
		await page.reload();
		await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
		await expect(page.getByText("Failed to load users", { exact: true })).toBeVisible();
		await expect(page.getByText("Failed to load the invitations")).toBeHidden();
		await page.unroute("**/api/invitations");
		await page.unroute("**/api/users?*");
		await page.getByRole("button", { name: "Try Again" }).click();
		await expect(row(page, user)).toBeVisible();

		await page.route("**/role", (route) => route.fulfill({ status: 500, json: { error: "Something went wrong" } }));
		await row(page, user).getByRole("combobox").selectOption("Admin");
		await answerQuestion(page, "Make Admin", "Make Admin");
		await expect(page.getByText("Failed to update user role", { exact: true })).toBeVisible();
		await expect(row(page, user).getByRole("combobox")).toHaveValue("user");
	});
});

test.describe("the avatar", () => {
	// 401 for what is still on its way at 'Log out'.
	test.use({ expectedErrors: /401/ });

	// proves S2-layout-02, S2-layout-03, S3-session-02
	test("the avatar shows letters, or the picture that one adds, changes and takes away; its menu says whose account it is, and logs out", async ({
		page,
		site,
	}) => {
		const admin = await insertAccount(site, "admin", "Ruth Kessler");
		await openUsers(page, admin);
		const menu = page.getByRole("button", { name: "My Account" });
		const picture = menu.locator("img");
		await expect(menu.getByText("RU", { exact: true })).toBeVisible();
		await expect(picture).toHaveCount(0);
		const choose = async (item: string) => {
			await menu.click();
			const chooser = page.waitForEvent("filechooser");
			await page.getByRole("menuitem", { name: item }).click();
			await (await chooser).setFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from(onePixel) });
		};
		await choose("Add a Picture");
		await expect(picture).toHaveAttribute("src", /\/profile-pictures\/[0-9a-f]{32}\.webp$/);
		await expect(menu.getByText("RU", { exact: true })).toHaveCount(0);
		await page.reload();
		await expect(picture).toBeVisible();
		const first = await picture.getAttribute("src");
		await choose("Change Picture");
		await expect(picture).not.toHaveAttribute("src", first ?? "");
		await menu.click();
		await page.getByRole("menuitem", { name: "Remove Picture" }).click();
		await expect(menu.getByText("RU", { exact: true })).toBeVisible();
		await expect(picture).toHaveCount(0);

		// An address that the account carries, from the next sign-in on.
		const authorization = `Bearer ${await signInOverHttp(site, admin)}`;
		const data = { data: { avatar_url: "/favicon.svg" } };
		expect((await page.request.put("/auth/v1/user", { headers: { authorization }, data })).status()).toBe(200);
		await openUsers(page, admin);
		await expect(picture).toHaveAttribute("src", `${site.url}/favicon.svg`);
		await expect(menu.getByText("RU", { exact: true })).toHaveCount(0);
		await menu.click();
		await expect(page.getByRole("menu").getByText("My Account", { exact: true })).toBeVisible();
		await expect(page.getByRole("menu").getByText("Ruth Kessler", { exact: true })).toBeVisible();
		await page.getByRole("menuitem", { name: "Log out" }).click();
		await expect(page).toHaveURL("/auth");
	});
});

// proves S2-layout-06
test("on a phone the sections are in a drawer; the colours are the system's until others are chosen, which stay after a reload and end with the back office", async ({
	page,
}) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await openUsers(page);
	await page.getByRole("button", { name: "Sections" }).click();
	await expect(page.getByRole("dialog", { name: "Admin Panel" })).toBeVisible();
	await expect(page.getByText("Manage your store settings and more", { exact: true })).toBeVisible();
	await page.keyboard.press("Escape");

	const colourScheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
	await page.emulateMedia({ colorScheme: "dark" });
	await expect.poll(colourScheme).toBe("dark");
	await page.emulateMedia({ colorScheme: "light" });
	await expect.poll(colourScheme).toBe("normal");
	await page.getByRole("button", { name: "My Account" }).click();
	await page.getByRole("menuitemradio", { name: "Dark" }).click();
	await expect.poll(colourScheme).toBe("dark");
	await page.reload();
	expect(await colourScheme()).toBe("dark");
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.getByRole("link", { name: "Pilcrow Communications, home" }).click();
	await expect(page).toHaveURL("/");
	await expect.poll(colourScheme).toBe("normal");
});
