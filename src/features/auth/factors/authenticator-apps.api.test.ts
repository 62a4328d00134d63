import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { sessionsTable } from "#features/auth/auth.table.ts";
import { insertApp, insertUser, openSession, signInAs, signInTwice, testPassword } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";
import { factorsTable } from "./factors.table.ts";
import { stepAt, totpCode } from "./totp.server.ts";

const site = startAuthSite();

beforeEach(() => {
	site.setTime(new Date());
});

/** Base32 as an app reads it. */
function secretOf(text: string): Buffer {
	const bits = [...text].map((letter) =>
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
	);
	return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const codeOf = (secret: string, delay = 0) => totpCode(secretOf(secret), stepAt(site.deps.clock()) + delay);

async function signInTab(email = `user-${crypto.randomUUID()}@example.com`) {
	const user = await insertUser(site.deps, { email });
	const tab = site.openTab();
	const { error } = await tab.signInWithPassword({ email, password: testPassword });
	expect(error).toBeNull();
	return { user, tab, email };
}

/** What a refused request answers, in the new shape. */
async function refusal(answer: Promise<Response>) {
	const response = await answer;
	const { code, message } = await response.json();
	return [response.status, code, message];
}

const mailsOf = async (email: string) =>
	(await site.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);

test("the unmodified client enrolls an app, verifies it, lists it, signs in with it and removes it", async () => {
	const { tab, email } = await signInTab();
	const { data: enrolled } = await tab.mfa.enroll({ factorType: "totp" });
	expect(enrolled).toMatchObject({ type: "totp", friendly_name: "Authenticator app" });
	expect(enrolled?.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
	expect(enrolled?.totp.uri).toContain(`:${encodeURIComponent(email)}?secret=${enrolled?.totp.secret}&`);
	expect(enrolled?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/);
	const { id = "", totp } = enrolled ?? {};
	const secret = totp?.secret ?? "";
	expect((await tab.mfa.listFactors()).data).toMatchObject({ all: [{ id, status: "unverified" }], totp: [] });

	const verified = await tab.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
	expect(verified.error).toBeNull();
	expect((await tab.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
		currentLevel: "aal2",
		nextLevel: "aal2",
		currentAuthenticationMethods: [{ method: "totp" }, { method: "password" }],
	});
	expect((await tab.mfa.listFactors()).data?.totp).toMatchObject([{ id, friendly_name: "Authenticator app" }]);

	const other = site.openTab();
	await other.signInWithPassword({ email, password: testPassword });
	expect((await other.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
		currentLevel: "aal1",
		nextLevel: "aal2",
	});
	site.wait(30);
	expect((await other.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) })).error).toBeNull();
	expect((await other.refreshSession()).error).toBeNull();
	expect((await other.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal2");

	expect((await other.mfa.unenroll({ factorId: id })).data).toEqual({ id });
	await other.refreshSession();
	expect((await other.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
		currentLevel: "aal1",
		nextLevel: "aal1",
	});
	expect(await mailsOf(email)).toEqual([
		"An authenticator app was added to your account at Pilcrow Communications",
		"An authenticator app was removed from your account at Pilcrow Communications",
	]);
});

test("what cannot be enrolled is refused in the service's words", async () => {
	const { headers } = await signInTwice(site.deps);
	const enroll = (body: object) => refusal(site.send("POST", "/factors", body, headers));
	expect(await enroll({ factor_type: "phone" })).toEqual([
		422,
		"mfa_phone_enroll_not_enabled",
		"MFA enroll is disabled for Phone",
	]);
	expect(await enroll({ factor_type: "webauthn" })).toEqual([
		422,
		"mfa_webauthn_enroll_not_enabled",
		"MFA enroll is disabled for WebAuthn",
	]);
	expect(await enroll({})).toEqual([400, "validation_failed", "factor_type needs to be totp, phone, or webauthn"]);
	const totp = { factor_type: "totp" };
	expect((await enroll({ ...totp, friendly_name: "x".repeat(121) }))[1]).toBe("validation_failed");
	expect((await enroll({ ...totp, friendly_name: "nul\0" }))[0]).toBe(400);
	expect(await enroll({ ...totp, friendly_name: "Authenticator app" })).toEqual([
		422,
		"mfa_factor_name_conflict",
		'A factor with the friendly name "Authenticator app" for this user already exists',
	]);
	const answer = await site.send("POST", "/factors", totp, headers);
	expect((await answer.json()).friendly_name).toBe("Authenticator app 2");
});

test("enrolling needs the second step where there is a factor, and a recent proof in any case", async () => {
	const { user } = await signInTwice(site.deps);
	const limited = await openSession(site.deps, user);
	const enroll = (headers: Record<string, string>) =>
		refusal(site.send("POST", "/factors", { factor_type: "totp" }, headers));
	expect(await enroll(limited.headers)).toEqual([403, "insufficient_aal", "AAL2 required to enroll a new factor"]);
	const first = await signInAs(site.deps);
	site.wait(601);
	expect(await enroll(first.headers)).toEqual([
		403,
		"reauthentication_needed",
		"Please verify your second factor again.",
	]);
});

async function challenged() {
	const user = await insertUser(site.deps);
	const app = await insertApp(site.deps, user.id);
	const { headers, session } = await openSession(site.deps, user);
	const challenge = async () => {
		const answer = await site.send("POST", `/factors/${app.id}/challenge`, {}, headers);
		return (await answer.json()).id as string;
	};
	const verify = (challenge_id: string, code: string) =>
		site.send("POST", `/factors/${app.id}/verify`, { challenge_id, code }, headers);
	return { user, app, headers, session, challenge, verify };
}

test("a used step never works again, nor one before it, nor does a used challenge", async () => {
	const { app, challenge, verify } = await challenged();
	const id = await challenge();
	expect((await verify(id, app.code())).status).toBe(200);
	const wrong = [422, "mfa_verification_failed", "Invalid TOTP code entered"];
	expect(await refusal(verify(await challenge(), app.code()))).toEqual(wrong);
	expect(await refusal(verify(await challenge(), app.code(-1)))).toEqual(wrong);
	const unknown = [422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found"];
	expect(await refusal(verify(id, app.code(1)))).toEqual(unknown);
	expect((await verify(await challenge(), app.code(1))).status).toBe(200);
});

test("of twenty simultaneous requests with one code exactly one succeeds", async () => {
	const { app, challenge, verify } = await challenged();
	const challenges = await Promise.all(Array.from({ length: 20 }, challenge));
	const code = app.code();
	const answers = await Promise.all(challenges.map((id) => verify(id, code)));
	expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(422)]);
});

