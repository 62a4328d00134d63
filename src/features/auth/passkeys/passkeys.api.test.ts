import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { usersTable } from "#features/auth/auth.table.ts";
import { passkeysTable } from "#features/auth/factors/factors.table.ts";
import { openSession, signInAs, signInTwice } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";
import { type Flaws, TestAuthenticator } from "#tests/authenticator.ts";

const site = startAuthSite({ SITE_URL: "https://site.test" });

beforeEach(() => {
	site.setTime(new Date());
});

type Headers = Record<string, string>;

const newAuthenticator = () => new TestAuthenticator("https://site.test");

async function json(answer: Promise<Response> | Response) {
	const response = await answer;
	return { status: response.status, ...(response.status === 204 ? {} : await response.json()) };
}

const post = (path: string, body: object, headers: Headers = {}) => json(site.send("POST", path, body, headers));

async function register(headers: Headers, authenticator = newAuthenticator(), flaws: Flaws = {}) {
	const { challenge_id, options } = await post("/passkeys/registration/options", {}, headers);
	const credential = authenticator.create(options, flaws);
	const answer = await post("/passkeys/registration/verify", { challenge_id, credential }, headers);
	return { authenticator, challenge_id, options, credential, answer };
}

async function signInWith(authenticator: TestAuthenticator, flaws: Flaws = {}) {
	const { challenge_id, options } = await post("/passkeys/authentication/options", {});
	const credential = authenticator.get(options, flaws);
	return post("/passkeys/authentication/verify", { challenge_id, credential });
}

/** An account with a passkey that counts. */
async function withPasskey() {
	const { user, headers } = await signInTwice(site.deps);
	const { authenticator, answer } = await register(headers);
	return { user, headers, authenticator, id: String(answer.id) };
}

const refused = { status: 400, code: "webauthn_verification_failed", message: "Credential verification failed" };

test("a passkey is registered, counts once it was used, and signs in at the second level", async () => {
	const { user, headers } = await signInAs(site.deps);
	const { authenticator, options, answer } = await register(headers);
	expect(options).toMatchObject({
		rp: { id: "site.test", name: "Pilcrow Communications" },
		user: { id: Buffer.from(user.id).toString("base64url"), name: user.email, displayName: user.email },
		pubKeyCredParams: [{ alg: -7 }, { alg: -8 }, { alg: -257 }],
		attestation: "none",
		authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
	});
	expect(answer).toMatchObject({ status: 200, friendly_name: "Passkey" });
	const unverified = await json(site.api.request("/auth/v1/user", { headers }));
	expect(unverified.factors).toMatchObject([{ id: answer.id, factor_type: "webauthn", status: "unverified" }]);
	expect((await site.api.request("/api/profile", { headers })).status).toBe(200);

	const session = await signInWith(authenticator);
	expect(session).toMatchObject({ status: 200, user: { id: user.id, factors: [{ status: "verified" }] } });
	const claims = JSON.parse(Buffer.from(session.access_token.split(".")[1], "base64url").toString());
	expect(claims).toMatchObject({ aal: "aal2", amr: [{ method: "passkey" }] });
	// The password's session has ended with it.
	expect((await site.api.request("/api/profile", { headers })).status).toBe(401);
	const [stored] = await site.deps.db.select().from(passkeysTable).where(eq(passkeysTable.user_id, user.id));
	expect(stored).toMatchObject({ transports: ["internal"], rp_id: "site.test" });
	const subjects = (await site.mails()).filter(({ to }) => to === user.email).map(({ subject }) => subject);
	expect(subjects).toEqual(["A passkey was added to your account at Pilcrow Communications"]);
});

test("it takes the second step after a password, in the session that asked", async () => {
	const { user, authenticator, id } = await withPasskey();
	const { headers } = await openSession(site.deps, user);
	const challenge = await post(`/factors/${id}/challenge`, { factorId: id }, headers);
	expect(challenge).toMatchObject({
		type: "webauthn",
		webauthn: {
			type: "request",
			credential_options: {
				publicKey: {
					rpId: "site.test",
					userVerification: "required",
					hints: [],
					allowCredentials: [{ id: authenticator.id.toString("base64url"), transports: ["internal"] }],
				},
			},
		},
	});
	const credential_response = authenticator.get(challenge.webauthn.credential_options.publicKey);
	const body = { challenge_id: challenge.id, webauthn: { type: "request", rpId: "evil", credential_response } };
	const other = await openSession(site.deps, user);
	expect(await post(`/factors/${id}/verify`, body, other.headers)).toMatchObject({
		status: 422,
		code: "mfa_factor_not_found",
	});
	expect(await post(`/factors/${id}/verify`, { challenge_id: challenge.id }, headers)).toMatchObject({
		message: "WebAuthn config required",
	});
	expect((await post(`/factors/${id}/verify`, body, headers)).status).toBe(200);
	expect(await post(`/factors/${id}/verify`, body, headers)).toMatchObject({
		status: 422,
		code: "mfa_factor_not_found",
	});
});

