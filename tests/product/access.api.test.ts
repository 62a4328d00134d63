import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { type Access, accessTable, checkAccessTable, requireAccess } from "#access.server.ts";
import { appointAdmin, passwordLink } from "#features/auth/accounts/admins.server.ts";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { sessionsTable } from "#features/auth/auth.table.ts";
import { refreshToken } from "#features/auth/sessions/refresh-token.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { answerHttpError } from "#platform/http/http-errors.server.ts";
import { validateJson } from "#platform/http/validate.server.ts";
import { insertApp, insertUser, openSession, signInAs, signInTwice, testPassword } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { addressOf, endpoints, insertKnownRows, requestOf, samples } from "#tests/endpoints.ts";

const app = startTestApp();

const callers = ["nobody", "user", "admin"] as const;
type Caller = (typeof callers)[number];

/** What is refused is refused before anything is read of the request, so that it needs no body and no existing row. */
const refusals: Record<Access["who"], Partial<Record<Caller, number>>> = {
	anyone: {},
	limited: { nobody: 401 },
	user: { nobody: 401 },
	admin: { nobody: 401, user: 403 },
};

const cases = Object.entries(accessTable).flatMap(([endpoint, access]) =>
	callers.map((caller) => ({ endpoint, caller, refusal: refusals[access.who][caller] })),
);

/** Written down a second time: an entry that opens an endpoint to others has to be meant. */
const open = {
	anyone: [
		"POST /auth/v1/token",
		"POST /auth/v1/signup",
		"POST /auth/v1/recover",
		"POST /auth/v1/resend",
		"GET /auth/v1/verify",
		"POST /auth/v1/verify",
		"GET /auth/v1/settings",
		"GET /auth/v1/health",
		"GET /auth/v1/.well-known/jwks.json",
		"POST /auth/v1/passkeys/authentication/options",
		"POST /auth/v1/passkeys/authentication/verify",
		"POST /api/applications",
		"POST /api/stripe/webhook",
		"POST /api/inbound-mail",
		"POST /api/invitations/check",
		"POST /api/second-steps/undo",
		"POST /api/invitations/accept",
		"POST /api/setup",
		"GET /api/call-slots",
		"GET /api/form-time",
		"GET /storage/v1/object/public/blog-images/:name",
		"GET /storage/v1/object/public/profile-pictures/:name",
		"GET /storage/v1/object/public/logos/:name",
	],
	limited: [
		"POST /auth/v1/logout",
		"GET /auth/v1/user",
		"POST /auth/v1/factors",
		"POST /auth/v1/factors/:id/challenge",
		"POST /auth/v1/factors/:id/verify",
		"DELETE /auth/v1/factors/:id",
		"GET /auth/v1/factors/recovery-codes",
		"POST /auth/v1/factors/recovery-codes/verify",
		"POST /auth/v1/passkeys/registration/options",
		"POST /auth/v1/passkeys/registration/verify",
		"GET /auth/v1/passkeys",
		"DELETE /auth/v1/passkeys/:id",
	],
	user: [
		"DELETE /api/profile/picture",
		"PUT /auth/v1/user",
		"POST /auth/v1/factors/recovery-codes",
		"POST /auth/v1/factors/recovery-codes/regenerate",
		"DELETE /auth/v1/factors/recovery-codes",
		"PATCH /auth/v1/passkeys/:id",
		"GET /api/profile",
		"PATCH /api/profile",
		"GET /api/sessions",
		"DELETE /api/sessions",
		"DELETE /api/sessions/:id",
	],
};

// proves D-access-01, D-applications-04
test("every endpoint but a few is for admins only", () => {
	const openTo = (who: Access["who"]) =>
		Object.entries(accessTable).flatMap(([endpoint, needed]) => (needed.who === who ? [endpoint] : []));
	const opened = { anyone: openTo("anyone").sort(), limited: openTo("limited").sort(), user: openTo("user").sort() };
	expect(opened).toEqual({
		anyone: open.anyone.sort(),
		limited: open.limited.sort(),
		user: open.user.sort(),
	});
});