test("a challenge belongs to its session, ends, and outlives a wrong code", async () => {
	const { user, app, challenge, verify } = await challenged();
	const id = await challenge();
	expect((await verify(id, "000000")).status).toBe(422);
	const other = await openSession(site.deps, user);
	const foreign = site.send("POST", `/factors/${app.id}/verify`, { challenge_id: id, code: app.code() }, other.headers);
	expect((await refusal(foreign))[1]).toBe("mfa_factor_not_found");
	expect((await verify(id, ` ${app.code().slice(0, 3)} ${app.code().slice(3)} `)).status).toBe(200);
	const late = await challenge();
	site.wait(301);
	const [status, code, message] = await refusal(verify(late, app.code()));
	expect([status, code]).toEqual([422, "mfa_challenge_expired"]);
	expect(message).toMatch(/^MFA challenge/);
});

test("a factor of another account is answered like one that never was", async () => {
	const { app } = await challenged();
	const { headers } = await signInTwice(site.deps);
	for (const id of [app.id, crypto.randomUUID()]) {
		const notFound = [404, "mfa_factor_not_found", "Factor not found"];
		expect(await refusal(site.send("POST", `/factors/${id}/challenge`, {}, headers))).toEqual(notFound);
		expect(await refusal(site.send("POST", `/factors/${id}/verify`, { code: "1" }, headers))).toEqual(notFound);
		const remove = site.api.request(`/auth/v1/factors/${id}`, { method: "DELETE", headers });
		expect((await (await remove).json()).error_code).toBe("mfa_factor_not_found");
	}
	const malformed = site.send("POST", "/factors/x/challenge", {}, headers);
	expect(await refusal(malformed)).toEqual([404, "validation_failed", "factor_id must be an UUID"]);
});

