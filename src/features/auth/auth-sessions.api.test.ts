import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertUser, openSession, type SignedInUser, signInAs, testPassword } from "#tests/accounts.ts";
import { testSecret } from "#tests/app.ts";
import { memoryStorage, startAuthSite } from "#tests/auth-site.ts";
import { sessionsTable } from "./auth.table.ts";
import { refreshToken } from "./sessions/refresh-token.server.ts";

const site = startAuthSite();

const refresh = (refresh_token: unknown) => site.send("POST", "/token?grant_type=refresh_token", { refresh_token });
const getUser = ({ headers }: SignedInUser) => site.api.request("/auth/v1/user", { headers });
const token = (signedIn: SignedInUser, counter: number) =>
	refreshToken(site.deps.settings, signedIn.session.id, counter);

async function refreshed(presented: string): Promise<string> {
	const response = await refresh(presented);
	expect(response.status).toBe(200);
	return (await response.json()).refresh_token;
}

async function expectRefused(presented: unknown, code: string): Promise<void> {
	const response = await refresh(presented);
	expect([response.status, (await response.json()).code]).toEqual([400, code]);
}

const exists = async ({ session }: SignedInUser) =>
	(await site.deps.db.select().from(sessionsTable).where(eq(sessionsTable.id, session.id))).length === 1;

test("14.7 a new password ends the other sessions at once, voids links, and the old password fails", async () => {
	const email = "change@example.com";
	const user = await insertUser(site.deps, { email });
	const [tab, elsewhere] = [site.openTab(), await openSession(site.deps, user)];
	await tab.signInWithPassword({ email, password: testPassword });
	await tab.resetPasswordForEmail(email);
	const { link = "" } = await site.mailTo(email);

	expect((await tab.updateUser({ password: "a brand new password" })).error).toBeNull();
	const access = await getUser(elsewhere);
	expect([access.status, (await access.json()).error_code]).toEqual([403, "session_not_found"]);
	await expectRefused(token(elsewhere, 0), "refresh_token_not_found");
	expect((await site.open(link)).headers.get("Location")).toContain("otp_expired");
	expect((await tab.getUser()).error).toBeNull();
	expect((await site.openTab().signInWithPassword({ email, password: testPassword })).error?.code).toBe(
		"invalid_credentials",
	);
	expect((await site.openTab().signInWithPassword({ email, password: "a brand new password" })).error).toBeNull();
	expect((await site.mailTo(email)).subject).toMatch(/^Your .* password was changed$/);
});

test("14.7 a recovery ends in a new password that ends the other sessions at once", async () => {
	const email = "recover@example.com";
	const elsewhere = await openSession(site.deps, await insertUser(site.deps, { email }));
	await site.send("POST", "/recover", { email });
	const token_hash = new URL((await site.mailTo(email)).link ?? "").searchParams.get("token") ?? "";
	const tab = site.openTab();
	await tab.verifyOtp({ type: "recovery", token_hash });
	expect((await getUser(elsewhere)).status).toBe(200);
	await tab.updateUser({ password: "a brand new password" });
	expect((await getUser(elsewhere)).status).toBe(403);
	expect((await tab.getUser()).error).toBeNull();
});

test("14.7 of two sessions that change the password at once, the one that was ended changes nothing", async () => {
	const user = await insertUser(site.deps);
	const sessions = [await openSession(site.deps, user), await openSession(site.deps, user)];
	const answers = await Promise.all(
		sessions.map(({ headers }, n) => site.send("PUT", "/user", { password: `new password ${n}` }, headers)),
	);
	expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
});

test.each([
	["global", [false, false]],
	["", [false, false]],
	["local", [false, true]],
	["others", [true, false]],
] as const)("14.8 signing out with scope %j leaves own and other session %j", async (scope, expected) => {
	const own = await signInAs(site.deps);
	const other = await openSession(site.deps, own.user);
	const stranger = await signInAs(site.deps);
	const response = await site.api.request(`/auth/v1/logout${scope && `?scope=${scope}`}`, {
		method: "POST",
		headers: { "Content-Type": "application/json;charset=UTF-8", ...own.headers },
	});
	expect([response.status, await response.text()]).toEqual([204, ""]);
	expect([await exists(own), await exists(other), await exists(stranger)]).toEqual([...expected, true]);
	expect((await getUser(own)).status).toBe(expected[0] ? 200 : 403);
	expect((await refresh(token(other, 0))).status).toBe(expected[1] ? 200 : 400);
});

test("14.8 an unknown scope deletes nothing", async () => {
	const own = await signInAs(site.deps);
	const response = await site.send("POST", "/logout?scope=everything", {}, own.headers);
	expect([response.status, await response.json()]).toMatchObject([
		400,
		{ code: "validation_failed", message: 'Unsupported logout scope "everything"' },
	]);
	expect(await exists(own)).toBe(true);
});

test("14.8 a client whose session has ended elsewhere learns it from getUser and signs out", async () => {
	const email = "elsewhere@example.com";
	await insertUser(site.deps, { email });
	const [here, there] = [site.openTab(), site.openTab()];
	await here.signInWithPassword({ email, password: testPassword });
	await there.signInWithPassword({ email, password: testPassword });
	const events: string[] = [];
	here.onAuthStateChange((event) => {
		events.push(event);
	});
	expect((await there.signOut({ scope: "others" })).error).toBeNull();
	expect((await here.getUser()).error).toMatchObject({
		name: "AuthSessionMissingError",
		message: "Auth session missing!",
	});
	expect(events).toContain("SIGNED_OUT");
	expect((await here.getSession()).data.session).toBeNull();
	expect((await there.getUser()).error).toBeNull();
});

