import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SettingsError } from "#platform/process/settings.server.ts";
import { insertUser, signInAs, testPassword } from "#tests/accounts.ts";
import { fragmentOf, startAuthSite } from "#tests/auth-site.ts";
import { appointAdmin, ensureConfiguredAdmin } from "./admins.server.ts";
import { profilesTable } from "./profiles.table.ts";

const site = startAuthSite();

const roleOf = async (email: string) =>
	(await site.deps.db.select().from(profilesTable).where(eq(profilesTable.email, email)))[0]?.role;

const signIn = (email: string, password: string) => site.openTab().signInWithPassword({ email, password });

const startWith = (email: string, password: string) =>
	ensureConfiguredAdmin({ ...site.deps, settings: { ...site.deps.settings, admin: { email, password } } });

// proves D-access-14
test("the command creates an admin, who chooses a password through the printed link", async () => {
	const link = await appointAdmin(site.deps, "Boss@Example.com");
	expect(await roleOf("boss@example.com")).toBe("admin");
	expect((await signIn("boss@example.com", "")).error?.code).toBe("invalid_credentials");
	const response = await site.open(link);
	expect(response.headers.get("Location")).toMatch(/^http:\/\/site\.test\/auth#access_token=/);
	const { access_token = "", refresh_token = "", type } = fragmentOf(response);
	expect(type).toBe("recovery");
	const tab = site.openTab();
	await tab.setSession({ access_token, refresh_token });
	expect((await tab.updateUser({ password: testPassword })).error).toBeNull();
	expect((await signIn("boss@example.com", testPassword)).error).toBeNull();
	expect(fragmentOf(await site.open(link)).error_code).toBe("otp_expired");
});

// proves D-access-14
test("the command promotes an account, whose password from before opens nothing any more", async () => {
	const { user } = await signInAs(site.deps, { email: "colleague@example.com" });
	const running = site.openTab();
	await running.signInWithPassword({ email: user.email, password: testPassword });
	const link = await appointAdmin(site.deps, user.email);
	expect(await roleOf(user.email)).toBe("admin");
	expect((await signIn(user.email, testPassword)).error?.code).toBe("invalid_credentials");
	expect((await running.getUser()).error).not.toBeNull();
	expect(fragmentOf(await site.open(link)).type).toBe("recovery");
});

test("for somebody who is an admin already the command only makes a link", async () => {
	await insertUser(site.deps, { email: "chief@example.com", role: "admin" });
	await appointAdmin(site.deps, "chief@example.com");
	expect((await signIn("chief@example.com", testPassword)).error).toBeNull();
});

test("the command refuses what is no address", async () => {
	await expect(appointAdmin(site.deps, "boss")).rejects.toThrow("boss is not an email address.");
});

test("whoever signed up with the address of a future admin, and did not confirm, gets nothing by the appointment", async () => {
	for (const appoint of [
		(email: string) => appointAdmin(site.deps, email),
		(email: string) => startWith(email, "a password of the operator"),
	]) {
		const email = `${crypto.randomUUID()}@example.com`;
		await site.send("POST", "/signup", { email, password: "password of a stranger" });
		const { link } = await site.mailTo(email);
		await appoint(email);
		expect((await signIn(email, "password of a stranger")).error?.code).toBe("invalid_credentials");
		expect(fragmentOf(await site.open(link)).error_code).toBe("otp_expired");
	}
});

// proves D-access-13
test("the settings make a confirmed admin who can sign in", async () => {
	await startWith("Configured@Example.com", "gondola-twelve-birch");
	expect(await roleOf("configured@example.com")).toBe("admin");
	expect((await signIn("configured@example.com", "gondola-twelve-birch")).error).toBeNull();
});

test("the settings leave an admin's own password and mailed links alone, and log nothing", async () => {
	await insertUser(site.deps, { email: "existing@example.com", role: "admin" });
	await site.send("POST", "/recover", { email: "existing@example.com" });
	site.log.length = 0;
	await startWith("existing@example.com", "another-password");
	expect(site.log.filter(({ level }) => level === "warn")).toEqual([]);
	expect((await signIn("existing@example.com", "another-password")).error?.code).toBe("invalid_credentials");
	expect((await signIn("existing@example.com", testPassword)).error).toBeNull();
	expect(fragmentOf(await site.open((await site.mailTo("existing@example.com")).link)).type).toBe("recovery");
});

test("the settings give a role back that was taken away, with their own password, and the log says so", async () => {
	const { user } = await signInAs(site.deps, { email: "demoted@example.com" });
	site.log.length = 0;
	await startWith("demoted@example.com", "gondola-twelve-birch");
	expect(await roleOf("demoted@example.com")).toBe("admin");
	expect((await signIn("demoted@example.com", testPassword)).error?.code).toBe("invalid_credentials");
	expect((await signIn("demoted@example.com", "gondola-twelve-birch")).error).toBeNull();
	expect(site.log).toContainEqual(
		expect.objectContaining({
			level: "warn",
			message:
				"The ADMIN_EMAIL account was no longer an active admin. It is one again, and its password is now ADMIN_PASSWORD",
			fields: { userId: user.id },
		}),
	);
});

test("a configured password has to follow the rules, and the refusal names the setting", async () => {
	const start = startWith("weak@example.com", "password123");
	await expect(start).rejects.toThrow(SettingsError);
	await expect(start).rejects.toThrow("ADMIN_PASSWORD: This password is on a list of common passwords.");
	expect(await roleOf("weak@example.com")).toBeUndefined();
});
