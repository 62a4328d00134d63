import { parseOptions } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { createPasswordHasher } from "#platform/process/password-hasher.server.ts";
import { insertUser, signInAs, testPassword } from "#tests/accounts.ts";
import { fragmentOf, startAuthSite } from "#tests/auth-site.ts";
import { oneTimeTokensTable, sessionsTable, usersTable } from "./auth.table.ts";

const site = startAuthSite();

const findUser = async (email: string) =>
	(await site.deps.db.select().from(usersTable).where(eq(usersTable.email, email)))[0];

/** Every row of every table of ours as one text, the queue with its jobs left out: an email waits there until it is sent. */
async function databaseAsText(): Promise<string> {
	const { rows } = await site.deps.database.query(
		"select table_name from information_schema.tables where table_schema = 'public'",
	);
	const contents = await Promise.all(
		rows.map(({ table_name }) => site.deps.database.query(`select * from "${table_name}"`)),
	);
	return JSON.stringify(contents);
}

/** Makes one kind of statement fail, as a full disk or a lost connection would. */
async function breakStatement(statement: "insert" | "update" | "delete", table: string): Promise<void> {
	await site.deps.database.query(`
		create or replace function fail() returns trigger language plpgsql as $$ begin raise 'broken on purpose'; end $$;
		create trigger broken before ${statement} on ${table} for each statement execute function fail();
	`);
}

afterEach(async () => {
	await site.deps.database.query("drop function if exists fail() cascade");
});

test("14.21 passwords are kept as argon2id with the cost of production", async () => {
	const stored = await createPasswordHasher().hash(testPassword);
	expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
	expect(parseOptions(stored)).toMatchObject({ memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
	await insertUser(site.deps, { email: "argon@example.com" });
	expect((await findUser("argon@example.com"))?.password_hash).toMatch(/^\$argon2id\$/);
});

test("14.21 neither password, link nor refresh token can be read in the database or in the log", async () => {
	site.log.length = 0;
	const email = "secrets@example.com";
	const password = "swordfish in the attic";
	await site.send("POST", "/signup", { email, password });
	const link = (await site.mailTo(email)).link ?? "";
	const token = new URL(link).searchParams.get("token") ?? "";
	expect(await databaseAsText()).not.toContain(token);
	const { access_token = "", refresh_token = "" } = fragmentOf(await site.open(link));
	await site.send("POST", "/token?grant_type=refresh_token", { refresh_token });
	await site.send("POST", "/token?grant_type=password", { email, password: `${password}?` });
	await site.api.request("/api/users", { headers: { Authorization: `Bearer ${access_token}` } });
	await site.api.request("/api/users", { headers: { Authorization: `Bearer ${access_token}x` } });
	const kept = (await databaseAsText()) + JSON.stringify(site.log);
	expect(kept).toContain(email);
	for (const secret of [password, token, access_token, refresh_token]) {
		expect(secret.length).toBeGreaterThan(10);
		expect(kept).not.toContain(secret);
	}
});

test("14.21 the mail interval does not keep addresses", async () => {
	await site.send("POST", "/recover", { email: "curious@example.com" });
	expect(await databaseAsText()).not.toContain("curious@example.com");
});

test("14.22 a sign-up whose mail cannot be queued leaves no account", async () => {
	await breakStatement("insert", "pgboss.job_common");
	const response = await site.send("POST", "/signup", { email: "half@example.com", password: testPassword });
	expect(response.status).toBe(500);
	expect(await findUser("half@example.com")).toBeUndefined();
});

test("14.22 a link whose session cannot be made stays good, and the address unconfirmed", async () => {
	await site.send("POST", "/signup", { email: "link@example.com", password: testPassword });
	const { link } = await site.mailTo("link@example.com");
	await breakStatement("insert", "sessions");
	expect(fragmentOf(await site.open(link))).toMatchObject({ error: "server_error", error_code: "unexpected_failure" });
	expect((await findUser("link@example.com"))?.confirmed_at).toBeNull();
	await site.deps.database.query("drop function fail() cascade");
	expect(fragmentOf(await site.open(link)).access_token).toBeDefined();
});

test("14.22 a password whose other sessions cannot be ended is not changed", async () => {
	const { user, headers } = await signInAs(site.deps);
	await breakStatement("delete", "one_time_tokens");
	const response = await site.send("PUT", "/user", { password: "a brand new password" }, headers);
	expect(response.status).toBe(500);
	expect((await findUser(user.email))?.password_hash).toBe(user.password_hash);
});

test("14.22 a recovery whose mail cannot be queued leaves the older link good", async () => {
	const email = "again@example.com";
	await insertUser(site.deps, { email });
	await site.send("POST", "/recover", { email });
	const before = await site.deps.db.select().from(oneTimeTokensTable);
	site.wait(61);
	await breakStatement("insert", "pgboss.job_common");
	expect((await site.send("POST", "/recover", { email })).status).toBe(500);
	expect(await site.deps.db.select().from(oneTimeTokensTable)).toEqual(before);
});

test("14.22 the end of a session by reuse holds although the request fails", async () => {
	const { session } = await signInAs(site.deps);
	await site.deps.db.update(sessionsTable).set({ counter: 5 }).where(eq(sessionsTable.id, session.id));
	site.wait(60);
	const { refreshToken } = await import("./sessions/refresh-token.server.ts");
	const refresh_token = refreshToken(site.deps.settings, session.id, 1);
	expect((await site.send("POST", "/token?grant_type=refresh_token", { refresh_token })).status).toBe(400);
	const left = await site.deps.db.select().from(sessionsTable).where(eq(sessionsTable.id, session.id));
	expect(left).toEqual([]);
});
