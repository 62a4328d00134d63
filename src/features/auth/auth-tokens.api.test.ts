import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, test } from "vitest";
import { insertUser, signInAs } from "#tests/accounts.ts";
import { testSecret } from "#tests/app.ts";
import { startAuthSite } from "#tests/auth-site.ts";

const site = startAuthSite();

const withToken = (authorization: string | undefined, path = "/auth/v1/user") =>
	site.api.request(path, { headers: authorization ? { Authorization: authorization } : {} });

const outcome = async (response: Response) => [response.status, (await response.json()).error_code];

const decode = (token: string, part: 0 | 1) =>
	JSON.parse(Buffer.from(token.split(".")[part] ?? "", "base64url").toString());
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const secret = (text: string) => new TextEncoder().encode(text);

async function trueToken() {
	const signedIn = await signInAs(site.deps);
	const token = signedIn.headers.Authorization.slice("Bearer ".length);
	return { ...signedIn, token, claims: decode(token, 1) };
}

const sign = (claims: object, key: string | Uint8Array = testSecret, header: object = {}) =>
	new SignJWT({ ...claims })
		.setProtectedHeader({ alg: "HS256", typ: "JWT", ...header })
		.sign(typeof key === "string" ? secret(key) : key);

test("14.11 accepts the token it has signed, also as 'bearer'", async () => {
	const { token } = await trueToken();
	expect((await withToken(`Bearer ${token}`)).status).toBe(200);
	expect((await withToken(`bearer ${token}`)).status).toBe(200);
});

test("14.11 asks for one bearer token in the Authorization header, and looks nowhere else", async () => {
	const { token } = await trueToken();
	for (const header of [undefined, "Bearer", "Bearer ", token, `Basic ${token}`, `Bearer ${token} ${token}`]) {
		expect(await outcome(await withToken(header))).toEqual([401, "no_authorization"]);
	}
	const elsewhere = await site.api.request(`/auth/v1/user?access_token=${token}`, {
		headers: { Cookie: `access_token=${token}`, apikey: token },
	});
	expect(elsewhere.status).toBe(401);
});

test("14.11 refuses unsigned tokens however 'none' is spelt", async () => {
	const { token, claims } = await trueToken();
	const signature = token.split(".")[2];
	for (const alg of ["none", "None", "NONE", "nOnE", "", "none ", null]) {
		for (const end of ["", signature]) {
			const forged = `${encode({ alg, typ: "JWT" })}.${encode(claims)}.${end}`;
			expect(await outcome(await withToken(`Bearer ${forged}`))).toEqual([403, "bad_jwt"]);
		}
	}
});

test("14.11 refuses other algorithms, even under the right secret", async () => {
	const { claims } = await trueToken();
	for (const alg of ["HS384", "HS512"]) {
		const long = testSecret.padEnd(64, "\0"); // HMAC pads a short key with zeros: this is the same key
		expect(await outcome(await withToken(`Bearer ${await sign(claims, secret(long), { alg })}`))).toEqual([
			403,
			"bad_jwt",
		]);
	}
});

test("14.11 refuses guessed and empty secrets, and a refresh token's key", async () => {
	const { claims } = await trueToken();
	for (const guess of ["secret", "super-secret-jwt-token-with-at-least-32-characters-long", testSecret.slice(1), " "]) {
		expect(await outcome(await withToken(`Bearer ${await sign(claims, guess)}`))).toEqual([403, "bad_jwt"]);
	}
	const { createHmac } = await import("node:crypto");
	const content = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
	const empty = createHmac("sha256", "").update(content).digest("base64url");
	expect(await outcome(await withToken(`Bearer ${content}.${empty}`))).toEqual([403, "bad_jwt"]);
});

