import type { CDPSession, Page } from "@playwright/test";
import { subDays } from "date-fns/subDays";
import { sql } from "drizzle-orm";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { sessionsTable, usersTable } from "#features/auth/auth.table.ts";
import { type Account, insertAccount, mailedLink } from "./accounts.ts";
import { codeOf } from "./authenticator-app.ts";
import { expectAccessible } from "./axe.ts";
import { answerQuestion, inDatabase, openDesk, rowOf, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { pressWithKeyboard, tabTo } from "./keyboard.ts";
import { openSession } from "./sessions.ts";
import type { SiteServer } from "./site-server.ts";

/** A passkey store in the browser that confirms each use by itself. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
	const cdp = await page.context().newCDPSession(page);
	await cdp.send("WebAuthn.enable", { enableUI: false });
	const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return { cdp, authenticatorId };
}

async function signIn(page: Page, { email, password }: Account): Promise<void> {
	await page.goto("/auth");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password").fill(password);
	await page.getByLabel("Password").press("Enter");
}

async function logOut(page: Page): Promise<void> {
	await page.getByRole("button", { name: /My Account/ }).press("Enter");
	// By key: a click would wait until a toast over the menu is gone.
	await page.getByRole("menuitem", { name: "Log out" }).press("Enter");
	await page.waitForURL("**/auth");
}

const isOf = ({ email }: Account) =>
	sql`${sessionsTable.user_id} = (select id from ${usersTable} where ${usersTable.email} = ${email})`;

/** So that the session's proof is older than what changes an account asks for. */
async function makeStale(site: SiteServer, account: Account): Promise<void> {
	await inDatabase(site, (db) =>
		db
			.update(sessionsTable)
			.set({ created_at: subDays(new Date(), 2), amr: sql`'[]'::jsonb` })
			.where(isOf(account)),
	);
}

/** Sets an app up over HTTP. @returns the recovery codes */
async function insertFactor({ url }: SiteServer, account: Account): Promise<string[]> {
	const send = async (path: string, body: object, token: string) => {
		const answer = await fetch(`${url}/auth/v1${path}`, {
			method: "POST",
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
			body: JSON.stringify(body),
		});
		expect([path, answer.status]).toEqual([path, 200]);
		return answer.json();
	};
	const { access_token } = await openSession(url, account);
	const app = await send("/factors", { factor_type: "totp" }, access_token);
	const challenge = await send(`/factors/${app.id}/challenge`, {}, access_token);
	const proof = { challenge_id: challenge.id, code: codeOf(app.totp.secret) };
	const raised = await send(`/factors/${app.id}/verify`, proof, access_token);
	return (await send("/factors/recovery-codes", {}, raised.access_token)).codes;
}

async function signInByKeyboard(page: Page, { email, password }: Account): Promise<void> {
	await tabTo(page, page.getByRole("textbox", { name: "Email" }));
	await page.keyboard.type(email);
	await page.keyboard.press("Tab");
	await page.keyboard.type(password);
	await page.keyboard.press("Enter");
}

async function typeRecoveryCode(page: Page, code = ""): Promise<void> {
	await tabTo(page, page.getByLabel("Recovery code"));
	await page.keyboard.type(code);
	await page.keyboard.press("Enter");
}

/** What the browser prints is one sheet of paper with all codes. */
async function expectOnePage(page: Page, codes: string[]): Promise<void> {
	const paper = await getDocument({ data: new Uint8Array(await page.pdf()) }).promise;
	expect(paper.numPages).toBe(1);
	const { items } = await (await paper.getPage(1)).getTextContent();
	const text = items
		.map((item) => ("str" in item ? item.str : ""))
		.join(" ")
		.replaceAll(/\s+/g, " ");
	for (const code of codes) expect(text).toContain(code);
}

/** Accessible, and no wider than the screen. */
async function expectFits(page: Page): Promise<void> {
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
	await expectAccessible(page);
}

// What the service refuses before a second step, and with it, shows in the browser's console.
test.use({
	viewport: { width: 360, height: 740 },
	expectedErrors: /status of 4(00|01|03|22)|Please (sign in|confirm your sign-in)|Auth session missing/,
});

