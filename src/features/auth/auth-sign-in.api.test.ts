import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertUser, testPassword } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";
import { usersTable } from "./auth.table.ts";

const site = startAuthSite();

const signIn = (email: string, password: string) =>
	site.send("POST", "/token?grant_type=password", { email, password });

// proves S3-session-01, D-access-09
test("signs in with the right password, whatever the case of the address, and gives a complete session", async () => {
	await insertUser(site.deps, { email: "ada@example.com" });
	const { data, error } = await site.openTab().signInWithPassword({ email: "ADA@Example.com", password: testPassword });
	expect(error).toBeNull();
	expect(data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
	expect(data.session?.refresh_token).toMatch(/^[\w-]{12,}$/);
	expect(data.user).toMatchObject({
		aud: "authenticated",
		role: "authenticated",
		email: "ada@example.com",
		app_metadata: { provider: "email", providers: ["email"] },
		identities: [{ provider: "email" }],
	});
});

test("14.1 answers a wrong password and an unknown address alike, headers included", async () => {
	await insertUser(site.deps, { email: "known@example.com" });
	const answers = await Promise.all(
		["known@example.com", "unknown@example.com"].map(async (email) => {
			const response = await signIn(email, "not the password");
			return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
		}),
	);
	expect(answers[0]).toEqual(answers[1]);
	expect(answers[0]).toMatchObject({
		status: 400,
		body: '{"code":"invalid_credentials","message":"Invalid login credentials"}',
	});
});

test("14.1 an account without a password answers like an unknown one", async () => {
	const { id } = await insertUser(site.deps, { email: "no-password@example.com" });
	await site.deps.db.update(usersTable).set({ password_hash: null }).where(eq(usersTable.id, id));
	for (const password of ["", testPassword]) {
		const response = await signIn("no-password@example.com", password);
		expect([response.status, await response.json()]).toMatchObject([400, { code: "invalid_credentials" }]);
	}
});

test.each([
	["with a blank around it", ` ${testPassword}`],
	["in another case", testPassword.toUpperCase()],
	["cut short", testPassword.slice(0, -1)],
	["with more behind it", `${testPassword}!`],
	["far beyond 72 bytes", testPassword.padEnd(5000, "x")],
	["empty", ""],
])("compares passwords exactly: refuses the right one %s", async (_how, password) => {
	const email = `${crypto.randomUUID()}@example.com`;
	await insertUser(site.deps, { email });
	const response = await signIn(email, password);
	expect(response.status).toBe(400);
	expect(await response.json()).toMatchObject({ code: "invalid_credentials" });
});

test("does not cut a stored password at 72 bytes", async () => {
	await insertUser(site.deps, { email: "long@example.com", password: "x".repeat(72) });
	expect((await signIn("long@example.com", "x".repeat(73))).status).toBe(400);
	expect((await signIn("long@example.com", "x".repeat(72))).status).toBe(200);
});

test("14.2 says that an address is not confirmed only after the right password", async () => {
	await insertUser(site.deps, { email: "unconfirmed@example.com", confirmed: false });
	const wrong = await signIn("unconfirmed@example.com", "not the password");
	const right = await signIn("unconfirmed@example.com", testPassword);
	expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: "invalid_credentials" }]);
	expect([right.status, await right.json()]).toMatchObject([400, { code: "email_not_confirmed" }]);
});

test("leaves other sessions alone", async () => {
	await insertUser(site.deps, { email: "twice@example.com" });
	const [first, second] = [site.openTab(), site.openTab()];
	await first.signInWithPassword({ email: "twice@example.com", password: testPassword });
	await second.signInWithPassword({ email: "twice@example.com", password: testPassword });
	expect((await first.getUser()).error).toBeNull();
	expect((await second.getUser()).error).toBeNull();
});

test("keeps the way and time of the sign-in over refreshes", async () => {
	await insertUser(site.deps, { email: "amr@example.com" });
	const tab = site.openTab();
	const before = await tab.signInWithPassword({ email: "amr@example.com", password: testPassword });
	site.wait(30);
	const after = await tab.refreshSession();
	const claims = (token = "") => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
	const [first, second] = [claims(before.data.session?.access_token), claims(after.data.session?.access_token)];
	expect(first.amr).toEqual([{ method: "password", timestamp: first.iat }]);
	expect(second).toMatchObject({ amr: first.amr, session_id: first.session_id, iat: first.iat + 30 });
});