// proves S6-roles-05, D-access-01, D-access-03, D-applications-04
test.each(cases)("$endpoint as $caller: refused with $refusal", async ({ endpoint, caller, refusal }) => {
	const [method, path = ""] = endpoint.split(" ");
	// Recovery codes are made and removed only beside another factor.
	const signIn = path.includes("recovery-codes") ? signInTwice : signInAs;
	const headers = caller === "nobody" ? {} : (await signIn(app.deps, { role: caller })).headers;
	const response = await app.api.request(path.replaceAll(/:\w+/g, crypto.randomUUID()), { method, headers });
	if (refusal) expect(response.status).toBe(refusal);
	else expect([401, 403, 500]).not.toContain(response.status);
});

/** Written down a second time: what a stolen session must not do. */
const freshOnly = [
	"DELETE /api/sessions",
	"DELETE /api/sessions/:id",
	"DELETE /api/users/:id/sessions",
	"DELETE /auth/v1/factors/recovery-codes",
	"PATCH /api/users/:id/active",
	"PATCH /api/users/:id/areas",
	"PATCH /api/users/:id/role",
	"POST /api/bookings/feed",
	"POST /api/invitations",
	"POST /api/invitations/:id/send-again",
	"POST /api/privacy/erase",
	"POST /api/privacy/export",
	"POST /api/settings/backup",
	"POST /auth/v1/factors",
	"POST /auth/v1/factors/recovery-codes",
	"POST /auth/v1/factors/recovery-codes/regenerate",
	"POST /auth/v1/passkeys/registration/options",
	"POST /auth/v1/passkeys/registration/verify",
];
/** Their handlers ask only for some requests: for a new password, a verified factor, an account email, or the scope `others`. */
const freshByRequest = [
	"DELETE /auth/v1/factors/:id",
	"DELETE /auth/v1/passkeys/:id",
	"GET /api/mails/:id/message",
	"POST /api/site/:page/publish",
	"POST /auth/v1/logout",
	"PUT /auth/v1/user",
];

// A5
test("what needs a recent verification is what is written here", () => {
	const listed = (fresh: Access["fresh"]) => endpoints.filter((each) => accessTable[each]?.fresh === fresh).sort();
	expect([listed(true), listed("by request")]).toEqual([freshOnly, freshByRequest]);
});

// A5
test.each([
	["with a second factor", signInTwice],
	["without one", signInAs],
])("an old session of an admin %s does none of it, and anything else; a recent one does all", async (_, signIn) => {
	const code = async (endpoint: string, headers: Record<string, string>) => {
		const { method, path } = addressOf(endpoint as (typeof endpoints)[number], {});
		const { body, headers: type } = requestOf(samples[endpoint as (typeof endpoints)[number]]);
		const query = endpoint === "POST /auth/v1/logout" ? "?scope=others" : "";
		const init = { method, headers: { ...type, ...headers }, ...(body && { body }) };
		const answer = await app.api.request(path + query, init);
		const text = endpoint === "GET /api/live" ? "" : await answer.text();
		await answer.body?.cancel().catch(() => undefined);
		return /"(?:error_)?code":"(reauthentication_needed)"/.exec(text)?.[1];
	};
	const start = app.deps.clock();
	for (const endpoint of endpoints.filter((each) => accessTable[each]?.who !== "anyone")) {
		const needsFresh = [...freshOnly, "POST /auth/v1/logout"].includes(endpoint);
		if (needsFresh) {
			const { headers } = await signIn(app.deps, { role: "admin" });
			expect([endpoint, await code(endpoint, headers)]).toEqual([endpoint, undefined]);
		}
		const { headers: old } = await signIn(app.deps, { role: "admin" });
		app.setTime(new Date(start.getTime() + 11 * 60_000));
		expect([endpoint, await code(endpoint, old)]).toEqual([
			endpoint,
			needsFresh ? "reauthentication_needed" : undefined,
		]);
		app.setTime(start);
	}
});

