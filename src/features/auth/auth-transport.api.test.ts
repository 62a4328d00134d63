import fc from "fast-check";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { insertUser, signInAs, testPassword } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";

const site = startAuthSite();

/** Raw request, without the client's version header. */
const request = (method: string, path: string, init: RequestInit = {}) =>
	site.api.request(`/auth/v1${path}`, { method, ...init });

test.each([
	["2024-01-01", "new"],
	["2026-11-20", "new"],
	["2023-12-31", "old"],
	["2024-13-45", "old"],
	["latest", "old"],
	["", "old"],
	[undefined, "old"],
])("the version header %j selects the %s error shape", async (version, shape) => {
	const response = await request("POST", "/token?grant_type=password", {
		body: '{"email":"nobody@example.com","password":"x"}',
		headers: version === undefined ? {} : { "X-Supabase-Api-Version": version },
	});
	expect(response.status).toBe(400);
	const isNew = shape === "new";
	expect(response.headers.get("X-Supabase-Api-Version")).toBe(isNew ? "2024-01-01" : null);
	expect(await response.json()).toEqual(
		isNew
			? { code: "invalid_credentials", message: "Invalid login credentials" }
			: { code: 400, error_code: "invalid_credentials", msg: "Invalid login credentials" },
	);
});

test("both shapes of a weak password carry its reasons", async () => {
	const body = JSON.stringify({ email: "weak@example.com", password: "short" });
	const shapes = ["", "2024-01-01"].map(async (version) =>
		(await request("POST", "/signup", { body, headers: { "X-Supabase-Api-Version": version } })).json(),
	);
	for (const shape of await Promise.all(shapes)) expect(shape.weak_password).toEqual({ reasons: ["length"] });
});

test.each([
	["GET", "/authorize?provider=github"],
	["GET", "/callback"],
	["POST", "/otp"],
	["POST", "/magiclink"],
	["POST", "/invite"],
	["GET", "/admin/users"],
	["POST", "/admin/generate_link"],
	["GET", "/factors"],
	["GET", "/"],
	["GET", ""],
	["GET", "/token"],
	["DELETE", "/user"],
	["PATCH", "/user"],
	["GET", "/logout"],
	["OPTIONS", "/token"],
])("%s %s is no endpoint, and says so in JSON", async (method, path) => {
	const response = await request(method, path);
	expect([response.status, await response.json()]).toMatchObject([404, { error_code: "not_found" }]);
});

test.each(["", "password2", "pkce", "id_token", "web3", "refresh_token,password"])(
	"the grant type %j is not supported",
	async (type) => {
		const response = await site.send("POST", `/token${type && `?grant_type=${type}`}`, {});
		expect([response.status, await response.json()]).toEqual([
			400,
			{ code: "invalid_credentials", message: "unsupported_grant_type" },
		]);
	},
);

test("signs out although the client sends no body as JSON", async () => {
	const { headers } = await signInAs(site.deps);
	const response = await request("POST", "/logout", {
		headers: { "Content-Type": "application/json;charset=UTF-8", ...headers },
	});
	expect(response.status).toBe(204);
});

// proves D-access-09
test("settings, health and keys answer as described", async () => {
	expect(await (await request("GET", "/settings")).json()).toMatchObject({
		external: { email: true, phone: false },
		disable_signup: false,
		mailer_autoconfirm: false,
	});
	expect(Object.keys(await (await request("GET", "/health")).json())).toEqual(["version", "name", "description"]);
	expect(await (await request("GET", "/.well-known/jwks.json")).json()).toEqual({ keys: [] });
});

const posts = [
	"/token?grant_type=password",
	"/token?grant_type=refresh_token",
	"/signup",
	"/recover",
	"/resend",
	"/verify",
];

test.each(posts)("14.16 %s refuses what is no JSON object", async (path) => {
	for (const body of ["", "{", "null", "[]", '"text"', "1", "email=a@b.co", "\ufeff{", "{'a':1}"]) {
		const response = await site.send("POST", path, body);
		const answer = await response.json();
		expect([response.status, answer.code]).toEqual([400, "bad_json"]);
		expect(answer.message).toMatch(/^Could not parse request body as JSON:/);
	}
});

test.each(posts)("14.16 %s refuses more than a megabyte", async (path) => {
	const response = await site.send("POST", path, { email: "a@b.co", password: "x".repeat(1024 * 1024) });
	expect([response.status, await response.json()]).toMatchObject([413, { code: "request_entity_too_large" }]);
});

