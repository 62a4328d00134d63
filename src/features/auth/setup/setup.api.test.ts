import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { appointAdmin } from "#features/auth/accounts/admins.server.ts";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { sessionsTable } from "#features/auth/auth.table.ts";
import { insertUser, openSession, signInAs, testPassword } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";
import { makeSetupLink } from "./setup.server.ts";
import { setupLinksTable } from "./setup-links.table.ts";

const site = startAuthSite();

beforeEach(async () => {
	await site.deps.db.delete(setupLinksTable);
	await site.deps.db.update(profilesTable).set({ role: "user" });
});

/** As a start does it: the part of the link after the sign. */
async function start(): Promise<string> {
	const link = await makeSetupLink(site.deps);
	expect(link).toMatch(/^http:\/\/site\.test\/setup#[\w-]{43}$/);
	return link?.split("#")[1] ?? "";
}

const newAddress = () => `${crypto.randomUUID()}@example.com`;

async function setUp(token: string, input: object = {}) {
	const answer = await site.api.request("/api/setup", {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ token, name: "Ruth Kessler", email: newAddress(), password: testPassword, ...input }),
	});
	return { status: answer.status, body: await answer.json() };
}

const admins = () => site.deps.db.select().from(profilesTable).where(eq(profilesTable.role, "admin"));

test("whoever holds the link of the first start becomes the admin, is signed in, and ends the link", async () => {
	const token = await start();
	const { status, body } = await setUp(token, { email: "Ruth@Example.com" });
	expect(status).toBe(201);
	expect(await admins()).toMatchObject([{ email: "ruth@example.com", full_name: "Ruth Kessler" }]);
	const headers = { Authorization: `Bearer ${body.access_token}` };
	expect((await site.api.request("/api/users", { headers })).status).toBe(200);
	expect(await setUp(token)).toMatchObject({
		status: 410,
		body: { error: "This link can't be used. Run npm run admin on the server." },
	});
	expect(await makeSetupLink(site.deps)).toBeUndefined();
});

test("of two links, used at once, one makes an admin", async () => {
	const links = [await start(), await start()];
	const answers = await Promise.all(links.map((token) => setUp(token)));
	expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 410]);
	expect(await admins()).toHaveLength(1);
});

test("a link that is a day old, is made up, or came before an admin from the command line opens nothing", async () => {
	const token = await start();
	expect((await setUp("x")).status).toBe(410);
	site.wait(24 * 60 * 60);
	expect((await setUp(token)).status).toBe(410);
	const fresh = await start();
	await appointAdmin(site.deps, newAddress());
	expect((await setUp(fresh)).status).toBe(410);
	expect(await site.deps.db.$count(setupLinksTable)).toBe(0);
	expect(await admins()).toHaveLength(1);
});

test("what a form lacks is said at its field, and the link stays good", async () => {
	const token = await start();
	expect((await setUp(token, { name: " ", email: "ruth" })).body.fields).toEqual({
		name: "Please enter your name.",
		email: expect.stringContaining("email"),
	});
	expect((await setUp(token, { password: "short" })).body.fields).toEqual({
		password: "Password should be at least 8 characters.",
	});
	expect((await setUp(token)).status).toBe(201);
});

test("an account that stands at the address gets the new password, and what it had opened ends", async () => {
	const { user, headers } = await signInAs(site.deps, { email: newAddress() });
	const { headers: ofLink, session } = await openSession(site.deps, user);
	await site.deps.db.update(sessionsTable).set({ method: "otp" }).where(eq(sessionsTable.id, session.id));
	expect((await setUp(await start(), { email: user.email, password: "gondola twelve birch 9" })).status).toBe(201);
	for (const former of [headers, ofLink])
		expect((await site.api.request("/api/profile", { headers: former })).status).toBe(401);
	const tab = site.openTab();
	expect((await tab.signInWithPassword({ email: user.email, password: testPassword })).error).not.toBeNull();
	expect((await tab.signInWithPassword({ email: user.email, password: "gondola twelve birch 9" })).error).toBeNull();
	await insertUser(site.deps);
	expect(await admins()).toHaveLength(1);
});

test("the link itself is stored nowhere", async () => {
	const token = await start();
	const [row] = await site.deps.db.select().from(setupLinksTable);
	expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/);
	expect(JSON.stringify(row)).not.toContain(token);
});