test("a token from before the second step never reaches it, and its refresh token earns none", async () => {
	const { user, tab, email } = await signInTab();
	const app = await insertApp(site.deps, user.id);
	const before = (await tab.getSession()).data.session;
	expect((await tab.mfa.challengeAndVerify({ factorId: app.id, code: app.code() })).error).toBeNull();
	const profile = (token = "") => site.api.request("/api/profile", { headers: { Authorization: `Bearer ${token}` } });
	expect((await profile(before?.access_token)).status).toBe(403);
	expect((await profile((await tab.getSession()).data.session?.access_token)).status).toBe(200);
	const refresh = () => site.send("POST", "/token?grant_type=refresh_token", { refresh_token: before?.refresh_token });
	expect((await refusal(refresh()))[1]).toBe("refresh_token_already_used");
	// Another tab that was late: the session lives.
	expect((await profile((await tab.getSession()).data.session?.access_token)).status).toBe(200);
	site.wait(60);
	expect((await refusal(refresh()))[1]).toBe("refresh_token_already_used");
	const sessions = await site.deps.db.select().from(sessionsTable).where(eq(sessionsTable.user_id, user.id));
	expect([email, sessions]).toEqual([email, []]);
});

test("the second step ends the account's sessions of one factor", async () => {
	const { user, app, challenge, verify, session } = await challenged();
	await openSession(site.deps, user);
	expect((await verify(await challenge(), app.code())).status).toBe(200);
	const left = await site.deps.db.select().from(sessionsTable).where(eq(sessionsTable.user_id, user.id));
	expect(left.map(({ id, aal }) => [id, aal])).toEqual([[session.id, "aal2"]]);
});

test("two simultaneous removals leave one factor where one is demanded", async () => {
	site.deps.settings.auth.requireSecondFactor = "everyone";
	const { user, app, headers } = await signInTwice(site.deps);
	const other = await insertApp(site.deps, user.id);
	const remove = (id: string) => site.api.request(`/auth/v1/factors/${id}`, { method: "DELETE", headers });
	const answers = await Promise.all([remove(app.id), remove(other.id)]);
	site.deps.settings.auth.requireSecondFactor = "off";
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
	const refused = answers.find(({ status }) => status === 422);
	expect(await refused?.json()).toMatchObject({
		error_code: "mfa_factor_required",
		msg: "Your account must keep a second factor. Add another one first.",
	});
	expect(await site.deps.db.$count(factorsTable, eq(factorsTable.user_id, user.id))).toBe(1);
});

test("the last factor is not removed by a stale session, nor beside recovery codes", async () => {
	const { app, headers } = await signInTwice(site.deps);
	const remove = async () => {
		const answer = await site.api.request(`/auth/v1/factors/${app.id}`, { method: "DELETE", headers });
		return [answer.status, (await answer.json()).error_code];
	};
	expect((await site.send("POST", "/factors/recovery-codes", {}, headers)).status).toBe(200);
	expect(await remove()).toEqual([422, "mfa_recovery_codes_sole_factor"]);
	site.wait(601);
	expect(await remove()).toEqual([403, "reauthentication_needed"]);
	expect((await site.send("POST", "/factors/recovery-codes/regenerate", {}, headers)).status).toBe(403);
});

test("with the last factor, sessions that a recovery code raised fall back, too", async () => {
	const { user, app, headers } = await signInTwice(site.deps);
	const other = await openSession(site.deps, user);
	await site.deps.db
		.update(sessionsTable)
		.set({ aal: "aal2", factor_id: null })
		.where(eq(sessionsTable.id, other.session.id));
	const answer = await site.api.request(`/auth/v1/factors/${app.id}`, { method: "DELETE", headers });
	expect(answer.status).toBe(200);
	const left = await site.deps.db.select().from(sessionsTable).where(eq(sessionsTable.user_id, user.id));
	expect(left.map(({ aal }) => aal)).toEqual(["aal1", "aal1"]);
});

test("a limited session ends nothing but itself", async () => {
	const { user, headers } = await signInTwice(site.deps);
	const limited = await openSession(site.deps, user);
	const leave = (scope: string) => site.send("POST", `/logout?scope=${scope}`, "", limited.headers);
	expect((await leave("others")).status).toBe(403);
	expect((await leave("global")).status).toBe(204);
	expect((await site.api.request("/api/profile", { headers })).status).toBe(200);
});

test("a limited session is over after an hour", async () => {
	const { user } = await signInTwice(site.deps);
	const limited = await openSession(site.deps, user);
	site.wait(3601);
	const again = await openSession(site.deps, user);
	const status = async (headers: Record<string, string>) =>
		(await site.api.request("/auth/v1/user", { headers })).status;
	expect([await status(limited.headers), await status(again.headers)]).toEqual([403, 200]);
});
