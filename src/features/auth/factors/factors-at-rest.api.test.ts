import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createApi } from "#api.server.ts";
import { appointAdmin } from "#features/auth/accounts/admins.server.ts";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { sessionsTable, usersTable } from "#features/auth/auth.table.ts";
import { signAccessToken } from "#features/auth/sessions/access-token.server.ts";
import { checkLimitedBearer } from "#features/auth/sessions/bearer.server.ts";
import { refreshToken } from "#features/auth/sessions/refresh-token.server.ts";
import { refreshSession } from "#features/auth/sessions/sessions.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { openSecret } from "#platform/process/sealed-secrets.server.ts";
import { insertApp, insertUser, signInAs, signInTwice, testPassword } from "#tests/accounts.ts";
import { testSecret } from "#tests/app.ts";
import { startAuthSite } from "#tests/auth-site.ts";
import { renewAppSecrets } from "./authenticator-apps.server.ts";
import { factorsTable, knownDevicesTable } from "./factors.table.ts";
import { accountHasFactor, type FactorResetJob, resetSecondFactor } from "./removal/factor-reset.server.ts";
import { mailFactorReset } from "./removal/factor-reset-mails.server.ts";

const site = startAuthSite({ SITE_URL: "https://site.test" });

const client = { address: "192.0.2.7", device: "Firefox on Linux" };

/** The same site after a change of its secret. */
const withSecrets = (jwtSecret: string, previousSecret?: string) => {
	const { auth, ...settings } = site.deps.settings;
	return { ...site.deps, settings: { ...settings, auth: { ...auth, jwtSecret, previousSecret } } };
};
const nextSecret = "the-next-one-0123456789-0123456789-0123456789";

test("a change of secrets signs nobody out, and authenticator apps work before and after the former one is gone", async () => {
	const { user, session, headers, app } = await signInTwice(site.deps);
	const during = withSecrets(nextSecret, testSecret);
	expect((await checkLimitedBearer(during, headers.Authorization)).level).toBe("aal2");
	const refresh = refreshToken(site.deps.settings, session.id, session.counter);
	const renewed = await refreshSession(during, refresh, client);
	const factor = async () => {
		const [row] = await site.deps.db.select().from(factorsTable).where(eq(factorsTable.id, app.id));
		if (!row) throw new Error("the factor is gone");
		return row;
	};
	expect(openSecret(during.settings, await factor())).toBeDefined();
	await renewAppSecrets(during);

	const after = withSecrets(nextSecret);
	expect(openSecret(after.settings, await factor())).toBeDefined();
	expect(openSecret(site.deps.settings, await factor())).toBeUndefined();
	expect((await checkLimitedBearer(after, `Bearer ${renewed.access_token}`)).user.id).toBe(user.id);
	expect((await refreshSession(after, renewed.refresh_token, client)).user.id).toBe(user.id);
	await expect(checkLimitedBearer(after, headers.Authorization)).rejects.toMatchObject({ code: "bad_jwt" });
});

test("through a change of secrets people sign in with password and code, over HTTP, and stay signed in", async () => {
	const user = await insertUser(site.deps);
	const app = await insertApp(site.deps, user.id);
	const send = async (deps: Deps, path: string, body: object, token = "") => {
		const answer = await createApi(deps).request(`/auth/v1${path}`, {
			method: "POST",
			body: JSON.stringify(body),
			headers: { Authorization: `Bearer ${token}`, "content-type": "application/json" },
		});
		expect([path, answer.status]).toEqual([path, 200]);
		return answer.json();
	};
	/** With password and code. @returns the session at the second level */
	const signIn = async (deps: Deps, delay: number) => {
		const credentials = { email: user.email, password: testPassword };
		const { access_token } = await send(deps, "/token?grant_type=password", credentials);
		const challenge = await send(deps, `/factors/${app.id}/challenge`, {}, access_token);
		const proof = { challenge_id: challenge.id, code: app.code(delay) };
		return send(deps, `/factors/${app.id}/verify`, proof, access_token);
	};
	const refresh = (deps: Deps, { refresh_token }: { refresh_token: string }) =>
		send(deps, "/token?grant_type=refresh_token", { refresh_token });
	const profile = async (deps: Deps, { access_token }: { access_token: string }) =>
		(await createApi(deps).request("/api/profile", { headers: { Authorization: `Bearer ${access_token}` } })).status;

	const [during, after] = [withSecrets(nextSecret, testSecret), withSecrets(nextSecret)];
	const early = await signIn(site.deps, -1);
	expect(await profile(during, early)).toBe(200);
	const kept = await refresh(during, early);
	const middle = await signIn(during, 0);
	await renewAppSecrets(during);
	const late = await signIn(after, 1);
	for (const session of [kept, middle, late, await refresh(after, kept)])
		expect(await profile(after, session)).toBe(200);
	expect(await profile(after, early)).toBe(401);
	// So that the test above, like this one, begins with rows that the first secret opens.
	await site.deps.db.delete(usersTable).where(eq(usersTable.id, user.id));
});

