import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { appointAdmin } from "#features/auth/accounts/admins.server.ts";
import { sessionsTable } from "#features/auth/auth.table.ts";
import { signAccessToken } from "#features/auth/sessions/access-token.server.ts";
import { checkLimitedBearer } from "#features/auth/sessions/bearer.server.ts";
import { refreshToken } from "#features/auth/sessions/refresh-token.server.ts";
import { refreshSession } from "#features/auth/sessions/sessions.server.ts";
import { profilesTable } from "#features/users/users.table.ts";
import { insertApp, insertUser, openSession, signInAs, signInTwice, testPassword } from "#tests/accounts.ts";
import { testSecret } from "#tests/app.ts";
import { startAuthSite } from "#tests/auth-site.ts";
import { accountHasFactor, type FactorResetJob, resetSecondFactor } from "./factor-reset.server.ts";
import { mailFactorReset } from "./factor-reset-mails.server.ts";
import { openSecret, renewSecrets } from "./factor-secrets.server.ts";
import { factorsTable, knownDevicesTable } from "./factors.table.ts";

const site = startAuthSite({ RATE_LIMITS: "on", AUTH_MAIL_INTERVAL: "0" });

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
	await renewSecrets(during);

	const after = withSecrets(nextSecret);
	expect(openSecret(after.settings, await factor())).toBeDefined();
	expect(openSecret(site.deps.settings, await factor())).toBeUndefined();
	expect((await checkLimitedBearer(after, `Bearer ${renewed.access_token}`)).user.id).toBe(user.id);
	expect((await refreshSession(after, renewed.refresh_token, client)).user.id).toBe(user.id);
	await expect(checkLimitedBearer(after, headers.Authorization)).rejects.toMatchObject({ code: "bad_jwt" });
});

test("a row cannot be moved to another factor, and what no secret opens is counted at the start", async () => {
	const { app } = await signInTwice(site.deps);
	const [row] = await site.deps.db.select().from(factorsTable).where(eq(factorsTable.id, app.id));
	expect(row && openSecret(site.deps.settings, { ...row, id: crypto.randomUUID() })).toBeUndefined();
	site.log.length = 0;
	await renewSecrets(withSecrets("another-machine-0123456789-0123456789-01234"));
	const total = await site.deps.db.$count(factorsTable);
	expect(site.log).toMatchObject([{ level: "error", fields: { authenticatorApps: total } }]);
});

test("a dump holds neither secrets of apps nor recovery codes nor devices, and no log holds a code", async () => {
	const { user, headers } = await signInAs(site.deps);
	const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
	const enrolled = await (await site.send("POST", "/factors", { factor_type: "totp" }, headers)).json();
	const app = await insertApp(site.deps, user.id);
	const tab = site.openTab();
	await tab.signInWithPassword({ email: user.email, password: testPassword });
	const code = app.code();
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
	for (const secret of [enrolled.totp.secret, ...(data?.codes ?? []), device, agent]) {
		expect(secret).toBeTruthy();
		expect(everything).not.toContain(secret);
	}
	const logged = JSON.stringify(site.log);
	for (const secret of [enrolled.totp.secret, code, ...(data?.codes ?? [])]) expect(logged).not.toContain(secret);
});

test("five wrong codes here stop the guessing for a while, elsewhere not, and the owner hears of it once a day", async () => {
	const user = await insertUser(site.deps);
	const app = await insertApp(site.deps, user.id);
	const { headers } = await openSession(site.deps, user);
	const call = async (path: string, body: object, remoteAddress = "192.0.2.66") => {
		const init = {
			method: "POST",
			body: JSON.stringify(body),
			headers: { ...headers, "content-type": "application/json" },
		};
		return site.api.request(`/auth/v1${path}`, init, { incoming: { socket: { remoteAddress } } });
	};
	const guess = async (code: string, from?: string) => {
		const challenge = await (await call(`/factors/${app.id}/challenge`, {}, from)).json();
		const answer = await call(`/factors/${app.id}/verify`, { challenge_id: challenge.id, code }, from);
		return answer.status;
	};
	for (let wrong = 0; wrong < 5; wrong += 1) expect(await guess("000000")).toBe(422);
	expect(await guess(app.code())).toBe(429);
	for (let wrong = 0; wrong < 3; wrong += 1) expect(await guess("000000", "192.0.2.99")).toBe(422);
	// The owner, from another network, is not locked out.
	expect(await guess(app.code(), "198.51.100.1")).toBe(200);
	const told = (await site.mails()).filter(({ to, subject }) => to === user.email && subject.startsWith("Someone has"));
	expect(told).toMatchObject([{ subject: "Someone has your password for Pilcrow Communications" }]);
});

test("the command removes every factor and session, promotes nobody, and tells the owner", async () => {
	const { user, headers } = await signInTwice(site.deps);
	await site.send("POST", "/factors/recovery-codes", {}, headers);
	const other = await signInTwice(site.deps);
	expect(await accountHasFactor(site.deps.db, user.email)).toBe(true);
	const said = await resetSecondFactor(site.deps, user.email.toUpperCase());
	expect(said).toBe(`${user.email}: removed 1 authenticator app, 0 passkeys and 10 recovery codes; ended 1 session.`);
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

test("the command that appoints an admin leaves factors alone", async () => {
	const { user } = await signInTwice(site.deps);
	await appointAdmin(site.deps, user.email);
	expect(await accountHasFactor(site.deps.db, user.email)).toBe(true);
});

test("a token of a lowered session is lowered at once", async () => {
	const { user, session } = await signInTwice(site.deps);
	const { token } = await signAccessToken(site.deps, user, session);
	await site.deps.db.update(sessionsTable).set({ aal: "aal1" }).where(eq(sessionsTable.id, session.id));
	expect(await checkLimitedBearer(site.deps, `Bearer ${token}`)).toMatchObject({ level: "aal1", isLimited: true });
});
