import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import {
	factorAdditionsTable,
	factorsTable,
	knownDevicesTable,
	passkeysTable,
} from "#features/auth/factors/factors.table.ts";
import { openSecret } from "#platform/process/sealed-secrets.server.ts";
import { insertApp, insertUser, openSession, type SignedInUser, signInAs, signInTwice } from "#tests/accounts.ts";
import { fragmentOf, invite, startAuthSite } from "#tests/auth-site.ts";
import { TestAuthenticator } from "#tests/authenticator.ts";
import { appointAdmin, ensureConfiguredAdmin } from "./accounts/admins.server.ts";
import { type User, usersTable } from "./auth.table.ts";
import { deleteAbandonedFactors } from "./factors/assurance.server.ts";
import { stepAt, totpCode } from "./factors/totp.server.ts";

// A1, A17: what a stranger has set up in an account ends when the account becomes an admin's, or is deactivated.

const site = startAuthSite({ SITE_URL: "https://site.test", AUTH_MAIL_INTERVAL: "0" });

beforeEach(() => {
	site.setTime(new Date());
});

type Headers = Record<string, string>;

const post = async (path: string, body: object, headers: Headers = {}) => {
	const answer = await site.send("POST", path, body, headers);
	return { status: answer.status, ...(await answer.json()) };
};

async function register(headers: Headers): Promise<TestAuthenticator> {
	const authenticator = new TestAuthenticator("https://site.test");
	const { challenge_id, options } = await post("/passkeys/registration/options", {}, headers);
	const created = { challenge_id, credential: authenticator.create(options) };
	expect((await post("/passkeys/registration/verify", created, headers)).status).toBe(200);
	return authenticator;
}

async function signInWith(authenticator: TestAuthenticator) {
	const { challenge_id, options } = await post("/passkeys/authentication/options", {});
	return post("/passkeys/authentication/verify", { challenge_id, credential: authenticator.get(options) });
}

/** With a device that it knows. */
const signIn = (email: string, password: string) =>
	post("/token?grant_type=password", { email, password }, { "X-Device": "s".repeat(22) });

async function verifyApp(app: Awaited<ReturnType<typeof insertApp>>, headers: Headers) {
	const challenge = await post(`/factors/${app.id}/challenge`, {}, headers);
	return post(`/factors/${app.id}/verify`, { challenge_id: challenge.id, code: app.code() }, headers);
}

const bearer = ({ access_token }: { access_token: string }) => ({ Authorization: `Bearer ${access_token}` });

/** What the stranger sets up. @returns ways to come back */
const setUps: Record<string, (user: User, headers: Headers) => Promise<() => Promise<{ status: number }>>> = {
	"a passkey that was never used": async (_, headers) => {
		const authenticator = await register(headers);
		return () => signInWith(authenticator);
	},
	"a passkey that was used": async (_, headers) => {
		const authenticator = await register(headers);
		expect((await signInWith(authenticator)).status).toBe(200);
		return () => signInWith(authenticator);
	},
	"an authenticator app": async (user, headers) => {
		const app = await insertApp(site.deps, user.id);
		const raised = await verifyApp(app, headers);
		return () => verifyApp(app, bearer(raised));
	},
	"recovery codes": async (user, headers) => {
		const raised = await verifyApp(await insertApp(site.deps, user.id), headers);
		const { codes } = await post("/factors/recovery-codes", {}, bearer(raised));
		return () => post("/factors/recovery-codes/verify", { code: codes[0] }, bearer(raised));
	},
};

const becomesAdmin: Record<string, (user: User) => Promise<unknown>> = {
	"the role is given in Users": async ({ id }) => {
		const admin = await signInAs(site.deps, { role: "admin" });
		const changed = await site.api.request(`/api/users/${id}/role`, {
			method: "PATCH",
			headers: { ...admin.headers, "content-type": "application/json" },
			body: '{"role":"admin"}',
		});
		expect(changed.status).toBe(200);
	},
	"npm run admin": ({ email }) => appointAdmin(site.deps, email),
	ADMIN_EMAIL: ({ email }) =>
		ensureConfiguredAdmin({
			...site.deps,
			settings: { ...site.deps.settings, admin: { email, password: "gondola-twelve-birch" } },
		}),
	"the owner accepts an invitation": async ({ id, email }) => {
		await site.deps.db.update(usersTable).set({ confirmed_at: null }).where(eq(usersTable.id, id));
		const invitation = await invite(site, "admin", email);
		expect((await invitation.accept({ password: "password of the owner" })).status).toBe(200);
	},
};

const table = Object.keys(becomesAdmin).flatMap((way) => Object.keys(setUps).map((setUp) => [way, setUp] as const));