test("an admin sets up an app on a phone, signs in with it and with a recovery code, and removes it", async ({
	page,
	site,
}) => {
	const account = await insertAccount(site, "admin", "Ruth Kessler");
	await openDesk(page, "/admin", account);
	await page.getByRole("button", { name: /My Account/ }).click();
	await expect(page.getByRole("menuitem", { name: "Security" })).toContainText("No second step yet");
	await page.getByRole("menuitem", { name: "Security" }).click();
	await expect(page.getByRole("heading", { name: "Where you are signed in" })).toBeVisible();
	await expect(page.getByText("This device")).toBeVisible();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Change Password" }).press("Enter");
	await page.getByRole("link", { name: "Cancel" }).press("Enter");
	await expect(page.getByRole("heading", { name: "Where you are signed in" })).toBeVisible();
	await expect(page.getByRole("main")).toBeFocused();

	await makeStale(site, account);
	await page.getByRole("button", { name: "Set Up", exact: true }).click();
	const proof = page.getByRole("dialog", { name: "Confirm It's You" });
	await proof.getByLabel("Password").fill(account.password);
	await proof.getByRole("button", { name: "Continue" }).click();
	await expect(proof).toBeHidden();
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByRole("heading", { name: "Set up an authenticator app" })).toBeFocused();
	const picture = dialog.getByRole("img", { name: "QR code; the secret is written below" });
	await expect(picture).toHaveJSProperty("complete", true);
	expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
	const secret = (await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? "";
	await expectAccessible(page);
	await page.emulateMedia({ colorScheme: "dark" });
	await expectAccessible(page);
	await page.emulateMedia({ colorScheme: "light" });
	await dialog.getByLabel("Code").fill(codeOf(secret));
	await dialog.getByLabel("Code").press("Enter");
	await expect(dialog.getByRole("heading", { name: "Save your recovery codes" })).toBeFocused();
	const codes = await dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allTextContents();
	expect(codes).toHaveLength(10);
	await expectAccessible(page);
	await expectOnePage(page, codes);
	await expect(dialog.getByRole("button", { name: "Done" })).toBeDisabled();
	await dialog.getByRole("checkbox", { name: "I have saved these codes" }).check();
	await dialog.getByRole("button", { name: "Done" }).click();
	await expect(page.getByText("10 of 10 left")).toBeVisible();

	await logOut(page);
	await signIn(page, account);
	await expect(page.getByRole("heading", { name: "One more step" })).toBeFocused();
	await expect(toast(page, "Welcome back!")).toBeHidden();
	await expectAccessible(page);
	// The next one: it is good half a minute early.
	await page.keyboard.type(codeOf(secret, 1));
	await expect(page.getByLabel("Code")).toHaveValue(codeOf(secret, 1));
	await page.getByRole("button", { name: "Verify" }).click();
	await expect(toast(page, "Welcome back!")).toBeVisible();
	await expect(page).toHaveURL(/\/admin$/);

	await logOut(page);
	await signIn(page, account);
	await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
	await page.goto("/admin/contacts");
	await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
	await page.getByRole("button", { name: "Use a recovery code instead" }).click();
	await page.getByLabel("Recovery code").fill(codes[0] ?? "");
	await page.getByLabel("Recovery code").press("Enter");
	await expect(page).toHaveURL("/admin/contacts");

	await page.goto("/account/security");
	await expect(page.getByText("9 of 10 left")).toBeVisible();
	await page.getByRole("button", { name: "Remove Authenticator app" }).click();
	await expect(page.getByText("Your password alone will be enough to sign in.")).toBeVisible();
	await answerQuestion(page, "Remove Authenticator App", "Remove Authenticator App");
	await expect(toast(page, "Authenticator App Removed")).toBeVisible();
	await expect(page.getByRole("button", { name: "Remove Authenticator app" })).toBeHidden();
	await expect(page.locator("main :focus")).toHaveCount(1);
});

