import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { sessionsTable } from "#features/auth/auth.table.ts";
import { refreshToken } from "#features/auth/sessions/refresh-token.server.ts";
import { insertUser, openSession, type SignedInUser, signInAs, testPassword } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";

const site = startAuthSite({ RATE_LIMITS: "on", AUTH_RATE_LIMITS: "off", AUTH_MAIL_INTERVAL: "0" });
let admin: SignedInUser;

beforeAll(async () => {
	admin = await signInAs(site.deps, { role: "admin", full_name: "Ruth Kessler", email: "ruth@staff.example" });
});

beforeEach(async () => {
	site.log.length = 0;
	await site.deps.database.query("delete from rate_limits");
});

const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

/** A request with a browser and an address of its own. */
const call = (method: string, path: string, body: object, headers: object = {}, remoteAddress = "192.0.2.7") =>
	site.api.request(
		path,
		{
			method,
			body: JSON.stringify(body),
			headers: { "Content-Type": "application/json", "User-Agent": userAgent, ...headers },
		},
		{ incoming: { socket: { remoteAddress } } },
	);

const signIn = (email: string, password: string, address?: string) =>
	call("POST", "/auth/v1/token?grant_type=password", { email, password }, {}, address);

/** What the Activity screen shows about accounts, newest first. */
async function trail(): Promise<Record<string, unknown>[]> {
	const answer = await site.api.request("/api/activity?limit=100&table=profiles", { headers: admin.headers });
	return (await answer.json()).rows;
}

const trailOf = async (email: string) => (await trail()).filter(({ record_label }) => record_label === email);

const here = { address: "192.0.2.7", device: "Firefox on Linux" };

test("a sign-in is a row with address and device: of staff by name, of others as visitors", async () => {
	const staff = await insertUser(site.deps, { role: "admin", full_name: "Theo Marchetti" });
	const client = await insertUser(site.deps, { full_name: "Client" });
	for (const { email } of [staff, client]) expect((await signIn(email, testPassword)).status).toBe(200);
	const details = { action: "signed_in", changes: { method: { new: "password" } }, ...here };
	expect(await trailOf(staff.email)).toMatchObject([
		{ ...details, actor_kind: "staff", actor_id: staff.id, actor_name: "Theo Marchetti", actor_email: staff.email },
		{ action: "insert" },
	]);
	expect(await trailOf(client.email)).toMatchObject([
		{ ...details, actor_kind: "visitor", actor_id: null, actor_name: null, actor_email: null },
	]);
	const [session] = await site.deps.db.select().from(sessionsTable).where(eq(sessionsTable.user_id, staff.id));
	const proof = { sessionId: session?.id, methods: ["password"], level: "aal1" };
	expect(site.log).toMatchObject([
		{
			level: "info",
			message: "signed in",
			fields: { event: "auth.signed_in", address: "192.0.2.7", userId: staff.id, ...proof },
		},
		{ level: "info", fields: { userId: client.id } },
	]);
});

test("a mailed link that is opened is a sign-in by it, and the password chosen then is a row of its own", async () => {
	const { email } = await insertUser(site.deps);
	await call("POST", "/auth/v1/recover", { email });
	const token_hash = new URL((await site.mailTo(email)).link ?? "").searchParams.get("token");
	const answer = await call("POST", "/auth/v1/verify", { type: "recovery", token_hash });
	const headers = { Authorization: `Bearer ${(await answer.json()).access_token}` };
	await call("PUT", "/auth/v1/user", { password: "a brand new password" }, headers);
	expect(await trailOf(email)).toMatchObject([
		{ action: "password_changed", changes: {}, ...here },
		{ action: "signed_in", changes: { method: { new: "otp" } }, ...here },
	]);
});

test("failed sign-ins are rows and warnings, and tell apart what is ours from what was typed", async () => {
	const { email, id } = await insertUser(site.deps);
	const unconfirmed = await insertUser(site.deps, { confirmed: false });
	await signIn(email, "not the password");
	await signIn("tr0ub4dor&3 typed into the wrong field", "not the password");
	await signIn(unconfirmed.email, testPassword);
	const failure = { action: "sign_in_failed", actor_kind: "visitor", actor_id: null, changes: {}, ...here };
	expect(await trailOf(email)).toMatchObject([failure]);
	expect(await trailOf(unconfirmed.email)).toEqual([]);
	expect(await trailOf("unknown")).toMatchObject([failure, failure]);
	const line = { level: "warn", message: "a sign-in failed" };
	expect(site.log).toEqual([
		{ ...line, fields: { event: "auth.sign_in_failed", address: "192.0.2.7", userId: id } },
		{ ...line, fields: { event: "auth.sign_in_failed", address: "192.0.2.7" } },
		{ ...line, fields: { event: "auth.sign_in_failed", address: "192.0.2.7" } },
	]);
	expect(JSON.stringify(await trail())).not.toContain("tr0ub4dor");
});

