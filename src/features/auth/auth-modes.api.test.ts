import { describe, expect, test } from "vitest";
import { insertUser, testPassword } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";

describe("with automatic confirmation", () => {
	const site = startAuthSite({ AUTH_AUTOCONFIRM: "on" });

	test("a sign-up signs in at once, mails nothing, and a second one learns that the address is taken", async () => {
		const tab = site.openTab();
		const { data, error } = await tab.signUp({ email: "auto@example.com", password: testPassword });
		expect(error).toBeNull();
		expect(data.session?.user.email_confirmed_at).toBeDefined();
		expect((await tab.getUser()).error).toBeNull();
		expect(await site.mails()).toEqual([]);
		const { rows } = await site.deps.database.query("select record_label from activity where action = 'signed_in'");
		expect(rows).toEqual([{ record_label: "auto@example.com" }]);
		const again = await site.openTab().signUp({ email: "auto@example.com", password: testPassword });
		expect(again.error).toMatchObject({ status: 422, code: "user_already_exists", message: "User already registered" });
	});

	test("an unconfirmed account is taken over by the sign-up", async () => {
		await insertUser(site.deps, { email: "left@example.com", password: "an older password", confirmed: false });
		const { data } = await site.openTab().signUp({ email: "left@example.com", password: testPassword });
		expect(data.session).not.toBeNull();
	});
});

describe("with sign-up switched off", () => {
	const site = startAuthSite({ AUTH_DISABLE_SIGNUP: "on" });

	test("refuses every sign-up before anything else, and says so in the settings", async () => {
		const { error } = await site.openTab().signUp({ email: "late@example.com", password: "x" });
		expect(error).toMatchObject({
			status: 422,
			code: "signup_disabled",
			message: "Signups not allowed for this instance",
		});
		const settings = await site.api.request("/auth/v1/settings");
		expect(await settings.json()).toMatchObject({ disable_signup: true });
	});
});

describe("with longer passwords required", () => {
	const site = startAuthSite({ AUTH_PASSWORD_MIN: "12" });

	// proves D-access-06
	test("counts characters, not bytes, and names the number", async () => {
		const { error } = await site.openTab().signUp({ email: "long@example.com", password: "ééééééé2345" });
		expect(error?.message).toBe("Password should be at least 12 characters.");
		expect((await site.openTab().signUp({ email: "long@example.com", password: "ééééééé23456" })).error).toBeNull();
	});
});