test("a passkey is added, signs in without a password, takes the second step, and is no use once removed", async ({
	page,
	site,
	browser,
}) => {
	const account = await insertAccount(site, "admin", "Theo Marchetti");
	const { cdp, authenticatorId } = await addAuthenticator(page);
	await openDesk(page, "/account/security", account);
	await page.getByRole("button", { name: "Add a Passkey" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: "Add a Passkey" }).click();
	await expect(dialog.getByRole("heading", { name: "Check that it works" })).toBeVisible();
	await dialog.getByRole("button", { name: "Use Your Passkey" }).click();
	await expect(dialog.getByRole("heading", { name: "Save your recovery codes" })).toBeFocused();
	const codes = await dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allTextContents();
	await dialog.getByRole("checkbox", { name: "I have saved these codes" }).check();
	await dialog.getByRole("button", { name: "Done" }).click();
	await expect(page.getByText(/Added .* · Last used/)).toBeVisible();
	const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
	expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: "localhost" }]);

	// The browser fills it in where it stands among what it offers for the email field.
	await logOut(page);
	await expect(toast(page, "Welcome back!")).toBeVisible();
	await expect(page).toHaveURL(/\/admin$/);

	// Without the key in this browser, the password leads to the second step, and no further.
	await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false });
	await logOut(page);
	await signIn(page, account);
	await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
	await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true });
	await page.getByRole("button", { name: "Use Your Passkey" }).click();
	await expect(page).toHaveURL(/\/admin$/);

	await page.goto("/account/security");
	await page.getByRole("button", { name: "Rename Passkey" }).click();
	await page.getByRole("dialog").getByLabel("Name").fill("Laptop");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByRole("button", { name: "Remove Laptop" })).toBeVisible();

	// A second device, which does not have the key, gets one of its own.
	const second = await (await browser.newContext({ baseURL: site.url })).newPage();
	await addAuthenticator(second);
	await signIn(second, account);
	await second.getByRole("button", { name: "Use Your Passkey" }).click();
	await expect(second.getByRole("alert")).toHaveText("That did not work. Try again or choose another way.");
	await second.getByRole("button", { name: "Use a recovery code instead" }).click();
	await second.getByLabel("Recovery code").fill(codes[0] ?? "");
	await second.getByLabel("Recovery code").press("Enter");
	await expect(second).toHaveURL(/\/admin$/);
	await second.goto("/account/security");
	await second.getByRole("button", { name: "Add a Passkey" }).click();
	await second.getByRole("dialog").getByRole("button", { name: "Add a Passkey" }).click();
	await expect(second.getByRole("button", { name: "Remove Passkey" })).toBeVisible();
	await logOut(second);
	await expect(second).toHaveURL(/\/admin$/);

	// A page of another site has the key sign a challenge of ours, which names that page's origin.
	const start = await second.request.post("/auth/v1/passkeys/authentication/options");
	const { challenge_id, options } = await start.json();
	const elsewhere = "http://localhost:4/";
	await second.route(elsewhere, (route) =>
		route.fulfill({ contentType: "text/html", body: "<title>Elsewhere</title>" }),
	);
	await second.goto(elsewhere);
	const credential = await second.evaluate(async (asked) => {
		const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
		const signed = await navigator.credentials.get({ publicKey });
		return signed instanceof PublicKeyCredential ? signed.toJSON() : undefined;
	}, options);
	expect(credential).toMatchObject({ type: "public-key" });
	const answer = await second.request.post("/auth/v1/passkeys/authentication/verify", {
		data: { challenge_id, credential },
	});
	expect([answer.status(), (await answer.json()).error_code]).toEqual([400, "webauthn_verification_failed"]);

	// The second device removes the first one's key: what that has signed in is over, and it signs in nowhere.
	await second.goto(`${site.url}/account/security`);
	await second.getByRole("button", { name: "Remove Laptop" }).click();
	await answerQuestion(second, "Remove Passkey", "Remove Passkey");
	await expect(toast(second, "Passkey Removed")).toBeVisible();
	await expect(second.getByRole("button", { name: "Remove Laptop" })).toBeHidden();
	await second.context().close();
	// The first one notices it by itself.
	const ended = page.getByRole("dialog", { name: "Your Session Has Ended" });
	await ended.getByRole("button", { name: "Sign in with a passkey" }).click();
	await expect(ended.getByRole("alert")).toHaveText("That did not work. Try again or sign in with your password.");
});