/** Every way to a session that has proven one factor (contracts: second-factor 8). */
const ways = {
	"a password": async () => {
		const user = await insertUser(app.deps, { role: "admin" });
		await insertApp(app.deps, user.id);
		return tokenFrom("/token?grant_type=password", { email: user.email, password: testPassword });
	},
	"a mailed link": async () => {
		const user = await insertUser(app.deps, { role: "admin" });
		await insertApp(app.deps, user.id);
		const token_hash = await linkFor(user.id);
		return tokenFrom("/verify", { type: "recovery", token_hash });
	},
	"the command on the server": async () => {
		const user = await insertUser(app.deps, { role: "admin" });
		await insertApp(app.deps, user.id);
		const link = new URL(await appointAdmin(app.deps, user.email));
		return tokenFrom("/verify", { type: "recovery", token_hash: link.searchParams.get("token") });
	},
	"a refresh": async () => {
		const user = await insertUser(app.deps, { role: "admin" });
		await insertApp(app.deps, user.id);
		const { session } = await openSession(app.deps, user);
		const refresh_token = refreshToken(app.deps.settings, session.id, session.counter);
		return tokenFrom("/token?grant_type=refresh_token", { refresh_token });
	},
	"a session from before the factor": async () => {
		const { user, headers } = await signInAs(app.deps, { role: "admin" });
		await insertApp(app.deps, user.id);
		return headers;
	},
	"a token from before the second step": async () => {
		const { user, session, headers } = await signInAs(app.deps, { role: "admin" });
		await insertApp(app.deps, user.id);
		await app.deps.db.update(sessionsTable).set({ aal: "aal2" }).where(eq(sessionsTable.id, session.id));
		return headers;
	},
	"an invitation, where everyone needs a factor": async () => {
		app.deps.settings.auth.requireSecondFactor = "everyone";
		const { user, headers } = await signInAs(app.deps);
		expect(user.confirmed_at).not.toBeNull();
		return headers;
	},
	"the role of an admin, where admins need a factor": async () => {
		app.deps.settings.auth.requireSecondFactor = "admins";
		return (await signInAs(app.deps, { role: "admin" })).headers;
	},
} satisfies Record<string, () => Promise<{ Authorization: string }>>;

async function tokenFrom(path: string, body: object): Promise<{ Authorization: string }> {
	const answer = await app.api.request(`/auth/v1${path}`, {
		method: "POST",
		body: JSON.stringify(body),
		headers: { "content-type": "application/json" },
	});
	expect(answer.status).toBe(200);
	return { Authorization: `Bearer ${(await answer.json()).access_token}` };
}

const linkFor = async (userId: string): Promise<string | null> =>
	new URL(await passwordLink(app.deps, app.deps.db, userId)).searchParams.get("token");

afterEach(() => {
	app.deps.settings.auth.requireSecondFactor = "off";
});

// proves D-access-01
test.each(Object.entries(ways))(
	"by %s no endpoint is reached before the second step, but those that lead to it",
	async (_, signIn) => {
		const headers = await signIn();
		for (const endpoint of endpoints) {
			const access = accessTable[endpoint]?.who;
			// These end the session; what they do before the second step is tested apart.
			if (access === "anyone" || endpoint === "POST /auth/v1/logout") continue;
			const [method, pattern = ""] = endpoint.split(" ");
			const path = pattern.replaceAll(/:\w+/g, crypto.randomUUID());
			const answer = await app.api.request(path, { method, headers });
			const code = answer.status === 204 ? undefined : (await answer.json().catch(() => ({}))).error_code;
			if (access === "limited") expect([endpoint, answer.status]).not.toEqual([endpoint, 401]);
			else if (endpoint.includes("/auth/v1/")) expect([endpoint, code]).toEqual([endpoint, "insufficient_aal"]);
			else expect([endpoint, answer.status]).toEqual([endpoint, 403]);
		}
		const body = await (await app.api.request("/api/profile", { headers })).json();
		const error = "Please confirm your sign-in with your second factor.";
		expect(body).toEqual({ error, code: "insufficient_aal" });
	},
);