const hostileText = fc.oneof(
	fc.constantFrom(
		"\0",
		"a\0b",
		"\ud800",
		"\udfff@example.com",
		"a@b.co",
		"signup",
		"recovery",
		"'; drop table users --",
	),
	fc.string({ unit: "binary" }),
);
const hostileValue = fc.oneof(hostileText, fc.jsonValue(), fc.constantFrom(null, 1e308, -1, [], {}, [[["\0"]]]));
const hostileBody = fc.record(
	{
		email: hostileValue,
		password: hostileValue,
		phone: hostileValue,
		data: fc.oneof(hostileValue, fc.dictionary(hostileText, hostileValue)),
		refresh_token: hostileValue,
		token: hostileValue,
		token_hash: hostileValue,
		type: hostileValue,
		app_metadata: hostileValue,
		redirect_to: hostileValue,
		gotrue_meta_security: hostileValue,
	},
	{ requiredKeys: [] },
);

test.each([...posts, "/user"])("14.16 no body makes %s fail with 5xx", async (path) => {
	const { headers } = await signInAs(site.deps);
	const method = path === "/user" ? "PUT" : "POST";
	await fc.assert(
		fc.asyncProperty(hostileBody, async (body) => {
			const response = await site.send(method, path, body, headers);
			expect(response.status).toBeLessThan(500);
			await response.json();
		}),
		{ numRuns: 60 },
	);
});

test("14.16 neither deep nesting nor NUL in metadata reaches the database", async () => {
	const { headers } = await signInAs(site.deps);
	const deep = (brackets: number) => `{"data":{"a":${"[".repeat(brackets)}${"]".repeat(brackets)}}}`;
	for (const body of [
		deep(1000),
		deep(400_000),
		'{"data":{"a":"\\u0000"}}',
		'{"data":{"\\u0000":1}}',
		'{"data":{"a":["\\ud800"]}}',
	]) {
		const response = await site.send("PUT", "/user", body, headers);
		expect([response.status, (await response.json()).code]).toEqual([400, "validation_failed"]);
	}
});

test("14.16 the query makes no trouble either", async () => {
	for (const query of [
		"type=%00&token=%00",
		"type=signup&token=%ff",
		"type[]=signup&token=a",
		"type=signup&token=a&redirect_to=%00",
	]) {
		expect((await request("GET", `/verify?${query}`)).status).toBeLessThan(500);
	}
});

