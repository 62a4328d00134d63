import type { Page } from "@playwright/test";
import { sql } from "drizzle-orm";
import { sessionsTable, usersTable } from "#features/auth/auth.table.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { buildAccount, endSessions, insertAccount, logOut, mailedLink, signIn, signUp } from "./accounts.ts";
import { addOverHttp, answerQuestion, inDatabase, openDesk, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { openSession } from "./sessions.ts";
import { listAsStaff } from "./staff.ts";

test.describe("signing up", () => {
	// proves S6-roles-08, S8-toast-10
	test("ends with the mailed link, which confirms the account and signs in", async ({ page, site }) => {
		const account = buildAccount();
		await page.goto("/auth");
		await page.getByRole("tab", { name: "Sign Up" }).click();
		await page.getByLabel("Full Name").fill(account.name);
		await page.getByLabel("Email").fill(account.email);
		await page.getByLabel(/^Password/).fill(account.password);
		await page.getByLabel("Confirm Password").fill(account.password);
		await page.getByRole("button", { name: "Sign Up" }).click();
		await expect(page.getByText("Account created!", { exact: true })).toBeVisible();
		await expect(page.getByText("Please check your email to confirm your account.", { exact: true })).toBeVisible();

		// The script that reads the link comes last, as it may over a slow line.
		await page.route("**/assets/entry.client-*.js", async (route) => {
			await page.waitForFunction(() => "__reactRouterRouteModules" in window);
			for (let answer = 0; answer < 3; answer++) await page.evaluate(() => fetch("/healthz").then(({ ok }) => ok));
			await route.continue();
		});
		await page.goto(await mailedLink(site, account.email));
		// Four documents: the link's, the sign-in twice, and the home page, which says it again.
		await expect(page.getByText("Email Confirmed!", { exact: true })).toBeVisible({ timeout: 15_000 });
		// Signed in, and no admin: the back office sends them home, and the tokens are out of the address.
		await expect(page).toHaveURL("/");
		await page.goto("/auth");
		await expect(page).toHaveURL("/");
	});

	// proves S5-signup-01, S5-signup-02, S8-auth-03
	test("is refused before anything is sent when something is missing or the passwords differ", async ({ page }) => {
		const sent: string[] = [];
		// The page asks for a passkey's challenge as soon as it is open.
		const challenge = page.waitForResponse(/passkeys\/authentication\/options/);
		await page.goto("/auth");
		await challenge;
		page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
		await page.getByRole("tab", { name: "Sign Up" }).click();
		await page.getByRole("button", { name: "Sign Up" }).click();
		await expect(page.getByLabel("Email")).toBeFocused();
		await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Please enter your email address.");
		await expect(page.getByLabel("Confirm Password")).toHaveAttribute("aria-invalid", "true");
		await expect(page.getByLabel("Full Name")).not.toHaveAttribute("aria-invalid");
		await page.getByLabel("Email").fill("ada@example.com");
		await page.getByLabel(/^Password/).fill("plain-orchid-77-kettle");
		await page.getByLabel("Confirm Password").fill("plain-orchid-77-cattle");
		await page.getByRole("button", { name: "Sign Up" }).click();
		await expect(page.getByRole("alert")).toHaveText("Passwords do not match");
		await expect(page.getByLabel("Email")).toHaveValue("ada@example.com");
		await page.getByLabel("Confirm Password").press("End");
		await page.getByLabel("Confirm Password").pressSequentially("s");
		await expect(page.getByRole("alert")).toHaveCount(0);
		expect(sent).toEqual([]);
	});
});

async function blockStorage(page: Page): Promise<void> {
	await page.addInitScript(() => {
		for (const name of ["localStorage", "sessionStorage"]) {
			Object.defineProperty(window, name, {
				get() {
					throw new DOMException(`Failed to read the '${name}' property from 'Window'`, "SecurityError");
				},
			});
		}
	});
}

test.describe("where the browser blocks storage", () => {
	// React Router's script that restores the scroll position says so, and does no more.
	test.use({ expectedErrors: /'sessionStorage' property/ });

	// F30
	test("the sign-in says what to allow, and the back office leads there", async ({ page }) => {
		await blockStorage(page);
		for (const path of ["/auth", "/auth?view=new-password", "/admin", "/admin/bookings", "/account/security"]) {
			await page.goto(path);
			await expect(page.getByRole("heading", { level: 1 })).toHaveText(
				"Your browser doesn't let us keep you signed in",
			);
			await expect(page.getByText(`allow them for ${new URL(page.url()).host}. Then reload this page.`)).toBeVisible();
		}
	});
});

// F30
test("no public page breaks where the browser blocks storage", async ({ page }) => {
	await blockStorage(page);
	for (const path of ["/", "/contact", "/book-call", "/blog", "/careers", "/privacy"]) {
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		await page.mouse.wheel(0, 2000);
	}
});

test.describe("signing in", () => {
	// proves S2-guard-03, S8-toast-09
	test("welcomes once, and leads to where one was going", async ({ page, site }) => {
		const account = await insertAccount(site, "admin");
		const name = uniqueName("Ada Byron");
		await addOverHttp(site, "bookings", buildBooking({ name }));
		const booking = (await listAsStaff(site, "bookings")).find((row) => row.name === name);
		// As a notice to staff links it.
		const address = `/admin/bookings?id=${booking?.id}`;
		await page.goto(address);
		await expect(page).toHaveURL("/auth");
		await signIn(page, account);
		await expect(page.getByText("Welcome back!", { exact: true })).toBeVisible();
		await expect(page.getByText("You have successfully signed in.", { exact: true })).toBeVisible();
		await expect(page).toHaveURL(address);
		await expect(page.getByRole("dialog", { name: "Booking Details" })).toContainText(name);
	});

	test.describe("with a wrong password, or without a connection", () => {
		test.use({ expectedErrors: /400|Failed to (load|fetch)/ });

		// proves S2-auth-04, S8-auth-01
		test("shows the service's text under the form until one types, and keeps the values", async ({ page }) => {
			await page.goto("/auth");
			await signIn(page, { email: "nobody@example.com", password: "wrong" });
			await expect(page.getByRole("alert")).toHaveText("Invalid login credentials");
			await expect(page.getByLabel("Email")).toHaveValue("nobody@example.com");
			await page.getByLabel("Password").pressSequentially("er");
			await expect(page.getByRole("alert")).toHaveCount(0);

			await page.route("**/auth/v1/token*", (route) => route.abort());
			await signIn(page, { email: "ada@example.com", password: "secret" });
			await expect(page.getByRole("alert")).toHaveText("Failed to fetch");
			await expect(page.getByLabel("Password")).toHaveValue("secret");
		});
	});

	test.describe("before the account is confirmed", () => {
		test.use({ expectedErrors: /400|429/ });

		// proves D-access-10
		test("says so and offers another link", async ({ page }) => {
			const account = buildAccount();
			await page.goto("/auth");
			const signUp = await page.request.post("/auth/v1/signup", { data: account });
			expect(signUp.ok()).toBe(true);
			await signIn(page, account);
			await expect(page.getByRole("alert")).toHaveText("Email not confirmed");
			await page.getByRole("button", { name: "Send a New Link" }).click();
			// So soon after the first email the service asks for patience, and its text is shown.
			await expect(page.getByText("For security purposes, you can only request this after")).toBeVisible();
		});
	});
});

test("a password can be shown, and is hidden again when it is sent", async ({ page }) => {
	await page.goto("/auth");
	const password = page.getByLabel("Password");
	await password.fill("plain-orchid-77-kettle");
	await page.keyboard.press("Tab");
	await expect(page.getByRole("button", { name: "Show password" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(password).toHaveAttribute("type", "text");
	await expect(page.getByText("Your password is visible.")).toBeAttached();
	await page.getByRole("button", { name: "Hide password" }).click();
	await expect(password).toHaveAttribute("type", "password");
	await page.getByRole("button", { name: "Show password" }).click();
	// Even if nothing could be sent: the email is missing.
	await password.press("Enter");
	await expect(password).toHaveAttribute("type", "password");
	await expect(password).toHaveValue("plain-orchid-77-kettle");
});

test.describe("a forgotten password", () => {
	// 401 for what is still on its way at 'Log Out'.
	test.use({ expectedErrors: /40[01]/ });

	// proves S4-auth-02, D-pages-16
	test("is replaced by way of a mailed link, once", async ({ page, site }) => {
		const account = await insertAccount(site, "admin");
		await page.goto("/auth");
		await page.getByRole("link", { name: "Forgot password?" }).click();
		await expect(page.getByRole("button", { name: "Send Link" })).toBeVisible();
		await page.getByLabel("Email").fill(account.email);
		await page.getByRole("button", { name: "Send Link" }).click();
		await expect(page.getByText(`If there is an account for ${account.email}`)).toBeVisible();

		const link = await test.step("open the link", async () => {
			await expect.poll(() => mailedLink(site, account.email)).toContain("type=recovery");
			return mailedLink(site, account.email);
		});
		await page.goto(link);
		await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
		await page.reload();
		await page.getByLabel("New Password").fill("another-orchid-78-kettle");
		await page.getByLabel("Confirm Password").fill("another-orchid-78-kettle");
		await page.getByRole("button", { name: "Save Password" }).click();
		await expect(page.getByText("Password Updated!", { exact: true })).toBeVisible();
		await page.goto("/admin/users");
		await expect(page.getByRole("heading", { name: "Users" })).toBeVisible();

		await logOut(page);
		await signIn(page, account);
		await expect(page.getByRole("alert")).toHaveText("Invalid login credentials");
		await page.goto(link);
		await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
		await expect(page.getByRole("alert")).toHaveText("Email link is invalid or has expired");
		await expect(page.getByRole("button", { name: "Send Link" })).toBeVisible();
	});

	test("gets the same answer for an unknown address", async ({ page }) => {
		await page.goto("/auth?view=forgot-password");
		await page.getByLabel("Email").fill("nobody.at.all@example.com");
		await page.getByRole("button", { name: "Send Link" }).click();
		await expect(page.getByText("If there is an account for nobody.at.all@example.com")).toBeVisible();
	});
});

test.describe("a new password, long after signing in", () => {
	test.use({ expectedErrors: /40[03]/ });

	test("needs the current one, which the form asks for with what was typed kept", async ({ page, site }) => {
		const account = await insertAccount(site, "admin");
		await openDesk(page, "/robots.txt", account);
		await inDatabase(site, async (db) => {
			// Only this account's: the session that the other tests of this site share has to stay fresh.
			await db
				.update(sessionsTable)
				.set({ created_at: sql`created_at - interval '2 days'` })
				.where(sql`user_id = (select id from ${usersTable} where ${usersTable.email} = ${account.email})`);
		});

		await page.goto("/account/security");
		await page.getByRole("button", { name: "Change Password" }).click();
		await expect(page.getByLabel("New Password")).toBeFocused();
		await page.getByLabel("New Password").fill("another-orchid-78-kettle");
		await page.getByLabel("Confirm Password").fill("another-orchid-78-kettle");
		await page.getByRole("button", { name: "Save Password" }).click();
		const current = page.getByLabel("Current Password");
		await expect(current).toBeFocused();
		await expect(page.getByRole("alert")).toHaveText("Please enter your current password, or sign in again.");
		await page.getByRole("button", { name: "Save Password" }).click();
		await expect(current).toHaveAccessibleDescription("Please enter your current password.");

		await current.fill("not the current one");
		await page.getByRole("button", { name: "Save Password" }).click();
		await expect(page.getByRole("alert")).toHaveText("That isn't your current password.");
		await page.getByRole("button", { name: "Send a Link Instead" }).click();
		await expect(page.getByText(`If there is an account for ${account.email}`)).toBeVisible();
		await current.fill(account.password);
		await page.getByRole("button", { name: "Save Password" }).click();
		await expect(page.getByText("Password Updated!", { exact: true })).toBeVisible();
		await expect(page).toHaveURL("/account/security");
	});
});

// A10
test("a link with another account's session asks before it takes the place of one's own", async ({ page, site }) => {
	const [owner, other] = [await insertAccount(site, "admin", "Ruth Kessler"), await insertAccount(site, "admin")];
	await openDesk(page, "/admin", owner);
	const { access_token, refresh_token } = { refresh_token: "", ...(await openSession(site.url, other)) };
	const tokens = new URLSearchParams({ access_token, refresh_token, expires_in: "3600", token_type: "bearer" });
	for (const [path, type] of [
		["/admin/settings", "magiclink"],
		["/auth", "signup"],
		["/auth", "recovery"],
	] as const) {
		await page.goto(`${path}#${tokens}&type=${type}`);
		await expect(page.getByRole("heading", { name: `Continue as ${other.email}?` })).toBeVisible();
		await expect(page.getByText(`You are signed in as ${owner.email}.`)).toBeVisible();
		await page.getByRole("button", { name: "Stay Signed In" }).click();
		await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
		await expect(page).toHaveURL("/admin");
		await expect(page.getByRole("button", { name: `My Account: ${owner.email}` })).toBeVisible();
	}
	await page.goto(`/auth#${tokens}&type=recovery`);
	await page.getByRole("button", { name: "Continue as" }).click();
	await expect(page.getByText(`For the account ${other.email}.`)).toBeVisible();
	await expect(page).toHaveURL("/auth?view=new-password");

	// Of one's own account, as before.
	const own = { refresh_token: "", ...(await openSession(site.url, other)) };
	tokens.set("access_token", own.access_token);
	tokens.set("refresh_token", own.refresh_token);
	await page.goto(`/auth#${tokens}&type=recovery`);
	await expect(page.getByText(`For the account ${other.email}.`)).toBeVisible();
});

test("a used confirmation link says so and offers another one", async ({ page, site }) => {
	const account = await signUp(site);
	await page.goto(await mailedLink(site, account.email));
	await expect(page.getByRole("alert")).toHaveText("Email link is invalid or has expired");
	await page.getByLabel("Email").fill("somebody.else@example.com");
	await page.getByRole("button", { name: "Send a New Link" }).click();
	await expect(page.getByText("If somebody.else@example.com is waiting to be confirmed")).toBeVisible();
	await page.getByRole("link", { name: "Back to sign-in" }).click();
	await expect(page.getByRole("tab", { name: "Sign In", exact: true })).toBeVisible();
});

test.describe("the back office", () => {
	test.use({ expectedErrors: /40[134]|Please sign in|ERR_FAILED/ });

	// proves S7-auth-03
	test("closes with 'Log out', in every tab", async ({ page, context, site }) => {
		const account = await insertAccount(site, "admin");
		await openDesk(page, "/admin/users", account);
		await page.getByRole("heading", { name: "Users" }).waitFor();
		const other = await context.newPage();
		await other.goto("/admin/users");
		await other.getByRole("heading", { name: "Users" }).waitFor();

		await logOut(page);
		await expect(page).toHaveURL("/auth");
		await expect(page.getByRole("tab", { name: "Sign In", exact: true })).toBeVisible();
		await expect(other.getByRole("dialog", { name: "Your Session Has Ended" })).toBeVisible();
		await other.getByRole("button", { name: "Leave This Screen" }).click();
		await expect(other).toHaveURL("/auth");
		await page.goto("/admin/users");
		await expect(page).toHaveURL("/auth");
	});

	test("keeps work in progress while one signs in again", async ({ page, site }) => {
		const account = await insertAccount(site, "admin");
		const colleague = await insertAccount(site, "admin", "Grace Hopper");
		// Live news would hear of it first.
		await page.route("**/api/live", (route) => route.abort());
		await openDesk(page, "/admin/users", account);
		const search = page.getByRole("searchbox", { name: "Search" });
		await search.fill(colleague.email);
		const role = page.getByRole("combobox", { name: "Role of Grace Hopper" });
		await role.selectOption("User");
		const question = page.getByRole("dialog", { name: "Remove Admin Role" });
		await expect(question).toBeVisible();
		// No other request may hear of it first.
		await page.waitForLoadState("networkidle");
		await endSessions(site, account);
		await question.getByRole("button", { name: "Remove Role" }).click();

		const dialog = page.getByRole("dialog", { name: "Your Session Has Ended" });
		await expect(dialog.getByLabel("Email")).toHaveValue(account.email);
		await expect(dialog.getByLabel("Password")).toBeFocused();
		await page.keyboard.press("Escape");
		await expect(dialog).toBeVisible();
		await signIn(page, account);
		await expect(dialog).toBeHidden();
		// Its toast would take the place of the next one.
		await expect(page.getByText("Welcome back!", { exact: true })).toBeVisible();
		await expect(search).toHaveValue(colleague.email);
		await expect(role).toHaveValue("admin");
		await role.selectOption("User");
		await answerQuestion(page, "Remove Admin Role", "Remove Role");
		await expect(page.getByText("Role Updated", { exact: true })).toBeVisible();

		// A browser whose stored data was cleared learns of it with the next request.
		await page.evaluate(() => localStorage.clear());
		await role.selectOption("Admin");
		await answerQuestion(page, "Make Admin", "Make Admin");
		await expect(dialog).toBeVisible();
	});

	test("goes to the sign-in when the stored session has died before it was opened", async ({ page, site }) => {
		const account = await insertAccount(site, "admin");
		await openDesk(page, "/admin/users", account);
		await page.getByRole("heading", { name: "Users" }).waitFor();
		await page.goto("/");
		await endSessions(site, account);
		await page.goto("/admin/users");
		await expect(page).toHaveURL("/auth");
		await expect(page.getByRole("tab", { name: "Sign In", exact: true })).toBeVisible();
	});

	// proves S2-guard-04
	test("shows a person who is no admin the way home", async ({ page, site }) => {
		const account = await insertAccount(site, "user");
		await page.goto("/admin/users");
		await signIn(page, account);
		await expect(page.getByText("Welcome back!", { exact: true })).toBeVisible();
		await expect(page).toHaveURL("/");
	});

	test("answers an unknown address with the not-found screen and status 404", async ({ page, site }) => {
		const account = await insertAccount(site, "admin");
		const answer = await page.goto("/admin/nowhere");
		expect(answer?.status()).toBe(404);
		await expect(page).toHaveURL("/auth");
		await signIn(page, account);
		await expect(page.getByText("Oops! Page not found")).toBeVisible();
		const links = page.getByRole("navigation", { name: "Admin Panel" }).getByRole("link");
		await expect(links.filter({ hasNotText: /new|pending/ })).toHaveText([
			"Dashboard",
			"Invoices",
			"Contacts",
			"Bookings",
			"Applications",
			"Blog Posts",
			"Users",
		]);
	});
});

test("the public pages do not carry the auth client", async ({ page }) => {
	const scripts = new Set<string>();
	page.on("response", (response) => response.url().endsWith(".js") && scripts.add(response.url()));
	await page.goto("/", { waitUntil: "networkidle" });
	// Asked for again: the browser lets the body of an answer go with the page that it was for.
	const carriesClient = async () => {
		const texts = await Promise.all([...scripts].map(async (url) => (await page.request.get(url)).text()));
		return texts.some((script) => script.includes("grant_type=password"));
	};
	expect(scripts.size).toBeGreaterThan(0);
	expect(await carriesClient()).toBe(false);
	await page.goto("/auth");
	await expect(page.getByRole("tab", { name: "Sign In", exact: true })).toBeVisible();
	await expect.poll(carriesClient).toBe(true);
});
