import type { CDPSession, Page } from "@playwright/test";
import { stepAt, totpCode } from "#features/auth/factors/totp.server.ts";
import { type Account, insertAccount } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { answerQuestion, openDesk, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

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

const codeOf = (secret: string, delay = 0) => {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
	const bits = [...secret.replaceAll(/\s/g, "")].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0"));
	const bytes = (bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
	return totpCode(Buffer.from(bytes), stepAt(new Date()) + delay);
};

async function signIn(page: Page, { email, password }: Account): Promise<void> {
	await page.goto("/auth");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password").fill(password);
	await page.getByLabel("Password").press("Enter");
}

async function logOut(page: Page): Promise<void> {
	await page.getByRole("button", { name: /My Account/ }).click();
	await page.getByRole("menuitem", { name: "Log out" }).click();
	await page.waitForURL("**/auth");
}

test.use({ viewport: { width: 360, height: 740 } });

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

	await page.getByRole("button", { name: "Set Up", exact: true }).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByRole("heading", { name: "Set up an authenticator app" })).toBeFocused();
	const picture = dialog.getByRole("img", { name: "QR code; the secret is written below" });
	await expect(picture).toHaveJSProperty("complete", true);
	expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
	const secret = (await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? "";
	await expectAccessible(page);
	await dialog.getByLabel("Code").fill(codeOf(secret, -1));
	await dialog.getByLabel("Code").press("Enter");
	await expect(dialog.getByRole("heading", { name: "Save your recovery codes" })).toBeFocused();
	const codes = await dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allTextContents();
	expect(codes).toHaveLength(10);
	await expectAccessible(page);
	await expect(dialog.getByRole("button", { name: "Done" })).toBeDisabled();
	await dialog.getByRole("checkbox", { name: "I have saved these codes" }).check();
	await dialog.getByRole("button", { name: "Done" }).click();
	await expect(page.getByText("10 of 10 left")).toBeVisible();

	await logOut(page);
	await signIn(page, account);
	await expect(page.getByRole("heading", { name: "One more step" })).toBeFocused();
	await expect(toast(page, "Welcome back!")).toBeHidden();
	await expectAccessible(page);
	await page.getByLabel("Code").fill(codeOf(secret));
	await page.getByRole("button", { name: "Verify" }).click();
	await expect(toast(page, "Welcome back!")).toBeVisible();
	await expect(page).toHaveURL(/\/admin$/);

	await logOut(page);
	await signIn(page, account);
	await page.getByRole("button", { name: "Use a recovery code instead" }).click();
	await page.getByLabel("Recovery code").fill(codes[0] ?? "");
	await page.getByLabel("Recovery code").press("Enter");
	await expect(page).toHaveURL(/\/admin$/);

	await page.goto("/account/security");
	await expect(page.getByText("9 of 10 left")).toBeVisible();
	await page.getByRole("button", { name: "Remove Authenticator app" }).click();
	await expect(page.getByText("Your password alone will be enough to sign in.")).toBeVisible();
	await answerQuestion(page, "Remove Authenticator App", "Remove Authenticator App");
	await expect(toast(page, "Authenticator App Removed")).toBeVisible();
	await expect(page.getByRole("button", { name: "Remove Authenticator app" })).toBeHidden();
});

test("a passkey is added, signs in without a password, takes the second step, and is no use once removed", async ({
	page,
	site,
}) => {
	const account = await insertAccount(site, "admin", "Theo Marchetti");
	const { cdp, authenticatorId } = await addAuthenticator(page);
	await openDesk(page, "/account/security", account);
	await page.getByRole("button", { name: "Add a Passkey" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: "Add a Passkey" }).click();
	await expect(dialog.getByRole("heading", { name: "Check that it works" })).toBeVisible();
	await dialog.getByRole("button", { name: "Use Your Passkey" }).click();
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
	await page.getByRole("button", { name: "Remove Laptop" }).click();
	await answerQuestion(page, "Remove Passkey", "Remove Passkey");
	await expect(toast(page, "Passkey Removed")).toBeVisible();
	await expect(page.getByRole("button", { name: "Remove Laptop" })).toBeHidden();
});