test("14.9 a refresh rotates the token and keeps the session", async () => {
	const signedIn = await signInAs(site.deps);
	const next = await refreshed(token(signedIn, 0));
	expect(next).toBe(token(signedIn, 1));
	expect(await refreshed(next)).toBe(token(signedIn, 2));
});

test("14.9 two tabs that refresh one session at the same moment agree and stay signed in", async () => {
	const email = "tabs@example.com";
	await insertUser(site.deps, { email });
	const storage = memoryStorage();
	const [left, right] = [site.openTab(storage), site.openTab(storage)];
	await left.signInWithPassword({ email, password: testPassword });
	for (let round = 0; round < 3; round++) {
		const [a, b] = await Promise.all([left.refreshSession(), right.refreshSession()]);
		for (const { error } of [a, b]) expect(["AuthRefreshDiscardedError", undefined]).toContain(error?.name);
		expect((await left.getUser()).error).toBeNull();
		expect((await right.getUser()).error).toBeNull();
		site.wait(3600);
	}
	expect((await left.refreshSession()).error).toBeNull();
});

test("14.9 many simultaneous requests with one token all succeed and agree on the next", async () => {
	const signedIn = await signInAs(site.deps);
	const tokens = await Promise.all(Array.from({ length: 8 }, () => refreshed(token(signedIn, 0))));
	expect(new Set(tokens)).toEqual(new Set([token(signedIn, 1)]));
});

test("14.9 the direct predecessor yields the active token, at any later time, without rotating", async () => {
	const signedIn = await signInAs(site.deps);
	await refreshed(token(signedIn, 0));
	site.wait(24 * 3600);
	expect(await refreshed(token(signedIn, 0))).toBe(token(signedIn, 1));
	expect(await refreshed(token(signedIn, 0))).toBe(token(signedIn, 1));
	expect(await refreshed(token(signedIn, 1))).toBe(token(signedIn, 2));
});

test("14.9 an older token yields the active one within ten seconds of the last rotation", async () => {
	const signedIn = await signInAs(site.deps);
	await refreshed(token(signedIn, 0));
	await refreshed(token(signedIn, 1));
	site.wait(9);
	expect(await refreshed(token(signedIn, 0))).toBe(token(signedIn, 2));
});

test("14.9 an older token after that ends its session, and only its session", async () => {
	const signedIn = await signInAs(site.deps);
	const other = await openSession(site.deps, signedIn.user);
	await refreshed(token(signedIn, 0));
	await refreshed(token(signedIn, 1));
	site.wait(10);
	const response = await refresh(token(signedIn, 0));
	expect([response.status, await response.json()]).toEqual([
		400,
		{ code: "refresh_token_already_used", message: "Invalid Refresh Token: Already Used" },
	]);
	expect(await exists(signedIn)).toBe(false);
	await expectRefused(token(signedIn, 2), "refresh_token_not_found");
	expect((await getUser(signedIn)).status).toBe(403);
	expect((await getUser(other)).status).toBe(200);
	expect((await refresh(token(other, 0))).status).toBe(200);
});

test("14.10 what is not of the form of a refresh token is refused as such", async () => {
	const signedIn = await signInAs(site.deps);
	const right = token(signedIn, 0);
	const otherVersion = Buffer.from(right, "base64url");
	otherVersion.writeUInt8(2, 0);
	const malformed = [
		undefined,
		null,
		"",
		"short",
		"x".repeat(59),
		`${right}A`,
		`${right}=`,
		` ${right}`,
		`${right.slice(0, -1)}+`,
	];
	for (const presented of [...malformed, otherVersion.toString("base64url")]) {
		const response = await refresh(presented);
		expect([response.status, await response.json()]).toEqual([
			400,
			{ code: "validation_failed", message: "Refresh token is not valid" },
		]);
	}
	for (const presented of [1, {}, [right], true]) await expectRefused(presented, "validation_failed");
	expect(await refreshed(right)).toBe(token(signedIn, 1));
});

test("14.10 altered and foreign refresh tokens are unknown, and do not harm the true one", async () => {
	const [signedIn, other] = [await signInAs(site.deps), await signInAs(site.deps)];
	const right = Buffer.from(token(signedIn, 0), "base64url");
	const flipped = [1, 16, 17, 20, 21, 44].map((position) => {
		const bytes = Buffer.from(right);
		bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position);
		return bytes.toString("base64url");
	});
	const { settings } = site.deps;
	const otherSecret = { ...settings, auth: { ...settings.auth, jwtSecret: testSecret.toUpperCase() } };
	const mixed = Buffer.concat([right.subarray(0, 21), Buffer.from(token(other, 0), "base64url").subarray(21)]);
	const forged = [
		...flipped,
		mixed.toString("base64url"),
		refreshToken(otherSecret, signedIn.session.id, 0),
		refreshToken(settings, crypto.randomUUID(), 0),
		refreshToken(settings, signedIn.session.id, 1),
		refreshToken(settings, signedIn.session.id, 2 ** 31 - 1),
	];
	for (const presented of forged) await expectRefused(presented, "refresh_token_not_found");
	expect(await refreshed(token(signedIn, 0))).toBe(token(signedIn, 1));
	expect(await refreshed(token(other, 0))).toBe(token(other, 1));
});
