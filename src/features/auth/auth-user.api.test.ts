import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertUser, signInAs, testPassword } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";
import { usersTable } from "./auth.table.ts";

const site = startAuthSite();

const stored = async (id: string) => (await site.deps.db.select().from(usersTable).where(eq(usersTable.id, id)))[0];

test("metadata is merged key by key, null removes a key", async () => {
	const email = "metadata@example.com";
	await insertUser(site.deps, { email });
	const tab = site.openTab();
	await tab.signInWithPassword({ email, password: testPassword });
	await tab.updateUser({ data: { full_name: "Ada", avatar_url: "/a.png", nested: { a: 1 } } });
	const { data } = await tab.updateUser({ data: { avatar_url: null, nested: { b: 2 } } });
	expect(data.user?.user_metadata).toEqual({ full_name: "Ada", nested: { b: 2 } });
});

test.each(["", "short", "password123"])("refuses %j as a new password, and keeps the old one", async (password) => {
	const { user, headers } = await signInAs(site.deps);
	const response = await site.send("PUT", "/user", { password }, headers);
	expect([response.status, (await response.json()).code]).toEqual([422, "weak_password"]);
	expect(await stored(user.id)).toEqual(user);
});

test("two changes of metadata at once are both kept", async () => {
	const { user, headers } = await signInAs(site.deps);
	await Promise.all(["a", "b", "c"].map((key) => site.send("PUT", "/user", { data: { [key]: 1 } }, headers)));
	expect((await stored(user.id))?.user_metadata).toEqual({ a: 1, b: 1, c: 1 });
});

test("14.14 refuses privileged members of an update, and changes nothing", async () => {
	const { user, headers } = await signInAs(site.deps);
	const before = await stored(user.id);
	const refusals = [
		[{ app_metadata: { role: "admin" }, data: { a: 1 } }, 403, "not_admin"],
		[{ email: "other@example.com", data: { a: 1 } }, 422, "validation_failed"],
		[{ phone: "+15550100", data: { a: 1 } }, 422, "validation_failed"],
	] as const;
	for (const [body, status, code] of refusals) {
		const response = await site.send("PUT", "/user", body, headers);
		expect([response.status, (await response.json()).code]).toEqual([status, code]);
	}
	expect(await stored(user.id)).toEqual(before);
});

test("14.14 ignores every other member of an update, and acts on the token's own user only", async () => {
	const { user, headers } = await signInAs(site.deps);
	const other = await insertUser(site.deps);
	const body = {
		id: other.id,
		role: "admin",
		aud: "x",
		is_super_admin: true,
		email_confirmed_at: null,
		confirmed_at: null,
	};
	const response = await site.send("PUT", "/user", { ...body, email: user.email.toUpperCase() }, headers);
	expect(await response.json()).toMatchObject({ id: user.id, role: "authenticated", aud: "authenticated" });
	expect({ ...(await stored(user.id)), updated_at: null }).toEqual({ ...user, updated_at: null });
	expect(await stored(other.id)).toEqual(other);
});

test("14.15 a role written into one's own metadata changes neither role, claims nor access", async () => {
	const email = "climber@example.com";
	await insertUser(site.deps, { email });
	const tab = site.openTab();
	await tab.signInWithPassword({ email, password: testPassword });
	await tab.updateUser({ data: { role: "admin" } });
	const { data } = await tab.refreshSession();
	const claims = JSON.parse(Buffer.from(data.session?.access_token.split(".")[1] ?? "", "base64url").toString());
	expect([claims.role, claims.app_metadata]).toEqual(["authenticated", { provider: "email", providers: ["email"] }]);
	const headers = { Authorization: `Bearer ${data.session?.access_token}` };
	expect((await site.api.request("/api/users", { headers })).status).toBe(403);
});

test("14.16 metadata is at most 4096 bytes of JSON, at sign-up and as the sum of updates", async () => {
	const { user, headers } = await signInAs(site.deps);
	const frame = JSON.stringify({ a: "" }).length;
	const fits = await site.send("PUT", "/user", { data: { a: "x".repeat(4096 - frame) } }, headers);
	expect(fits.status).toBe(200);
	const tooMuch = await site.send("PUT", "/user", { data: { b: "y" } }, headers);
	expect([tooMuch.status, (await tooMuch.json()).code]).toEqual([400, "validation_failed"]);
	expect(Object.keys((await stored(user.id))?.user_metadata ?? {})).toEqual(["a"]);
	const data = { full_name: "é".repeat(2048) };
	const signUp = await site.send("POST", "/signup", { email: "big@example.com", password: testPassword, data });
	expect([signUp.status, (await signUp.json()).code]).toEqual([400, "validation_failed"]);
});

test("14.16 with the largest metadata an account can still sign in and call", async () => {
	const email = "large@example.com";
	await insertUser(site.deps, { email });
	const tab = site.openTab();
	await tab.signInWithPassword({ email, password: testPassword });
	await tab.updateUser({ data: { full_name: "é".repeat(2030) } });
	expect((await tab.signInWithPassword({ email, password: testPassword })).error).toBeNull();
	expect((await tab.getUser()).error).toBeNull();
});

test("14.19 no answer about a user holds a hash, a token or an application role", async () => {
	const { user, headers } = await signInAs(site.deps, { role: "admin" });
	const answer = await (await site.api.request("/auth/v1/user", { headers })).json();
	expect(Object.keys(answer).toSorted()).toEqual(
		[
			"id",
			"aud",
			"role",
			"email",
			"phone",
			"email_confirmed_at",
			"confirmed_at",
			"app_metadata",
			"user_metadata",
			"identities",
			"created_at",
			"updated_at",
			"is_anonymous",
		].toSorted(),
	);
	expect(JSON.stringify(answer)).not.toContain(user.password_hash);
	expect(JSON.stringify(answer)).not.toMatch(/admin|argon2/);
});