test("a row cannot be moved to another factor, and what no secret opens is counted at the start", async () => {
	const { app } = await signInTwice(site.deps);
	const [row] = await site.deps.db.select().from(factorsTable).where(eq(factorsTable.id, app.id));
	expect(row && openSecret(site.deps.settings, { ...row, id: crypto.randomUUID() })).toBeUndefined();
	site.log.length = 0;
	await renewAppSecrets(withSecrets("another-machine-0123456789-0123456789-01234"));
	const total = await site.deps.db.$count(factorsTable);
	expect(site.log).toMatchObject([{ level: "error", fields: { authenticatorApps: total } }]);
});

test("a dump holds neither secrets of apps nor recovery codes nor devices, and no log holds a code or challenge", async () => {
	const { user, headers } = await signInAs(site.deps);
	const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
	const enrolled = await (await site.send("POST", "/factors", { factor_type: "totp" }, headers)).json();
	const { options } = await (await site.send("POST", "/passkeys/registration/options", {}, headers)).json();
	const wrongCode = "918273";
	const app = await insertApp(site.deps, user.id);
	const tab = site.openTab();
	await tab.signInWithPassword({ email: user.email, password: testPassword });
	const code = app.code();
	await tab.mfa.challengeAndVerify({ factorId: app.id, code: wrongCode });
	await tab.mfa.challengeAndVerify({ factorId: app.id, code });
	const { data } = await tab.mfa.recoveryCodes.generate();
	const device = "d".repeat(22);
	const credentials = { email: user.email, password: testPassword };
	await site.send("POST", "/token?grant_type=password", credentials, { "X-Device": device, "User-Agent": agent });
	const { rows: tables } = await site.deps.database.query(
		"select table_name from information_schema.tables where table_schema = 'public'",
	);
	const dump: string[] = [];
	for (const { table_name } of tables) {
		const { rows } = await site.deps.database.query(`select t::text as row from "${table_name}" t`);
		dump.push(...rows.map(({ row }) => String(row)));
	}
	const everything = dump.join("\n");
	expect(everything).toContain(enrolled.id);
	const bytes = (["hex", "base64", "base64url"] as const).map((encoding) => app.secret.toString(encoding));
	for (const secret of [enrolled.totp.secret, ...bytes, ...(data?.codes ?? []), device, agent]) {
		expect(secret).toBeTruthy();
		expect(everything.toLowerCase()).not.toContain(secret.replace(/=+$/, "").toLowerCase());
	}
	const logged = JSON.stringify(site.log);
	expect(logged).toContain("auth.codes_made");
	const secrets = [enrolled.totp.secret, code, ...(data?.codes ?? []), options.challenge, wrongCode];
	for (const secret of secrets) expect(logged).not.toContain(secret);
});

test("the command removes every factor and session, promotes nobody, and tells the owner", async () => {
	const { user, headers } = await signInTwice(site.deps);
	await site.send("POST", "/factors/recovery-codes", {}, headers);
	const other = await signInTwice(site.deps);
	expect(await accountHasFactor(site.deps.db, user.email)).toBe(true);
	const said = await resetSecondFactor(site.deps, user.email.toUpperCase());
	expect(said).toBe(
		`${user.email}: removed 1 authenticator app, 0 passkeys, and 10 recovery codes, and ended 1 session.`,
	);
	expect(await accountHasFactor(site.deps.db, user.email)).toBe(false);
	expect(await site.deps.db.$count(knownDevicesTable, eq(knownDevicesTable.user_id, user.id))).toBe(0);
	expect((await site.api.request("/api/profile", { headers })).status).toBe(401);
	expect((await site.api.request("/api/profile", { headers: other.headers })).status).toBe(200);
	const [profile] = await site.deps.db.select().from(profilesTable).where(eq(profilesTable.user_id, user.id));
	expect(profile?.role).toBe("user");
	const { rows: jobs } = await site.deps.database.query("select data from pgboss.job where name = 'factor-reset'");
	for (const { data } of jobs) await mailFactorReset(site.deps, data as FactorResetJob);
	expect((await site.mailTo(user.email)).subject).toBe("Your second factor at Pilcrow Communications was removed");
	await expect(resetSecondFactor(site.deps, "nobody@example.com")).rejects.toThrow("There is no account for nobody@");
});

test("the command that appoints an admin leaves the factors of an admin alone", async () => {
	const { user } = await signInTwice(site.deps, { role: "admin" });
	await appointAdmin(site.deps, user.email);
	expect(await accountHasFactor(site.deps.db, user.email)).toBe(true);
});

test("a token of a lowered session is lowered at once", async () => {
	const { user, session } = await signInTwice(site.deps);
	const { token } = await signAccessToken(site.deps, user, session);
	await site.deps.db.update(sessionsTable).set({ aal: "aal1" }).where(eq(sessionsTable.id, session.id));
	expect(await checkLimitedBearer(site.deps, `Bearer ${token}`)).toMatchObject({ level: "aal1", isLimited: true });
});