test("a wrong current password and the reuse of an old session are rows and warnings", async () => {
	const signedIn = await signInAs(site.deps);
	const { email, id } = signedIn.user;
	await call("PUT", "/auth/v1/user", { password: "a new one, please", current_password: "?" }, signedIn.headers);
	const refresh = (counter: number) =>
		call("POST", "/auth/v1/token?grant_type=refresh_token", {
			refresh_token: refreshToken(site.deps.settings, signedIn.session.id, counter),
		});
	for (const counter of [0, 1]) expect((await refresh(counter)).status).toBe(200);
	site.wait(60);
	expect((await refresh(0)).status).toBe(400);
	expect(await trailOf(email)).toMatchObject([
		{ action: "session_reused", actor_kind: "visitor", ...here },
		{ action: "password_change_failed", actor_kind: "visitor", ...here },
	]);
	expect(site.log.map(({ level, fields }) => [level, fields])).toEqual([
		["warn", { event: "auth.password_change_failed", address: "192.0.2.7", userId: id }],
		["warn", { event: "auth.session_reused", address: "192.0.2.7", userId: id }],
	]);
});

test("a role that is given or taken is a row with the address and device of whoever did it", async () => {
	const user = await insertUser(site.deps);
	await call("PATCH", `/api/users/${user.id}/role`, { role: "admin" }, admin.headers);
	expect(await trailOf(user.email)).toMatchObject([
		{ action: "update", actor_name: "Ruth Kessler", changes: { role: { old: "user", new: "admin" } }, ...here },
	]);
	// What staff do to anything else is no one's whereabouts.
	await call("POST", "/api/jobs", { title: "Editor" }, admin.headers);
	const { rows } = await site.deps.database.query(
		"select count(*)::int as n from activity where address is not null and record_table <> 'profiles'",
	);
	expect(rows).toEqual([{ n: 0 }]);
});

test("an admin who ends somebody's sessions is in the log with it", async () => {
	const { user } = await signInAs(site.deps);
	await openSession(site.deps, user);
	const answer = await call("DELETE", `/api/users/${user.id}/sessions`, {}, admin.headers);
	expect(answer.status).toBe(204);
	expect(await trailOf(user.email)).toMatchObject([
		{ action: "sessions_ended", actor_kind: "staff", actor_name: "Ruth Kessler", ...here },
	]);
	expect(site.log).toMatchObject([
		{ level: "info", fields: { event: "auth.sessions_ended", userId: user.id, by: admin.user.id } },
	]);
});

test("a stranger writes thirty failures of a day into the log and no more, for known and unknown addresses alike", async () => {
	const { email } = await insertUser(site.deps);
	const before = (await trail()).length;
	for (let n = 0; n < 20; n++) {
		await signIn(email, "a guess", "198.51.100.1");
		await signIn(`nobody-${n}@example.com`, "a guess", "198.51.100.1");
	}
	expect((await trail()).length - before).toBe(30);
	expect(await trailOf(email)).toHaveLength(15);
	expect(site.log.filter(({ level }) => level === "warn")).toHaveLength(40);
	await signIn(email, "a guess", "198.51.100.2");
	expect((await trail()).length - before).toBe(31);
});

test("whoever owns an account writes a hundred sign-ins of a day into the log and no more", async () => {
	const { email } = await insertUser(site.deps);
	const { rows } = await site.deps.database.query("select id from profiles where email = $1", [email]);
	await site.deps.database.query(
		`insert into activity (actor_kind, record_table, record_id, record_label, action, changes)
			select 'visitor', 'profiles', $1, 'today', 'signed_in', '{}' from generate_series(1, 99)`,
		[rows[0]?.id],
	);
	for (let n = 0; n < 3; n++) expect((await signIn(email, testPassword)).status).toBe(200);
	expect(await trailOf(email)).toHaveLength(1);
});

test("an address of IPv6 is noted as the network that it belongs to, a tool as an unknown device", async () => {
	const { email } = await insertUser(site.deps);
	const body = { email, password: testPassword };
	const path = "/auth/v1/token?grant_type=password";
	await call("POST", path, body, { "User-Agent": "curl/8 <script>" }, "2001:db8:1:2:3:4:5:6");
	expect(await trailOf(email)).toMatchObject([{ address: "2001:db8:1:2::/64", device: "Unknown device" }]);
});