test("with the second step taken, and where none is demanded, the same endpoints are reached", async () => {
	for (const { headers } of [
		await signInTwice(app.deps, { role: "admin" }),
		await signInAs(app.deps, { role: "admin" }),
	]) {
		expect((await app.api.request("/api/profile", { headers })).status).toBe(200);
		expect((await app.api.request("/api/users", { headers })).status).toBe(200);
	}
});

test("a refusal is written to the log with the endpoint and the reason, and without the token", async () => {
	app.log.length = 0;
	const { user, headers } = await signInAs(app.deps);
	await app.api.request("/api/users");
	await app.api.request("/api/users", { headers });
	expect(app.log).toMatchObject([
		{ level: "warn", message: "access refused", fields: { endpoint: "GET /api/users", reason: "no_authorization" } },
		{ level: "warn", message: "access refused", fields: { endpoint: "GET /api/users", userId: user.id } },
	]);
	expect(JSON.stringify(app.log)).not.toContain("Bearer");
});

test("what a session is refused before its second step is in the log, with whose session it is", async () => {
	const { user } = await signInTwice(app.deps, { role: "admin" });
	const { session, headers } = await openSession(app.deps, user);
	const ids = { userId: user.id, sessionId: session.id };
	for (const [method, endpoint] of [
		["GET", "/api/users"],
		["PATCH", "/auth/v1/passkeys/:id"],
	] as const) {
		app.log.length = 0;
		await app.api.request(endpoint.replace(":id", crypto.randomUUID()), { method, headers });
		const fields = { event: "auth.limited_refused", ...ids, endpoint: `${method} ${endpoint}` };
		expect(app.log).toContainEqual(expect.objectContaining({ level: "warn", fields }));
	}
});

test("HEAD needs the same right as GET", async () => {
	expect((await app.api.request("/api/users", { method: "HEAD" })).status).toBe(401);
});

test.each(["/api/nothing", "/api/users/", "/functions/v1/x", "/storage/v1/x"])(
	"%s does not exist, for an admin either",
	async (path) => {
		const { headers } = await signInAs(app.deps, { role: "admin" });
		expect((await app.api.request(path, { headers })).status).toBe(404);
	},
);

test("a demoted admin is refused at the next request", async () => {
	const { user, headers } = await signInAs(app.deps, { role: "admin" });
	const other = await signInAs(app.deps, { role: "admin" });
	expect((await app.api.request("/api/users", { headers })).status).toBe(200);
	await app.api.request(`/api/users/${user.id}/role`, {
		method: "PATCH",
		headers: { ...other.headers, "Content-Type": "application/json" },
		body: '{"role":"user"}',
	});
	expect((await app.api.request("/api/users", { headers })).status).toBe(403);
});

const withBody = endpoints.filter(
	(endpoint) => accessTable[endpoint]?.who !== "anyone" && samples[endpoint] && samples[endpoint] !== "none",
);

/** Ends the session, or takes the role, once the guard has let the request through and its body is asked for. */
async function sendLate(endpoint: (typeof endpoints)[number], lose: (userId: string) => Promise<unknown>) {
	const { method, path } = addressOf(endpoint, await insertKnownRows(app.deps, `${crypto.randomUUID()}@example.com`));
	const { user, headers } = await signInAs(app.deps, { role: "admin" });
	const whole = new Request("http://site.test", { method, ...requestOf(samples[endpoint]) });
	const content = new Uint8Array(await whole.arrayBuffer());
	let asked = false;
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				asked = true;
				await lose(user.id);
				controller.enqueue(content);
				controller.close();
			},
		},
		{ highWaterMark: 0 },
	);
	const type = whole.headers.get("content-type") ?? "";
	const init = { method, headers: { ...headers, "content-type": type }, body, duplex: "half" };
	const { status } = await app.api.request(path, init);
	const written = await app.deps.database.query("select 1 from activity where actor_id = $1", [user.id]);
	return { asked, status, written: written.rows.length };
}