describe("a sign-in is refused", () => {
	test.each<[string, Flaws]>([
		["from another site", { origin: "https://evil.test" }],
		["from a page inside another site's", { crossOrigin: true }],
		["from a page under another's origin", { topOrigin: "https://evil.test" }],
		["for another relying party", { rpId: "evil.test" }],
		["without verification of the user", { verified: false }],
		["without presence of the user", { present: false }],
		["of another ceremony", { type: "webauthn.create" }],
		["for another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
		["with an altered signature", { alteredSignature: true }],
		["with another account's handle", { userHandle: Buffer.from(crypto.randomUUID()).toString("base64url") }],
		["with another flag of backup", { backupEligible: true }],
	])("%s", async (_, flaws) => {
		const { authenticator, user, id } = await withPasskey();
		site.log.length = 0;
		expect(await signInWith(authenticator, flaws)).toMatchObject(refused);
		const event = "auth.second_factor_failed";
		const fields = { event, userId: user.id, factorId: id, reason: "passkey" };
		expect(site.log).toMatchObject([{ level: "warn", fields }]);
		expect(await signInWith(authenticator)).toMatchObject({ status: 200 });
	});

	test("with a counter that does not grow, and the log says so", async () => {
		const { authenticator } = await withPasskey();
		expect((await signInWith(authenticator, { counter: 7 })).status).toBe(200);
		site.log.length = 0;
		expect(await signInWith(authenticator, { counter: 7 })).toMatchObject(refused);
		expect(await signInWith(authenticator, { counter: 0 })).toMatchObject(refused);
		expect(site.log).toContainEqual(
			expect.objectContaining({ fields: expect.objectContaining({ event: "auth.counter_regressed" }) }),
		);
		expect((await signInWith(authenticator, { counter: 8 })).status).toBe(200);
	});

	test("with a passkey that nobody has registered, and for an account that is not confirmed", async () => {
		const userHandle = Buffer.from(crypto.randomUUID()).toString("base64url");
		expect(await signInWith(newAuthenticator(), { userHandle })).toMatchObject(refused);
		const { user, authenticator } = await withPasskey();
		await site.deps.db.update(usersTable).set({ confirmed_at: null }).where(eq(usersTable.id, user.id));
		expect(await signInWith(authenticator)).toMatchObject({ status: 403, code: "email_not_confirmed" });
	});

	test("with a challenge that was used, has expired, or was for something else", async () => {
		const { authenticator, headers } = await withPasskey();
		const { challenge_id, options } = await post("/passkeys/authentication/options", {});
		const body = () => ({ challenge_id, credential: authenticator.get(options) });
		const all = await Promise.all(Array.from({ length: 20 }, () => post("/passkeys/authentication/verify", body())));
		expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
		const unknown = {
			status: 400,
			code: "webauthn_challenge_not_found",
			message: "Challenge not found or already used",
		};
		expect(await post("/passkeys/authentication/verify", body())).toMatchObject(unknown);
		const late = await post("/passkeys/authentication/options", {});
		const registration = await post("/passkeys/registration/options", {}, headers);
		site.wait(301);
		const credential = authenticator.get(late.options);
		expect(
			await post("/passkeys/authentication/verify", { challenge_id: late.challenge_id, credential }),
		).toMatchObject({
			status: 400,
			code: "webauthn_challenge_expired",
		});
		const mixed = { challenge_id: registration.challenge_id, credential };
		expect(await post("/passkeys/authentication/verify", mixed)).toMatchObject(unknown);
	});
});

test.each<[string, Flaws]>([
	["from another site", { origin: "https://evil.test" }],
	["for another relying party", { rpId: "evil.test" }],
	["without verification", { verified: false }],
	["of another ceremony", { type: "webauthn.get" }],
	["inside another site", { crossOrigin: true }],
])("a registration %s is refused", async (_, flaws) => {
	const { headers } = await signInAs(site.deps);
	expect((await register(headers, newAuthenticator(), flaws)).answer).toMatchObject(refused);
});

test("what is no answer of a browser is refused in words", async () => {
	const { headers } = await signInAs(site.deps);
	const verify = (body: object) => post("/passkeys/registration/verify", body, headers);
	expect((await verify({})).message).toBe("challenge_id is required");
	expect((await verify({ challenge_id: "x" })).message).toBe("challenge_id must be a valid UUID");
	expect((await verify({ challenge_id: crypto.randomUUID() })).message).toBe("credential is required");
	const { challenge_id } = await post("/passkeys/registration/options", {}, headers);
	expect(await verify({ challenge_id, credential: { id: 1 } })).toMatchObject({
		code: "webauthn_verification_failed",
		message: "Invalid credential response",
	});
	expect((await verify({ challenge_id, credential: { id: 1 } })).code).toBe("webauthn_challenge_not_found");
});

test("a passkey belongs to one account, and ten to an account", async () => {
	const { headers, authenticator } = await withPasskey();
	const other = await signInTwice(site.deps);
	expect((await register(other.headers, authenticator)).answer).toMatchObject({
		status: 422,
		code: "webauthn_credential_exists",
		message: "This credential is already registered",
	});
	for (let more = 0; more < 9; more += 1) expect((await register(headers)).answer.status).toBe(200);
	expect(await post("/passkeys/registration/options", {}, headers)).toMatchObject({
		status: 422,
		code: "too_many_passkeys",
	});
	const list = await json(site.api.request("/auth/v1/passkeys", { headers }));
	expect(Object.values(list).filter((entry) => typeof entry === "object")).toHaveLength(10);
});

test("passkeys are renamed and removed by their owner after the second step", async () => {
	const { user, headers, id } = await withPasskey();
	const limited = await openSession(site.deps, user);
	const change = (method: string, body?: object, sender: Headers = headers) =>
		json(
			site.api.request(`/auth/v1/passkeys/${id}`, {
				method,
				headers: { ...sender, "X-Supabase-Api-Version": "2024-01-01" },
				...(body && { body: JSON.stringify(body) }),
			}),
		);
	expect(await change("PATCH", { friendly_name: "Laptop" })).toMatchObject({ friendly_name: "Laptop", usable: true });
	expect((await change("PATCH", { friendly_name: " " })).message).toBe("friendly_name is required");
	expect((await change("PATCH", { friendly_name: "x".repeat(121) })).message).toBe(
		"friendly_name must be 120 characters or less",
	);
	const stranger = await signInTwice(site.deps);
	expect(await change("PATCH", { friendly_name: "Mine" }, stranger.headers)).toMatchObject({ status: 404 });
	expect(await change("DELETE", undefined, stranger.headers)).toMatchObject({
		status: 404,
		message: "Passkey not found",
	});
	const needed = "AAL2 session is required to manage passkeys when MFA is enabled";
	expect(await change("DELETE", undefined, limited.headers)).toMatchObject({ status: 403, message: needed });
	expect((await change("DELETE")).status).toBe(204);
});

test("a passkey without any other factor protects the password", async () => {
	const { user, headers } = await signInAs(site.deps);
	const { authenticator } = await register(headers);
	await signInWith(authenticator);
	const again = await openSession(site.deps, user);
	expect((await site.api.request("/api/profile", { headers: again.headers })).status).toBe(403);
});

test("passkeys of another host of the site are listed as unusable, and still count", async () => {
	const { user, headers, authenticator } = await withPasskey();
	await site.deps.db.update(passkeysTable).set({ rp_id: "old.test" }).where(eq(passkeysTable.user_id, user.id));
	const [entry] = Object.values(await json(site.api.request("/auth/v1/passkeys", { headers })));
	expect(entry).toMatchObject({ usable: false });
	expect(await signInWith(authenticator)).toMatchObject(refused);
	expect((await site.api.request("/api/profile", await openSession(site.deps, user))).status).toBe(403);
});

describe("where browsers refuse passkeys", () => {
	const plain = startAuthSite({ SITE_URL: "http://192.0.2.1:3000" });

	test("they are not offered", async () => {
		const settings = await (await plain.api.request("/auth/v1/settings")).json();
		expect(settings.passkeys_enabled).toBe(false);
		const answer = await plain.send("POST", "/passkeys/authentication/options", {});
		expect([answer.status, (await answer.json()).code]).toEqual([404, "passkey_disabled"]);
	});
});