// A1
test.each(table)(
	"%s: %s of a former holder opens nothing any more, and demands nothing of the owner",
	async (way, setUp) => {
		const stranger = await signInAs(site.deps, { password: "password of a stranger" });
		await signIn(stranger.user.email, "password of a stranger");
		const comeBack = await setUps[setUp]?.(stranger.user, stranger.headers);
		await becomesAdmin[way]?.(stranger.user);
		expect((await comeBack?.())?.status).toBeGreaterThanOrEqual(400);
		expect((await site.api.request("/api/contacts", { headers: stranger.headers })).status).toBe(401);
		const { id, email } = stranger.user;
		expect(await site.deps.db.$count(passkeysTable, eq(passkeysTable.user_id, id))).toBe(0);
		expect(await site.deps.db.$count(factorsTable, eq(factorsTable.user_id, id))).toBe(0);
		expect(await site.deps.db.$count(factorAdditionsTable, eq(factorAdditionsTable.user_id, id))).toBe(0);
		const devices = await site.deps.db.select().from(knownDevicesTable).where(eq(knownDevicesTable.user_id, id));
		expect(devices.length).toBeLessThanOrEqual(way.includes("invitation") ? 1 : 0);
		// The owner comes in by a link, and is limited by nothing.
		await site.send("POST", "/recover", { email });
		const owner = fragmentOf(await site.open((await site.mailTo(email)).link));
		const answer = await site.api.request("/api/contacts", {
			headers: { Authorization: `Bearer ${owner.access_token}` },
		});
		expect(answer.status).toBe(200);
	},
);

// A1
test("an owner's session by an emailed link stays, at the level of a link", async () => {
	const { user, app } = await signInTwice(site.deps);
	await site.send("POST", "/recover", { email: user.email });
	const { access_token = "" } = fragmentOf(await site.open((await site.mailTo(user.email)).link));
	const raised = await verifyApp(app, bearer({ access_token }));
	await becomesAdmin["the role is given in Users"]?.(user);
	expect((await site.api.request("/api/contacts", { headers: bearer(raised) })).status).toBe(200);
	const [profile] = await site.deps.db.select().from(profilesTable).where(eq(profilesTable.user_id, user.id));
	expect(profile?.role).toBe("admin");
});

// A1
test.each(["the role is given in Users", "npm run admin", "ADMIN_EMAIL"])(
	"someone who is an admin already keeps every second step: %s",
	async (way) => {
		const { user, app, headers } = await signInTwice(site.deps, { role: "admin" });
		const passkey = await register(headers);
		await becomesAdmin[way]?.(user);
		expect((await site.api.request("/api/contacts", { headers })).status).toBe(200);
		expect((await verifyApp(app, headers)).status).toBe(200);
		expect((await signInWith(passkey)).status).toBe(200);
	},
);

// A1
test("a recovery link that is the first to confirm an account ends what was set up in it", async () => {
	const stranger = await signInAs(site.deps);
	const passkey = await register(stranger.headers);
	await site.deps.db.update(usersTable).set({ confirmed_at: null }).where(eq(usersTable.id, stranger.user.id));
	await site.send("POST", "/recover", { email: stranger.user.email });
	expect(fragmentOf(await site.open((await site.mailTo(stranger.user.email)).link)).type).toBe("recovery");
	expect((await signInWith(passkey)).status).toBe(400);
	expect((await site.api.request("/api/profile", { headers: stranger.headers })).status).toBe(401);
});

// A1
test("a passkey that was never used ends after an hour, as an app does; one that was used stays", async () => {
	const { headers } = await signInAs(site.deps);
	const used = await register((await signInAs(site.deps)).headers);
	expect((await signInWith(used)).status).toBe(200);
	const [unused, inTime] = [await register(headers), await register(headers)];
	site.wait(59 * 60);
	expect((await signInWith(inTime)).status).toBe(200);
	site.wait(2 * 60);
	expect((await signInWith(unused)).status).toBe(400);
	expect((await signInWith(used)).status).toBe(200);
	const before = await site.deps.db.$count(passkeysTable);
	await deleteAbandonedFactors(site.deps);
	expect(before - (await site.deps.db.$count(passkeysTable))).toBeGreaterThanOrEqual(1);
	expect((await signInWith(used)).status).toBe(200);
});

const setActive = (admin: SignedInUser, { id }: User, active: boolean) =>
	site.api.request(`/api/users/${id}/active`, {
		method: "PATCH",
		headers: { ...admin.headers, "content-type": "application/json" },
		body: JSON.stringify({ active }),
	});

