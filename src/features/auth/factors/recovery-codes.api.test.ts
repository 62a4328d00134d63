import { beforeEach, expect, test } from "vitest";
import { insertApp, insertUser, openSession, signInTwice, testPassword } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";

const site = startAuthSite();

beforeEach(() => {
	site.setTime(new Date());
});

async function withCodes() {
	const { user, headers } = await signInTwice(site.deps);
	const made = await site.send("POST", "/factors/recovery-codes", {}, headers);
	const { id, codes } = await made.json();
	const limited = await openSession(site.deps, user);
	const verify = (code: string, session = limited) =>
		site.send("POST", "/factors/recovery-codes/verify", { code }, session.headers);
	return { user, headers, id: String(id), codes: codes as string[], limited, verify };
}

async function refusal(answer: Promise<Response> | Response) {
	const response = await answer;
	const { code, message } = await response.json();
	return [response.status, code, message];
}

const wrong = [422, "mfa_verification_failed", "Invalid recovery code entered"];

test("the unmodified client makes, uses, remakes and removes recovery codes", async () => {
	const user = await insertUser(site.deps);
	const app = await insertApp(site.deps, user.id);
	const tab = site.openTab();
	await tab.signInWithPassword({ email: user.email, password: testPassword });
	await tab.mfa.challengeAndVerify({ factorId: app.id, code: app.code() });
	const made = (await tab.mfa.recoveryCodes.generate()).data;
	expect(made).toMatchObject({ type: "recovery_code", friendly_name: "Recovery codes", total: 10 });
	expect(new Set(made?.codes).size).toBe(10);
	for (const code of made?.codes ?? []) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
	expect((await tab.mfa.recoveryCodes.generate()).error?.code).toBe("mfa_verified_factor_exists");
	const [code = ""] = made?.codes ?? [];
	expect((await tab.mfa.recoveryCodes.verify({ code })).error).toBeNull();
	expect((await tab.mfa.getAuthenticatorAssuranceLevel()).data?.currentAuthenticationMethods[0]).toMatchObject({
		method: "mfa/recovery_code",
	});
	expect((await tab.mfa.recoveryCodes.getStatus()).data).toMatchObject({ id: made?.id, total: 10, remaining: 9 });
	const again = (await tab.mfa.recoveryCodes.regenerate()).data;
	expect(again).toMatchObject({ id: made?.id, friendly_name: "Recovery codes" });
	expect((await tab.mfa.recoveryCodes.verify({ code: made?.codes[1] ?? "" })).error?.message).toBe(
		"Invalid recovery code entered",
	);
	expect((await tab.mfa.recoveryCodes.unenroll()).data).toEqual({ id: made?.id });
	expect((await tab.mfa.recoveryCodes.getStatus()).error?.message).toBe("The user has not enrolled recovery codes");
	const subjects = (await site.mails()).filter(({ to }) => to === user.email).map(({ subject }) => subject);
	expect(subjects).toEqual([
		"New recovery codes for your account at Pilcrow Communications",
		"A recovery code was used at Pilcrow Communications",
		"New recovery codes for your account at Pilcrow Communications",
	]);
});

test("a code works however it is typed, and once", async () => {
	const { user, codes, verify } = await withCodes();
	const typed = (codes[0] ?? "").toUpperCase().replaceAll("0", "O").replaceAll("1", "l");
	expect((await verify(` ${typed.slice(0, 4)}-${typed.slice(4, 8)} ${typed.slice(8)} `)).status).toBe(200);
	expect(await refusal(verify(codes[0] ?? "", await openSession(site.deps, user)))).toEqual(wrong);
	expect(await refusal(verify("  ", await openSession(site.deps, user)))).toEqual([
		400,
		"validation_failed",
		"Code needs to be non-empty",
	]);
});

test("of twenty simultaneous requests with one code exactly one succeeds", async () => {
	const { codes, verify } = await withCodes();
	const answers = await Promise.all(Array.from({ length: 20 }, () => verify(codes[3] ?? "")));
	const statuses = answers.map(({ status }) => status);
	expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test("five wrong codes in a row lock them for a quarter of an hour, for a right one too", async () => {
	const { user, codes, verify } = await withCodes();
	for (let wrongs = 0; wrongs < 5; wrongs += 1) expect(await refusal(verify("0000000000000000"))).toEqual(wrong);
	const locked = await verify(codes[0] ?? "");
	expect(locked.headers.get("Retry-After")).toBe("900");
	expect(await refusal(locked)).toEqual([
		429,
		"mfa_recovery_codes_locked",
		"Too many failed verification attempts, try again later",
	]);
	site.wait(901);
	expect((await verify(codes[0] ?? "", await openSession(site.deps, user))).status).toBe(200);
});

test("codes alone demand nothing, and are made only beside a factor by a session that used it", async () => {
	const user = await insertUser(site.deps);
	const { headers } = await openSession(site.deps, user);
	const needed = [403, "insufficient_aal", "AAL2 required to generate recovery codes"];
	expect(await refusal(site.send("POST", "/factors/recovery-codes", {}, headers))).toEqual(needed);
	expect(await refusal(site.send("POST", "/factors/recovery-codes/regenerate", "", headers))).toEqual(needed);
	await insertApp(site.deps, user.id);
	expect(await refusal(site.send("POST", "/factors/recovery-codes", "", headers))).toEqual(needed);
	expect(await refusal(site.send("POST", "/factors/recovery-codes/verify", { code: "x" }, headers))).toEqual(wrong);
});