// proves D-access-01
test.each(withBody)("%s: whoever is signed out while the body is under way is refused", async (endpoint) => {
	const { db } = app.deps;
	const outcome = await sendLate(endpoint, (id) => db.delete(sessionsTable).where(eq(sessionsTable.user_id, id)));
	expect(outcome).toEqual({ asked: true, status: endpoint.includes("/auth/v1/") ? 403 : 401, written: 0 });
});

// proves D-access-01
test.each(withBody.filter((endpoint) => accessTable[endpoint]?.who === "admin"))(
	"%s: whoever is demoted while the body is under way is refused",
	async (endpoint) => {
		const demote = (id: string) =>
			app.deps.db.update(profilesTable).set({ role: "user" }).where(eq(profilesTable.user_id, id));
		expect(await sendLate(endpoint, demote)).toEqual({ asked: true, status: 403, written: 0 });
	},
);

// proves D-access-01
test("whoever holds back the end of a body on a real connection, and is signed out meanwhile, is refused", async () => {
	const reached = Promise.withResolvers<void>();
	const api = new Hono<AccountEnv>()
		.use(requireAccess(app.deps, { "POST /api/late": { who: "admin", fresh: false, area: "all" } }))
		.post("/api/late", async (_c, next) => {
			reached.resolve();
			await next();
		})
		.post("/api/late", validateJson(z.object({ name: z.string() })), (c) => c.json({}))
		.onError(answerHttpError);
	const listener = getRequestListener(api.fetch, { overrideGlobalObjects: false });
	const server = createServer(listener).listen(0, "127.0.0.1");
	await once(server, "listening");
	const { user, headers } = await signInAs(app.deps, { role: "admin" });
	const sent = request({
		port: (server.address() as AddressInfo).port,
		path: "/api/late",
		method: "POST",
		headers: { ...headers, "content-type": "application/json", "content-length": 14 },
	});
	sent.write('{"name":');
	await reached.promise;
	await app.deps.db.delete(sessionsTable).where(eq(sessionsTable.user_id, user.id));
	sent.end('"Ada"}');
	const [answer] = (await once(sent, "response")) as [IncomingMessage];
	expect(answer.statusCode).toBe(401);
	answer.resume();
	server.close();
});

// proves D-access-01
test("the API does not start with an endpoint without an entry, with half of one, or with an entry without an endpoint", () => {
	const entry = { who: "user", fresh: false, area: "all" } as const;
	const api = new Hono().use("/api/*", async (_c, next) => next()).get("/api/listed", (c) => c.text(""));
	expect(() => checkAccessTable(api.routes, { "GET /api/listed": entry })).not.toThrow();
	expect(() => checkAccessTable(api.routes, {})).toThrow("GET /api/listed has no entry");
	for (const half of [{ who: "user", fresh: false }, { fresh: false, area: "all" }, "user"]) {
		const table = { "GET /api/listed": half as unknown as Access };
		expect(() => checkAccessTable(api.routes, table)).toThrow("GET /api/listed doesn't say who");
	}
	expect(() => checkAccessTable(api.routes, { "GET /api/listed": entry, "PUT /api/gone": entry })).toThrow(
		"PUT /api/gone is listed and does not exist",
	);
	const astray = new Hono().get("/elsewhere", (c) => c.text(""));
	expect(() =>
		checkAccessTable(astray.routes, { "GET /elsewhere": { who: "anyone", fresh: false, area: "all" } }),
	).toThrow("outside of the API");
});

// proves D-access-01
test("a handler without an entry is not reached, whatever it is registered for", async () => {
	const api = new Hono<AccountEnv>()
		.onError(answerHttpError)
		.use("/api/*", requireAccess(app.deps, {}))
		.get("/api/one", (c) => c.text("reached"))
		.all("/api/all", (c) => c.text("reached"));
	const { headers } = await signInAs(app.deps, { role: "user" });
	expect((await api.request("/api/one", { headers })).status).toBe(403);
	expect((await api.request("/api/all", { headers })).status).toBe(404);
});