// A17
test("a deactivated account's second steps end, and it comes back without the password that they protected", async () => {
	const admin = await signInAs(site.deps, { role: "admin" });
	const { user, headers } = await signInTwice(site.deps, { password: "gondola twelve birch" });
	const passkey = await register(headers);
	const bare = await insertUser(site.deps);
	for (const account of [user, bare]) {
		expect((await setActive(admin, account, false)).status).toBe(200);
		expect((await setActive(admin, account, true)).status).toBe(200);
	}
	expect((await signInWith(passkey)).status).toBe(400);
	expect((await signIn(user.email, "gondola twelve birch")).code).toBe("invalid_credentials");
	const mail = await site.mailTo(user.email);
	expect(mail.subject).toBe("Your account at Pilcrow Communications is active again");
	expect(fragmentOf(await site.open(mail.link)).type).toBe("recovery");
	// Nothing protected this one's password.
	expect((await signIn(bare.email, "gondola twelve birch")).status).toBe(200);
	await expect(site.mailTo(bare.email)).rejects.toThrow("no mail");
});

// A4
async function addPasskey() {
	const stranger = await signInAs(site.deps, { password: "password of the owner" });
	const passkey = await register(stranger.headers);
	const mail = await site.mailTo(stranger.user.email);
	const token = new URLSearchParams(new URL(mail.link ?? "").hash.slice(1)).get("undo") ?? "";
	return { stranger, passkey, mail, token };
}

const undo = (token: string) =>
	site.api.request("/api/second-steps/undo", {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ token }),
	});

// A4
test("the link in the email about a passkey undoes it, once, and the owner gets in by the link that follows", async () => {
	const { stranger, passkey, mail, token } = await addPasskey();
	const { email } = stranger.user;
	expect(new URL(mail.link ?? "").pathname).toBe("/auth");
	const session = await signInWith(passkey);
	expect(session.status).toBe(200);
	// A program that scans the email asks for the page, and nothing happens.
	expect((await site.api.request("/api/second-steps/undo")).status).toBe(404);
	expect((await site.api.request("/api/profile", { headers: bearer(session) })).status).toBe(200);

	const answers = await Promise.all([undo(token), undo(token), undo(token)]);
	expect(answers.map(({ status }) => status).sort()).toEqual([204, 410, 410]);
	expect((await site.api.request("/api/profile", { headers: bearer(session) })).status).toBe(401);
	expect((await signInWith(passkey)).status).toBe(400);
	expect((await signIn(email, "password of the owner")).code).toBe("invalid_credentials");
	const { access_token = "" } = fragmentOf(await site.open((await site.mailTo(email)).link));
	const chosen = await site.send("PUT", "/user", { password: "gondola twelve birch" }, bearer({ access_token }));
	expect(chosen.status).toBe(200);
	expect((await signIn(email, "gondola twelve birch")).status).toBe(200);
	const stored = JSON.stringify(await site.deps.db.select().from(factorAdditionsTable));
	expect(stored).not.toContain(token);
});

// A4
test("it takes along what the same session and later ones added, and leaves what was there before", async () => {
	const { user, app, headers } = await signInTwice(site.deps);
	await register(headers);
	const token =
		new URLSearchParams(new URL((await site.mailTo(user.email)).link ?? "").hash.slice(1)).get("undo") ?? "";
	expect((await post("/factors/recovery-codes", {}, headers)).status).toBe(200);
	expect((await undo(token)).status).toBe(204);
	expect(await site.deps.db.$count(passkeysTable, eq(passkeysTable.user_id, user.id))).toBe(0);
	const later = await openSession(site.deps, user);
	expect((await site.api.request("/auth/v1/factors/recovery-codes", { headers: later.headers })).status).toBe(404);
	expect((await verifyApp(app, later.headers)).status).toBe(200);
});

// A4
test("the link is good for three days, and its page takes any text for one that is over", async () => {
	const { stranger, passkey, token } = await addPasskey();
	expect((await signInWith(passkey)).status).toBe(200);
	site.wait(3 * 24 * 60 * 60 + 1);
	for (const one of [token, "", "x", "x".repeat(500)]) expect((await undo(one)).status).toBe(410);
	expect((await signIn(stranger.user.email, "password of the owner")).status).toBe(200);
	const again = await addPasskey();
	site.wait(3 * 24 * 60 * 60 - 60);
	expect((await undo(again.token)).status).toBe(204);
});

