import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { insertUser, openSession, type SignedInUser, signInAs, testPassword } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";
import { usersTable } from "./auth.table.ts";

const site = startAuthSite();

beforeEach(() => {
	site.setTime(new Date());
});

const newPassword = "a brand new password";

async function change({ headers }: Pick<SignedInUser, "headers">, body: object) {
	const response = await site.send("PUT", "/user", body, headers);
	const { code } = await response.json();
	return [response.status, code];
}

const opens = async (email: string, password: string) =>
	(await site.send("POST", "/token?grant_type=password", { email, password })).status === 200;

test("a sign-in of the last ten minutes is proof enough for a new password, an older one is not", async () => {
	const signedIn = await signInAs(site.deps);
	site.wait(601);
	expect(await change(signedIn, { password: newPassword })).toEqual([403, "reauthentication_needed"]);
	expect(await opens(signedIn.user.email, testPassword)).toBe(true);
	expect(await change(signedIn, { data: { full_name: "Ada" } })).toEqual([200, undefined]);
	const again = await openSession(site.deps, signedIn.user);
	site.wait(600);
	expect(await change(again, { password: newPassword })).toEqual([200, undefined]);
	expect(await opens(signedIn.user.email, newPassword)).toBe(true);
});

test("refreshing makes no old sign-in a new one", async () => {
	const email = "refreshed@example.com";
	await insertUser(site.deps, { email });
	const tab = site.openTab();
	await tab.signInWithPassword({ email, password: testPassword });
	site.wait(601);
	expect((await tab.refreshSession()).error).toBeNull();
	expect((await tab.updateUser({ password: newPassword })).error).toMatchObject({
		status: 403,
		code: "reauthentication_needed",
		message: "Please enter your current password, or sign in again.",
	});
});

test("with the current password the client changes it at any time, and a wrong one is refused at any time", async () => {
	const email = "current@example.com";
	await insertUser(site.deps, { email });
	const tab = site.openTab();
	await tab.signInWithPassword({ email, password: testPassword });
	const guess = () => tab.updateUser({ password: newPassword, current_password: "a guess" });
	const refusal = { status: 400, code: "current_password_invalid", message: "That isn't your current password." };
	expect((await guess()).error).toMatchObject(refusal);
	site.wait(3 * 24 * 3600);
	await tab.refreshSession();
	expect((await guess()).error).toMatchObject(refusal);
	expect(await opens(email, testPassword)).toBe(true);
	const { error } = await tab.updateUser({ password: newPassword, current_password: testPassword });
	expect(error).toBeNull();
	expect(await opens(email, newPassword)).toBe(true);
});

test("a mailed link has just proven who one is, for ten minutes", async () => {
	const { user } = await signInAs(site.deps);
	const { link } = await (async () => {
		await site.send("POST", "/recover", { email: user.email });
		return site.mailTo(user.email);
	})();
	const token_hash = new URL(link ?? "").searchParams.get("token");
	const answer = await site.send("POST", "/verify", { type: "recovery", token_hash });
	const headers = { Authorization: `Bearer ${(await answer.json()).access_token}` };
	site.wait(601);
	expect(await change({ headers }, { password: newPassword })).toEqual([403, "reauthentication_needed"]);
	site.wait(-601);
	expect(await change({ headers }, { password: newPassword })).toEqual([200, undefined]);
});

test("an account without a password has no current one that could be guessed", async () => {
	const signedIn = await signInAs(site.deps);
	await site.deps.db.update(usersTable).set({ password_hash: null }).where(eq(usersTable.id, signedIn.user.id));
	site.wait(601);
	expect(await change(signedIn, { password: newPassword, current_password: testPassword })).toEqual([
		400,
		"current_password_invalid",
	]);
	for (const current_password of ["", null]) {
		expect(await change(signedIn, { password: newPassword, current_password })).toEqual([
			403,
			"reauthentication_needed",
		]);
	}
});