test("14.18 no answer grants other origins anything, sets a cookie or may be cached", async () => {
	const { headers } = await signInAs(site.deps);
	const answers = await Promise.all([
		request("POST", "/token?grant_type=password", { body: "{}" }),
		request("GET", "/user", { headers: { ...headers, Origin: "https://evil.example" } }),
		request("GET", "/user"),
		request("GET", "/settings", { headers: { Origin: "https://evil.example" } }),
		request("GET", "/verify?type=signup&token=x", { headers: { Origin: "null" } }),
		request("GET", "/nowhere"),
		request("POST", "/signup", { body: "x".repeat(1024 * 1024 + 1) }),
		request("OPTIONS", "/token", {
			headers: { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" },
		}),
		request("POST", "/logout", { headers }),
	]);
	for (const answer of answers) {
		expect(answer.headers.get("Cache-Control")).toBe("no-store");
		expect([...answer.headers.keys()].filter((name) => /^(access-control-|set-cookie)/.test(name))).toEqual([]);
	}
});

test("14.18 a followed link tells the next page no referrer", async () => {
	const response = await request("GET", "/verify?type=signup&token=x");
	expect([response.status, response.headers.get("Referrer-Policy")]).toEqual([303, "no-referrer"]);
});

test("14.19 an unexpected failure says nothing about its cause, and reaches the log of the server", async () => {
	await insertUser(site.deps, { email: "crash@example.com" });
	const failures: (Error | undefined)[] = [];
	const server = new Hono()
		.use(async (c, next) => {
			await next();
			failures.push(c.error);
		})
		.route("/", site.api);
	const signIn = (password: string) =>
		server.request("/auth/v1/token?grant_type=password", {
			method: "POST",
			body: JSON.stringify({ email: "crash@example.com", password }),
		});
	await site.deps.database.query("alter table sessions rename to sessions_away");
	const response = await signIn(testPassword);
	await site.deps.database.query("alter table sessions_away rename to sessions");
	expect([response.status, await response.json()]).toEqual([
		500,
		{
			code: 500,
			error_code: "unexpected_failure",
			msg: "Unexpected failure, please check server logs for more information",
		},
	]);
	await signIn("a guess");
	expect(failures).toEqual([expect.any(Error), undefined]);
});

test.each([
	["/token?grant_type=password", { password: "x" }, 400, "validation_failed", "missing email or phone"],
	[
		"/token?grant_type=password",
		{ email: "a@b.co", phone: "1" },
		400,
		"validation_failed",
		"Only an email address or phone number should be provided on login.",
	],
	["/token?grant_type=password", { phone: "1" }, 422, "phone_provider_disabled", "Phone logins are disabled"],
	["/signup", { password: testPassword }, 422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"],
	["/signup", { email: "a@b.co" }, 400, "validation_failed", "Signup requires a valid password"],
	[
		"/signup",
		{ email: "a@b.co", password: "é".repeat(37) },
		400,
		"validation_failed",
		"Password cannot be longer than 72 characters",
	],
	[
		"/signup",
		{ email: "a@b.co", password: "seven77" },
		422,
		"weak_password",
		"Password should be at least 8 characters.",
	],
	[
		"/signup",
		{ email: "a@b.co", password: "Password123" },
		422,
		"weak_password",
		"This password is on a list of common passwords. Please choose another one.",
	],
	[
		"/signup",
		{ email: `${"a".repeat(251)}@b.co`, password: testPassword },
		400,
		"validation_failed",
		"An email address is too long",
	],
	["/signup", { email: 7, password: testPassword }, 400, "validation_failed", "email must be plain text"],
	[
		"/signup",
		{ email: "nobody", password: testPassword },
		400,
		"validation_failed",
		"Unable to validate email address: invalid format",
	],
	[
		"/signup",
		{ email: "a@b.co", password: testPassword, data: [1] },
		400,
		"validation_failed",
		"data must be a JSON object of plain text",
	],
	["/recover", {}, 400, "validation_failed", "Password recovery requires an email"],
	[
		"/resend",
		{ type: "sms", email: "a@b.co" },
		400,
		"validation_failed",
		"Missing one of these types: signup, email_change, sms, phone_change",
	],
	["/resend", { type: "signup" }, 400, "validation_failed", "Type provided requires an email address"],
	["/verify", { token_hash: "x" }, 400, "validation_failed", "Verify requires a verification type"],
	["/verify", { type: "signup" }, 400, "validation_failed", "Verify requires either a token or a token hash"],
	[
		"/verify",
		{ type: "signup", token: "1", token_hash: "x" },
		400,
		"validation_failed",
		"Verify requires either a token or a token hash",
	],
	[
		"/verify",
		{ type: "signup", token_hash: "x", email: "a@b.co" },
		400,
		"validation_failed",
		"Only the token_hash and type should be provided",
	],
	[
		"/verify",
		{ type: "signup", token: "123456", email: "a@b.co" },
		403,
		"otp_expired",
		"Token has expired or is invalid",
	],
	["/verify", { type: "signup", token_hash: "x" }, 403, "otp_expired", "Email link is invalid or has expired"],
	["/verify", { type: "magiclink", token_hash: "x" }, 400, "validation_failed", "Invalid email verification type"],
])("%s with %j answers %i %s: %s", async (path, body, status, code, message) => {
	const response = await site.send("POST", path, body);
	expect([response.status, await response.json()]).toMatchObject([status, { code, message }]);
});

test("the link without its type or token is refused in JSON", async () => {
	const messages = await Promise.all(
		["/verify?token=x", "/verify?type=signup"].map(async (path) => (await (await request("GET", path)).json()).msg),
	);
	expect(messages).toEqual(["Verify requires a verification type", "Verify requires a token or a token hash"]);
});

test("the same password again is refused", async () => {
	const { headers } = await signInAs(site.deps);
	const response = await site.send("PUT", "/user", { password: testPassword }, headers);
	expect([response.status, await response.json()]).toMatchObject([
		422,
		{ code: "same_password", message: "New password should be different from the old password." },
	]);
});

test("the client sees weak passwords with their reasons", async () => {
	const tab = site.openTab();
	const short = await tab.signUp({ email: "client@example.com", password: "short" });
	const common = await tab.signUp({ email: "client@example.com", password: "password123" });
	expect(short.error).toMatchObject({ name: "AuthWeakPasswordError", reasons: ["length"] });
	expect(common.error).toMatchObject({ name: "AuthWeakPasswordError", reasons: ["pwned"] });
});