// A4
test("every email about something that was added has such a link", async () => {
	const { user, headers } = await signInAs(site.deps);
	const enrolled = await post("/factors", { factor_type: "totp" }, headers);
	const challenge = await post(`/factors/${enrolled.id}/challenge`, {}, headers);
	const [row] = await site.deps.db.select().from(factorsTable).where(eq(factorsTable.id, enrolled.id));
	const secret = (row && openSecret(site.deps.settings, row)) ?? Buffer.alloc(0);
	const code = totpCode(secret, stepAt(site.deps.clock()));
	const raised = await post(`/factors/${enrolled.id}/verify`, { challenge_id: challenge.id, code }, headers);
	expect(raised.status).toBe(200);
	await post("/factors/recovery-codes", {}, bearer(raised));
	await post("/factors/recovery-codes/regenerate", {}, bearer(raised));
	await register(bearer(raised));
	const mails = (await site.mails()).filter(({ to }) => to === user.email);
	expect(mails.map(({ subject }) => subject.split(" ", 3).join(" "))).toEqual([
		"An authenticator app",
		"New recovery codes",
		"New recovery codes",
		"A passkey was",
	]);
	for (const { link } of mails) expect(link).toMatch(/^https:\/\/site\.test\/auth\?view=undo#undo=[\w-]{43}$/);
	expect((await undo(new URLSearchParams(new URL(mails[0]?.link ?? "").hash.slice(1)).get("undo") ?? "")).status).toBe(
		204,
	);
	expect(await site.deps.db.$count(factorsTable, eq(factorsTable.user_id, user.id))).toBe(0);
});

// A13
test("what happens to second steps is in Activity, and Users says who has which", async () => {
	const admin = await signInAs(site.deps, { role: "admin" });
	const ofAdmin = async (path: string) => (await site.api.request(path, { headers: admin.headers })).json();
	const { user, app, headers } = await signInTwice(site.deps, { full_name: "Grace Hopper" });
	const listed = async () => {
		const { rows } = await ofAdmin("/api/users");
		const { has_passkey, has_app, updated_at } = rows.find(({ email }: { email: string }) => email === user.email);
		return { has_passkey, has_app, updated_at };
	};
	const before = await listed();
	expect(before).toMatchObject({ has_passkey: false, has_app: true });
	const passkey = await register(headers);
	const after = await listed();
	expect(after).toMatchObject({ has_passkey: true, has_app: true });
	// By this, open lists take it up.
	expect(after.updated_at > before.updated_at).toBe(true);
	const { codes } = await post("/factors/recovery-codes", {}, headers);
	await post("/factors/recovery-codes/verify", { code: "0000000000000000" }, headers);
	const raised = await post("/factors/recovery-codes/verify", { code: codes[0] }, headers);
	const { id: challenge_id } = await post(`/factors/${app.id}/challenge`, {}, bearer(raised));
	await post(`/factors/${app.id}/verify`, { challenge_id, code: "000000" }, bearer(raised));
	const verified = await verifyApp(app, bearer(raised));
	const started = await post("/passkeys/authentication/options", {});
	const credential = passkey.get(started.options, { alteredSignature: true });
	await post("/passkeys/authentication/verify", { challenge_id: started.challenge_id, credential });
	const remove = (path: string) => site.api.request(`/auth/v1${path}`, { method: "DELETE", headers: bearer(verified) });
	expect((await remove("/factors/recovery-codes")).status).toBe(200);
	const { factors } = await (await site.api.request("/auth/v1/user", { headers: bearer(verified) })).json();
	const passkeyId = factors.find(({ factor_type }: { factor_type: string }) => factor_type === "webauthn").id;
	expect((await remove(`/passkeys/${passkeyId}`)).status).toBe(204);
	expect((await remove(`/factors/${app.id}`)).status).toBe(200);
	expect(await listed()).toMatchObject({ has_passkey: false, has_app: false });
	const { rows } = await ofAdmin("/api/activity?limit=100&table=profiles");
	const own = rows.filter(({ record_label }: { record_label: string }) => record_label === user.email);
	expect(own.map(({ action, changes }: { action: string; changes: object }) => [action, changes])).toEqual([
		["factor_removed", {}],
		["passkey_removed", {}],
		["codes_removed", {}],
		["second_factor_failed", { method: { new: "passkey" } }],
		["raised", { method: { new: "totp" } }],
		["second_factor_failed", { method: { new: "totp" } }],
		["raised", { method: { new: "mfa/recovery_code" } }],
		["second_factor_failed", { method: { new: "mfa/recovery_code" } }],
		["codes_made", {}],
		["passkey_added", {}],
	]);
});

// A13
test("what an admin, a command, and a link remove of second steps is in Activity, in their name", async () => {
	const admin = await signInAs(site.deps, { role: "admin" });
	const [promoted, appointed, owner] = [
		(await signInTwice(site.deps)).user,
		(await signInTwice(site.deps)).user,
		await addPasskey(),
	];
	await becomesAdmin["the role is given in Users"]?.(promoted);
	await appointAdmin(site.deps, appointed.email);
	await undo(owner.token);
	const answer = await site.api.request("/api/activity?limit=100&table=profiles", { headers: admin.headers });
	const { rows } = await answer.json();
	const of = ({ email }: { email: string }, event: string) =>
		rows.find(({ record_label, action }: Record<string, string>) => record_label === email && action === event);
	expect(of(promoted, "second_factor_reset").actor_kind).toBe("staff");
	expect(of(appointed, "second_factor_reset").actor_kind).toBe("system");
	expect(of(owner.stranger.user, "addition_undone").actor_kind).toBe("visitor");
});
