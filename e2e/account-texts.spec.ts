import type { Page } from "@playwright/test";
import { buildAccount, insertAccount, signIn } from "./accounts.ts";
import { answerQuestion, openDesk } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { adminAccount } from "./site-server.ts";

// proves S2-routes-04, S2-auth-01, S2-auth-02, S5-signup-02
test("two tabs, a way home, and what each form asks for", async ({ page }) => {
	await page.goto("/auth");
	await expect(page.getByRole("tab")).toHaveText(["Sign In", "Sign Up"]);
	await expect(page.getByRole("tab", { name: "Sign In", exact: true })).toHaveAttribute("aria-selected", "true");
	await expect(page.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
	await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
	for (const label of ["Email", "Password"]) await expect(page.getByLabel(label)).toHaveAttribute("required", "");
	await page.getByRole("tab", { name: "Sign Up" }).click();
	for (const label of [/^Email/, /^Password/, /^Confirm Password/]) {
		await expect(page.getByLabel(label)).toHaveAttribute("required", "");
	}
	await expect(page.getByLabel("Full Name")).not.toHaveAttribute("required");
});

// proves S2-auth-03, S7-auth-01
test("signing in sends address and password, and whoever is signed in is sent to /admin", async ({ page }) => {
	await page.goto("/auth");
	const asked = page.waitForRequest("**/auth/v1/token?grant_type=password");
	await signIn(page, adminAccount);
	const request = await asked;
	expect(request.method()).toBe("POST");
	expect(request.postDataJSON()).toMatchObject(adminAccount);
	await expect(page).toHaveURL("/admin");
	await page.goto("/auth");
	await expect(page).toHaveURL("/admin");
});

// proves S3-session-02, S7-auth-02
test("the sign-up carries the full name and leads back to the site's root", async ({ page, site }) => {
	const { email, password, name } = buildAccount("Zoë Quill");
	await page.goto("/auth");
	await page.getByRole("tab", { name: "Sign Up" }).click();
	await page.getByLabel("Full Name").fill(name);
	await page.getByLabel("Email").fill(email);
	await page.getByLabel(/^Password/).fill(password);
	await page.getByLabel("Confirm Password").fill(password);
	const asked = page.waitForRequest("**/auth/v1/signup*");
	await page.getByRole("button", { name: "Sign Up" }).click();
	const request = await asked;
	expect(request.method()).toBe("POST");
	expect(request.postDataJSON()).toMatchObject({ email, password, data: { full_name: name } });
	expect(new URL(request.url()).searchParams.get("redirect_to")).toBe(`${site.url}/`);
	await expect(page.getByText("Account created!", { exact: true })).toBeVisible();
});

// proves S2-guard-01
test("while the role is being checked, the back office says so and shows nothing", async ({ page }) => {
	await openDesk(page, "/admin/users");
	await expect(page.getByRole("heading", { name: "Users" })).toBeVisible();
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/api/profile", async (route) => {
		await released;
		await route.continue();
	});
	await page.reload();
	await expect(page.getByRole("status").filter({ hasText: "Verifying admin access..." })).toBeVisible();
	await expect(page.getByRole("heading", { name: "Users" })).toHaveCount(0);
	release();
	await expect(page.getByRole("heading", { name: "Users" })).toBeVisible();
});

const storedSession = (page: Page) =>
	page.evaluate(() => JSON.parse(localStorage.getItem("pilcrow-session") ?? "null"));

/**
 * Reloads as if the access token had run out while the browser was closed. Not before the reload: the page that is still
 * open would renew it.
 */
async function reloadExpired(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const session = JSON.parse(localStorage.getItem("pilcrow-session") ?? "{}");
		localStorage.setItem("pilcrow-session", JSON.stringify({ ...session, expires_at: 1 }));
	});
	await page.reload();
}

// proves S2-guard-02, S6-roles-04, D-pages-07
test("while the session is being looked up, /bookings shows 'Loading'; without one it leads to /auth", async ({
	page,
}) => {
	await page.goto("/bookings");
	await expect(page).toHaveURL("/auth");
	await openDesk(page, "/bookings", adminAccount);
	await expect(page.getByRole("heading", { name: "Consultation Bookings" })).toBeVisible();
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/auth/v1/token?grant_type=refresh_token", async (route) => {
		await released;
		await route.continue();
	});
	await reloadExpired(page);
	await expect(page.getByRole("status").filter({ hasText: /^Loading$/ })).toBeVisible();
	release();
	await expect(page.getByRole("heading", { name: "Consultation Bookings" })).toBeVisible();
});

// proves S3-session-01, S4-auth-03, S4-auth-04, S9-auth-01
test("the session lies in local storage, outlives a reload and is renewed by itself", async ({ page }) => {
	await openDesk(page, "/admin/users", adminAccount);
	await expect(page.getByRole("heading", { name: "Users" })).toBeVisible();
	const session = await storedSession(page);
	expect(session).toMatchObject({
		access_token: expect.any(String),
		refresh_token: expect.any(String),
		expires_at: expect.any(Number),
		user: { email: adminAccount.email },
	});
	await reloadExpired(page);
	await expect(page.getByRole("heading", { name: "Users" })).toBeVisible();
	await expect.poll(async () => (await storedSession(page)).refresh_token).not.toBe(session.refresh_token);
});

test.describe("what is refused or breaks", () => {
	test.use({ expectedErrors: /./ });

	// proves S8-users-02
	test("one's own role is not changed, in the specified words", async ({ page, site }) => {
		const user = await insertAccount(site, "user", "Own Role");
		await openDesk(page, "/admin/users");
		await page.route("**/role", (route) => route.fulfill({ status: 409, json: { error: "no", code: "own_role" } }));
		await page.getByRole("row").filter({ hasText: user.email }).getByRole("combobox").selectOption("Admin");
		await answerQuestion(page, "Make Admin", "Make Admin");
		await expect(page.getByText("Cannot Change Own Role", { exact: true })).toBeVisible();
		await expect(page.getByText("You cannot demote yourself from admin", { exact: true })).toBeVisible();
	});

	// proves S8-auth-02
	test("an exception that nobody expected is told under the form", async ({ page }) => {
		await page.goto("/auth");
		// The screen has found that it can store something: without that it doesn't ask for an address.
		await expect(page.getByRole("textbox", { name: "Email" })).toBeVisible();
		await page.evaluate(() => {
			Storage.prototype.setItem = () => {
				throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
			};
		});
		await signIn(page, adminAccount);
		await expect(page.getByRole("alert")).toHaveText("An unexpected error occurred");
		await expect(page.getByLabel("Email")).toHaveValue(adminAccount.email);
	});
});