test("14.11 ignores keys and addresses of keys inside the token", async () => {
	const { claims } = await trueToken();
	const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
	const jwk = await exportJWK(publicKey);
	const octet = { kty: "oct", k: Buffer.from("attacker-attacker-attacker-attacker").toString("base64url") };
	const tokens = [
		await new SignJWT(claims).setProtectedHeader({ alg: "RS256", jwk }).sign(privateKey),
		await sign(claims, "attacker-attacker-attacker-attacker", { jwk: octet }),
		await sign(claims, "attacker-attacker-attacker-attacker", { jku: "https://evil.example/jwks.json" }),
		await sign(claims, "attacker-attacker-attacker-attacker", { x5u: "https://evil.example/cert.pem" }),
		await sign(claims, "attacker-attacker-attacker-attacker", { kid: "../../../../dev/null" }),
		await sign(claims, "\0".repeat(32), { kid: "/dev/null" }),
		await sign(claims, "attacker-attacker-attacker-attacker", { kid: "' union select 'attacker" }),
	];
	for (const token of tokens) expect(await outcome(await withToken(`Bearer ${token}`))).toEqual([403, "bad_jwt"]);
});

test("14.11 refuses edited claims and broken tokens", async () => {
	const { token, claims, user } = await trueToken();
	const [header, , signature] = token.split(".");
	const victim = await insertUser(site.deps);
	const edited = [
		`${header}.${encode({ ...claims, sub: victim.id })}.${signature}`,
		`${header}.${encode({ ...claims, exp: claims.exp + 1 })}.${signature}`,
		`${token}x`,
		token.slice(0, -2),
		`${token}.${token}`,
		"a.b.c",
		user.id,
	];
	for (const forged of edited) expect(await outcome(await withToken(`Bearer ${forged}`))).toEqual([403, "bad_jwt"]);
});

test.each([
	["without expiry", { exp: undefined }],
	["with an expiry that is text", { exp: "9999999999" }],
	["of the past", { exp: 1 }],
	["of the future", { nbf: 9_999_999_999 }],
	["from another issuer", { iss: "http://evil.example/auth/v1" }],
	["without issuer", { iss: undefined }],
	["for another audience", { aud: "anonymous" }],
	["without audience", { aud: undefined }],
	["without subject", { sub: undefined }],
	["whose subject is no id", { sub: "1" }],
	["without session", { session_id: undefined }],
	["whose session is no id", { session_id: "' or true --" }],
])("14.11 refuses a genuine token %s", async (_what, change) => {
	const { claims } = await trueToken();
	expect(await outcome(await withToken(`Bearer ${await sign({ ...claims, ...change })}`))).toEqual([403, "bad_jwt"]);
});

test("14.11 a token dies with the second of its expiry, by the server's clock", async () => {
	const { token, claims } = await trueToken();
	const now = site.deps.clock();
	site.setTime(new Date(claims.exp * 1000 - 1));
	expect((await withToken(`Bearer ${token}`)).status).toBe(200);
	site.setTime(new Date(claims.exp * 1000));
	expect(await outcome(await withToken(`Bearer ${token}`))).toEqual([403, "bad_jwt"]);
	site.setTime(now);
});

test("14.11 checks that user and session exist and belong together", async () => {
	const { claims } = await trueToken();
	const stranger = await signInAs(site.deps);
	const cases = [
		[{ sub: crypto.randomUUID() }, "user_not_found"],
		[{ session_id: crypto.randomUUID() }, "session_not_found"],
		[{ session_id: stranger.session.id }, "session_not_found"],
	] as const;
	for (const [change, code] of cases) {
		expect(await outcome(await withToken(`Bearer ${await sign({ ...claims, ...change })}`))).toEqual([403, code]);
	}
});

test("14.11 the rest of the API refuses the same tokens with 401", async () => {
	const { claims, token } = await trueToken();
	expect((await withToken(`Bearer ${token}`, "/api/profile")).status).toBe(200);
	for (const forged of [await sign(claims, "a guessed secret of 32 characters"), await sign({ ...claims, iss: "x" })]) {
		const response = await withToken(`Bearer ${forged}`, "/api/profile");
		expect([response.status, await response.json()]).toEqual([
			401,
			{ error: "Please sign in.", code: "unauthenticated" },
		]);
	}
});

// proves S6-roles-05, D-access-04
test("14.15 a role claim in a genuine token decides nothing", async () => {
	const { claims } = await trueToken();
	const crowned = await sign({ ...claims, role: "admin", app_metadata: { role: "admin" }, user_role: "admin" });
	expect((await withToken(`Bearer ${crowned}`, "/api/users")).status).toBe(403);
});
