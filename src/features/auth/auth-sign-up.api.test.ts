import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { insertUser, testPassword } from "#tests/accounts.ts";
import { fragmentOf, startAuthSite } from "#tests/auth-site.ts";
import { usersTable } from "./auth.table.ts";

const site = startAuthSite();

const signUp = (email: string, password: string, more: object = {}) =>
	site.send("POST", "/signup?redirect_to=http%3A%2F%2Fsite.test%2F", { email, password, ...more });

const findUser = async (email: string) =>
	(await site.deps.db.select().from(usersTable).where(eq(usersTable.email, email)))[0];

// proves D-access-10
test("a new account is confirmed by its link, which signs in", async () => {
	const tab = site.openTab();
	const { data, error } = await tab.signUp({
		email: "New@Example.com",
		password: testPassword,
		options: { data: { full_name: " Ada Byron " }, emailRedirectTo: "http://site.test/" },
	});
	expect(error).toBeNull();
	expect(data.session).toBeNull();
	expect(data.user).toMatchObject({ email: "new@example.com", role: "authenticated" });

	const response = await site.open((await site.mailTo("new@example.com")).link);
	expect(response.status).toBe(303);
	expect(response.headers.get("Location")).toMatch(/^http:\/\/site\.test\/#/);
	const { access_token = "", refresh_token = "", type } = fragmentOf(response);
	expect(type).toBe("signup");
	const session = await tab.setSession({ access_token, refresh_token });
	expect(session.data.user?.email_confirmed_at).toBeDefined();
	const [profile] = await site.deps.db.select().from(profilesTable).where(eq(profilesTable.email, "new@example.com"));
	expect(profile).toMatchObject({ role: "user", full_name: "Ada Byron", user_id: session.data.user?.id });
});

// proves S3-session-02
test("the session's user carries the full name of the sign-up, and a picture that is added later", async () => {
	const email = "pictured@example.com";
	const tab = site.openTab();
	await tab.signUp({ email, password: testPassword, options: { data: { full_name: "Ada Byron" } } });
	await site.open((await site.mailTo(email)).link);
	const { data } = await tab.signInWithPassword({ email, password: testPassword });
	expect(data.session?.user.user_metadata).toEqual({ full_name: "Ada Byron" });
	await tab.updateUser({ data: { avatar_url: "/art/ada.webp" } });
	const renewed = await tab.refreshSession();
	expect(renewed.data.session?.user.user_metadata).toEqual({ full_name: "Ada Byron", avatar_url: "/art/ada.webp" });
});

test("14.3 answers alike for a new, an unconfirmed and a confirmed address, on the first call and on the second", async () => {
	await insertUser(site.deps, { email: "unconfirmed@example.com", confirmed: false });
	await insertUser(site.deps, { email: "confirmed@example.com" });
	const answers = await Promise.all(
		["fresh", "unconfirmed", "confirmed"].map(async (name) => {
			const outcomes = [];
			for (let call = 0; call < 2; call++) {
				const response = await signUp(`${name}@example.com`, "another good password", { data: { full_name: "Eve" } });
				const text = (await response.text()).replaceAll(`${name}@example.com`, "…");
				const body = text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "uuid");
				outcomes.push({ status: response.status, headers: [...response.headers], body });
			}
			return outcomes;
		}),
	);
	expect(answers[0]?.map(({ status }) => status)).toEqual([200, 429]);
	expect(answers[1]).toEqual(answers[0]);
	expect(answers[2]).toEqual(answers[0]);
});

test("14.3 the id in the answer belongs to nobody and stays the same for an address", async () => {
	const first = await (await signUp("id@example.com", testPassword)).json();
	site.wait(61);
	const second = await (await signUp("id@example.com", testPassword)).json();
	const stored = await findUser("id@example.com");
	expect(second.id).toBe(first.id);
	expect(stored?.id).not.toBe(first.id);
});

test("14.3 signing up for a confirmed address changes nothing and mails no link, only a notice", async () => {
	await insertUser(site.deps, { email: "taken@example.com", full_name: "Owner" });
	const before = await findUser("taken@example.com");
	await signUp("taken@example.com", "another good password", { data: { full_name: "Eve" } });
	expect(await findUser("taken@example.com")).toEqual(before);
	const [profile] = await site.deps.db.select().from(profilesTable).where(eq(profilesTable.email, "taken@example.com"));
	expect(profile?.full_name).toBe("Owner");
	const mail = await site.mailTo("taken@example.com");
	expect(mail.link).toBeUndefined();
	expect(mail.text + mail.html).not.toContain("/verify");
});

test("a name is on one line in the profile, which stands in lists and in the log", async () => {
	await signUp("lines@example.com", testPassword, { data: { full_name: " Eve\r\nBcc:\tall@example.com\u2028" } });
	const [profile] = await site.deps.db.select().from(profilesTable).where(eq(profilesTable.email, "lines@example.com"));
	expect(profile?.full_name).toBe("Eve Bcc: all@example.com");
});

test("14.5 while unconfirmed the latest sign-up wins: the older link and password are void", async () => {
	const email = "contested@example.com";
	await signUp(email, "password of the first", { data: { full_name: "First" } });
	const olderLink = (await site.mailTo(email)).link;
	site.wait(61);
	await signUp(email, "password of the second", { data: { full_name: "Second" } });
	const newerLink = (await site.mailTo(email)).link;

	expect(fragmentOf(await site.open(olderLink)).error_code).toBe("otp_expired");
	expect(fragmentOf(await site.open(newerLink)).access_token).toBeDefined();
	const tab = site.openTab();
	expect((await tab.signInWithPassword({ email, password: "password of the first" })).error?.code).toBe(
		"invalid_credentials",
	);
	const { data } = await tab.signInWithPassword({ email, password: "password of the second" });
	expect(data.user?.user_metadata).toEqual({ full_name: "Second" });
});

test("14.14 takes nothing but address, password and data from a sign-up", async () => {
	const id = crypto.randomUUID();
	const response = await signUp("greedy@example.com", testPassword, {
		id,
		role: "service_role",
		aud: "admin",
		app_metadata: { role: "admin" },
		email_confirmed_at: "2020-01-01T00:00:00Z",
		confirmed_at: "2020-01-01T00:00:00Z",
		is_super_admin: true,
		created_at: "2020-01-01T00:00:00Z",
	});
	expect(await response.json()).toMatchObject({
		role: "authenticated",
		aud: "authenticated",
		app_metadata: { provider: "email", providers: ["email"] },
	});
	const stored = await findUser("greedy@example.com");
	expect(stored).toMatchObject({ confirmed_at: null, user_metadata: {}, created_at: site.deps.clock() });
	expect(stored?.id).not.toBe(id);
});

// proves D-access-04
test("14.15 a role in the metadata gives no role", async () => {
	await signUp("crown@example.com", testPassword, { data: { role: "admin", app_metadata: { role: "admin" } } });
	const { access_token = "" } = fragmentOf(await site.open((await site.mailTo("crown@example.com")).link));
	const claims = JSON.parse(Buffer.from(access_token.split(".")[1] ?? "", "base64url").toString());
	expect(claims.role).toBe("authenticated");
	expect(claims.app_metadata).toEqual({ provider: "email", providers: ["email"] });
	const headers = { Authorization: `Bearer ${access_token}` };
	expect(await (await site.api.request("/api/profile", { headers })).json()).toMatchObject({ role: "user" });
	expect((await site.api.request("/api/users", { headers })).status).toBe(403);
});