test.describe("an addition that was not the owner's", () => {
	test.use({ expectedErrors: /410/ });

	// A4
	test("the link in the email about an addition opens a page, and its button undoes the addition", async ({
		page,
		site,
	}) => {
		const account = await insertAccount(site, "admin");
		await insertFactor(site, account);
		const link = await mailedLink(site, account.email, /http\S+#undo=\S+/);
		await page.goto(link);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wasn't this you?");
		await expectAccessible(page);
		await page.getByRole("button", { name: "Undo It" }).click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("We've undone it");
		await page.goto(await mailedLink(site, account.email));
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a new password");
		await page.goto("/auth");
		await page.goto(link);
		await page.getByRole("button", { name: "Undo It" }).click();
		await expect(page.getByRole("alert")).toContainText("This link has already been used, or it has expired.");
	});
});

test.describe("with the keyboard alone, on the narrowest screen", () => {
	test.use({ viewport: { width: 320, height: 640 } });

	test("a second step that the setting asks for is set up, lost, and replaced by a recovery code", {
		tag: "@long",
	}, async ({ page, ownSite }) => {
		const site = await ownSite({ AUTH_REQUIRE_SECOND_FACTOR: "everyone" });
		const account = await insertAccount(site, "admin", "Nadia Osei");
		await page.goto(`${site.url}/admin/bookings`);
		await signInByKeyboard(page, account);
		await expect(page.getByRole("heading", { name: "Protect your account" })).toBeFocused();
		await expect(page.getByText(/asks for a second step at sign-in. Setting it up takes two minutes.$/)).toBeVisible();
		await expectFits(page);
		await pressWithKeyboard(page, page.getByRole("button", { name: "Set Up an Authenticator App" }));
		await expect(page.getByRole("heading", { name: "Set up an authenticator app" })).toBeFocused();
		const secret = (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? "";
		await tabTo(page, page.getByLabel("Code"));
		await page.keyboard.type("000000");
		await page.keyboard.press("Enter");
		await expect(page.getByLabel("Code")).toHaveAccessibleDescription(/That code is not right, or it was used already/);
		await page.getByLabel("Code").press("ControlOrMeta+A");
		await page.keyboard.type(codeOf(secret));
		await page.keyboard.press("Enter");
		await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeFocused();
		const codes = await page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allTextContents();
		await expectFits(page);
		await tabTo(page, page.getByRole("checkbox", { name: "I have saved these codes" }));
		await page.keyboard.press("Space");
		await pressWithKeyboard(page, page.getByRole("button", { name: "Done" }));
		await expect(page).toHaveURL(/\/admin\/bookings$/);
		await expect(toast(page, "Welcome back!")).toBeVisible();

		await pressWithKeyboard(page, page.getByRole("button", { name: /My Account/ }));
		await expect(page.getByRole("menu")).toBeVisible();
		await page.keyboard.press("End");
		await expect(page.getByRole("menuitem", { name: "Log out" })).toBeFocused();
		await page.keyboard.press("Enter");
		await page.waitForURL("**/auth");
		await signInByKeyboard(page, account);
		await expect(page.getByRole("heading", { name: "One more step" })).toBeFocused();
		await expectFits(page);
		await pressWithKeyboard(page, page.getByRole("button", { name: "Use a recovery code instead" }));
		await expect(page.getByRole("heading", { name: "One more step" })).toBeFocused();
		await typeRecoveryCode(page, codes[0]);
		await expect(page).toHaveURL(/\/admin$/);
	});

	test("the second step is taken again where the session has ended, and before what changes an account", async ({
		page,
		site,
	}) => {
		const account = await insertAccount(site, "admin", "Elena Brandt");
		const codes = await insertFactor(site, account);
		await page.goto("/admin/users");
		await signInByKeyboard(page, account);
		await pressWithKeyboard(page, page.getByRole("button", { name: "Use a recovery code instead" }));
		await typeRecoveryCode(page, codes[0]);
		const search = page.getByRole("searchbox", { name: "Search" });
		await tabTo(page, search);
		await page.keyboard.type("nobody");
		await inDatabase(site, (db) => db.delete(sessionsTable).where(isOf(account)));

		const ended = page.getByRole("dialog", { name: "Your Session Has Ended" });
		await expect(ended.getByLabel("Password")).toBeFocused();
		await page.keyboard.type(account.password);
		await page.keyboard.press("Enter");
		await expect(ended.getByRole("heading", { name: "One more step" })).toBeFocused();
		await expectFits(page);
		await pressWithKeyboard(page, ended.getByRole("button", { name: "Use a recovery code instead" }));
		await typeRecoveryCode(page, codes[1]);
		await expect(ended).toBeHidden();
		await expect(search).toHaveValue("nobody");

		await page.goto("/account/security");
		await makeStale(site, account);
		const remove = page.getByRole("button", { name: "Remove Authenticator app" });
		const removal = page.getByRole("dialog", { name: "Remove Authenticator App" });
		const proof = page.getByRole("dialog", { name: "Confirm It's You" });
		const askForRemoval = async () => {
			await pressWithKeyboard(page, remove);
			await pressWithKeyboard(page, removal.getByRole("button", { name: "Remove Authenticator App" }));
			await expect(proof.getByRole("heading", { name: "One more step" })).toBeFocused();
		};
		await askForRemoval();
		await expectFits(page);
		await page.keyboard.press("Escape");
		await expect(proof).toBeHidden();
		await expect(remove).toBeVisible();
		await askForRemoval();
		await pressWithKeyboard(page, proof.getByRole("button", { name: "Use a recovery code instead" }));
		await typeRecoveryCode(page, codes[2]);
		await expect(toast(page, "Authenticator App Removed")).toBeVisible();
		await expect(remove).toBeHidden();
	});
});

// A5
test("an admin who signed in a while ago confirms it's them, and what was typed is still there", async ({
	page,
	site,
}) => {
	const account = await insertAccount(site, "admin", "Ruth Kessler");
	const invited = `invited${process.pid}@example.com`;
	await openDesk(page, "/admin/users", account);
	await makeStale(site, account);
	await page.getByRole("button", { name: "Invite" }).click();
	const dialog = page.getByRole("dialog", { name: "Invite Someone" });
	await dialog.getByLabel("Email").fill(invited);
	await dialog.getByLabel("Role").selectOption("user");
	await dialog.getByRole("button", { name: "Send Invitation" }).click();
	const proof = page.getByRole("dialog", { name: "Confirm It's You" });
	await expect(proof).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(proof).toBeHidden();
	await expect(dialog.getByLabel("Email")).toHaveValue(invited);
	await dialog.getByRole("button", { name: "Send Invitation" }).click();
	await proof.getByLabel("Password").fill(account.password);
	await proof.getByRole("button", { name: "Continue" }).click();
	await expect(page.getByRole("region", { name: "Invitations" }).getByText(invited)).toBeVisible();

	await makeStale(site, account);
	await page.goto("/admin/bookings/calendar");
	await page.getByRole("button", { name: "Create URL" }).click();
	await proof.getByLabel("Password").fill(account.password);
	await proof.getByRole("button", { name: "Continue" }).click();
	await expect(page.getByText("Copy this URL now.")).toBeVisible();

	// 56.1: an account email's link opens an account.
	await makeStale(site, account);
	await page.goto("/admin/mail");
	await rowOf(page, invited).click();
	await expect(proof).toBeVisible();
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "Try Again" }).click();
	await proof.getByLabel("Password").fill(account.password);
	await proof.getByRole("button", { name: "Continue" }).click();
	await expect(page.getByRole("region", { name: "Message" }).getByRole("link")).toHaveAttribute("href", /invit/);
});
