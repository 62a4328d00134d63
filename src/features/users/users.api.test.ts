import { randomUUID } from "node:crypto";
import { eq, isNull } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { usersTable } from "#features/auth/auth.table.ts";
import { listRecords } from "#platform/records/records.server.ts";
import { insertUser, openSession, type SignedInUser, signInAs, testPassword } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { users } from "./users.record.server.ts";
import { maxListedUnconfirmed } from "./users.schema.ts";
import { updateRole } from "./users.server.ts";

const app = startTestApp();

beforeEach(async () => {
	await app.deps.db.delete(usersTable);
	app.setTime(testTime);
});

const changeRole = (caller: SignedInUser, userId: string, role: unknown) =>
	app.api.request(`/api/users/${userId}/role`, {
		method: "PATCH",
		headers: { ...caller.headers, "Content-Type": "application/json" },
		body: JSON.stringify({ role }),
	});

const roleOf = async (userId: string) =>
	(await app.deps.db.select().from(profilesTable).where(eq(profilesTable.user_id, userId)))[0]?.role;

const list = async (caller: SignedInUser, query = "") =>
	(await app.api.request(`/api/users${query}`, { headers: caller.headers })).json();

// proves S6-roles-06, S7-profiles-01
test("lists all users, newest first", async () => {
	const admin = await signInAs(app.deps, { role: "admin", email: "first@example.com" });
	app.setTime(new Date(testTime.getTime() + 1000));
	await insertUser(app.deps, { email: "second@example.com", full_name: "Grace Hopper" });
	const response = await app.api.request("/api/users", { headers: admin.headers });
	expect(await response.json()).toMatchObject({
		rows: [
			{ email: "second@example.com", full_name: "Grace Hopper", role: "user", created_at: "2026-03-04T15:00:01.000Z" },
			{ email: "first@example.com", full_name: null, role: "admin", user_id: admin.user.id },
		],
		next: null,
	});
});

test("the list comes in pages, and each continues where the one before ended", async () => {
	const admin = await signInAs(app.deps, { role: "admin", email: "1@example.com" });
	for (const n of [2, 3, 4, 5]) await insertUser(app.deps, { email: `${n}@example.com` });
	const emails: string[] = [];
	for (let before: string | null = ""; before !== null; ) {
		const page: { rows: { email: string }[]; next: string | null } = await list(admin, `?limit=2${before}`);
		expect(page.rows.length).toBeLessThanOrEqual(2);
		emails.push(...page.rows.map(({ email }) => email));
		before = page.next && `&before=${page.next}`;
	}
	expect(emails.toSorted()).toEqual(["1", "2", "3", "4", "5"].map((n) => `${n}@example.com`));
});

test("a confirmation, a role, and a password change the listed user, and every screen is notified", async () => {
	const { db } = app.deps;
	const admin = await signInAs(app.deps, { role: "admin" });
	const { id } = await insertUser(app.deps, { confirmed: false });
	const row = async () => (await list(admin)).rows.find((user: { user_id: string }) => user.user_id === id);
	const received: string[] = [];
	const stop = app.deps.changes.subscribe({ onChange: ({ table, id }) => received.push(`${table} ${id}`) });
	const changes = [
		() => db.update(usersTable).set({ confirmed_at: testTime }).where(eq(usersTable.id, id)),
		() => changeRole(admin, id, "admin"),
		() => db.update(usersTable).set({ password_hash: "x" }).where(eq(usersTable.id, id)),
	];
	for (const change of changes) {
		const { id: profile, updated_at } = await row();
		received.length = 0;
		await change();
		await expect.poll(() => received).toContain(`profiles ${profile}`);
		const since = (await row()).updated_at;
		expect(since > updated_at).toBe(true);
		expect((await list(admin, `?updated_since=${since}`)).rows).toMatchObject([{ user_id: id }]);
	}
	// What the list does not show is no change of it.
	const before = await row();
	await db.update(usersTable).set({ last_sign_in_at: testTime }).where(eq(usersTable.id, id));
	expect(await row()).toEqual(before);
	stop();
});

test("lists only the newest unconfirmed accounts, and all others completely", async () => {
	const admin = await signInAs(app.deps, { role: "admin", email: "admin@example.com" });
	await insertUser(app.deps, { email: "appointed@example.com", role: "admin", confirmed: false });
	await insertUser(app.deps, { email: "colleague@example.com" });
	await app.deps.database.query(
		`with strangers as (
			insert into users (email, created_at, updated_at)
				select n || '@example.com', $1::timestamptz + n * interval '1 second', $1
				from generate_series(1, ${maxListedUnconfirmed + 1}) n
				returning *
		)
		insert into profiles (user_id, email, created_at) select id, email, created_at from strangers`,
		[testTime.toISOString()],
	);
	const users: { email: string }[] = (await list(admin)).rows;
	const newest = Array.from({ length: maxListedUnconfirmed }, (_, n) => `${maxListedUnconfirmed + 1 - n}@example.com`);
	expect(users.map(({ email }) => email).slice(0, maxListedUnconfirmed)).toEqual(newest);
	const others = ["admin@example.com", "appointed@example.com", "colleague@example.com"];
	expect(
		users
			.map(({ email }) => email)
			.slice(maxListedUnconfirmed)
			.toSorted(),
	).toEqual(others);
});

// proves D-access-16
test("the list says who has not confirmed, and who has to choose a password with an emailed link", async () => {
	const admin = await signInAs(app.deps, { role: "admin", email: "admin@example.com" });
	await insertUser(app.deps, { email: "stranger@example.com", confirmed: false });
	const promoted = await insertUser(app.deps, { email: "promoted@example.com" });
	await changeRole(admin, promoted.id, "admin");
	const users: object[] = (await list(admin)).rows;
	const of = (email: string) => users.find((user) => "email" in user && user.email === email);
	expect(of("admin@example.com")).toMatchObject({ status: "confirmed", has_password: true });
	expect(of("stranger@example.com")).toMatchObject({ status: "unconfirmed", has_password: true });
	expect(of("promoted@example.com")).toMatchObject({ status: "confirmed", has_password: false });
	expect(JSON.stringify(users)).not.toContain("argon2");
});

// proves D-access-16
test("an unconfirmed account gets no role above the one that everyone has", async () => {
	const admin = await signInAs(app.deps, { role: "admin" });
	const stranger = await insertUser(app.deps, { confirmed: false });
	const refusal = await changeRole(admin, stranger.id, "admin");
	expect([refusal.status, await refusal.json()]).toEqual([
		409,
		{ code: "not_confirmed", error: "This person must first confirm their email address with the link in our email." },
	]);
	expect(await roleOf(stranger.id)).toBe("user");
	expect((await changeRole(admin, stranger.id, "user")).status).toBe(200);
});

// proves S7-profiles-03, D-access-03
test("gives signed-in users their own profile, and nothing more", async () => {
	await insertUser(app.deps);
	const { user, headers } = await signInAs(app.deps, { full_name: "Ada Byron" });
	const response = await app.api.request("/api/profile", { headers });
	expect(await response.json()).toEqual({
		id: expect.any(String),
		areas: null,
		giver: null,
		picture: null,
		user_id: user.id,
		email: user.email,
		full_name: "Ada Byron",
		role: "user",
	});
});

// proves S4-users-01, S6-roles-06, S7-profiles-02
test("an admin gives and takes the role of another", async () => {
	const admin = await signInAs(app.deps, { role: "admin" });
	const other = await insertUser(app.deps);
	expect(await (await changeRole(admin, other.id, "admin")).json()).toMatchObject({ user_id: other.id, role: "admin" });
	expect(await (await changeRole(admin, other.id, "user")).json()).toMatchObject({ user_id: other.id, role: "user" });
});

// proves S4-users-02, S5-role-01
test("admins cannot demote themselves", async () => {
	const admin = await signInAs(app.deps, { role: "admin" });
	await insertUser(app.deps, { role: "admin" });
	const response = await changeRole(admin, admin.user.id, "user");
	expect([response.status, await response.json()]).toEqual([
		409,
		{ code: "own_role", error: "You cannot demote yourself from admin" },
	]);
	expect(await roleOf(admin.user.id)).toBe("admin");
	expect((await changeRole(admin, admin.user.id, "admin")).status).toBe(200);
});

// proves D-access-05
test("of two admins who demote each other at the same moment, one stays admin", async () => {
	for (let round = 0; round < 5; round++) {
		await app.deps.db.delete(usersTable);
		const [left, right] = [
			await insertUser(app.deps, { role: "admin" }),
			await insertUser(app.deps, { role: "admin" }),
		];
		// Past the guard, both still being admins.
		const outcomes = await Promise.allSettled([
			updateRole(app.deps, left.id, right.id, "user"),
			updateRole(app.deps, right.id, left.id, "user"),
		]);
		expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
		expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { status: 403 } });
		const { rows } = await listRecords(app.deps.db, users, { limit: 10 });
		const admins = rows.filter(({ role }) => role === "admin");
		expect(admins).toHaveLength(1);
	}
});

const signOutEverywhere = (caller: Pick<SignedInUser, "headers">, userId: string) =>
	app.api.request(`/api/users/${userId}/sessions`, { method: "DELETE", headers: caller.headers });

test("an admin ends all sessions of another account at once, and no others", async () => {
	const [admin, bystander] = [await signInAs(app.deps, { role: "admin" }), await signInAs(app.deps)];
	const phone = await signInAs(app.deps);
	const laptop = await openSession(app.deps, phone.user);
	const answer = await signOutEverywhere(admin, phone.user.id);
	expect([answer.status, await answer.text()]).toEqual([204, ""]);
	const profileStatuses = await Promise.all(
		[phone, laptop, bystander, admin].map(async ({ headers }) => {
			return (await app.api.request("/api/profile", { headers })).status;
		}),
	);
	expect(profileStatuses).toEqual([401, 401, 200, 200]);
	expect((await signOutEverywhere(admin, phone.user.id)).status).toBe(204);
	expect((await signOutEverywhere(admin, crypto.randomUUID())).status).toBe(404);
	expect((await signOutEverywhere(admin, "nobody")).status).toBe(404);
});

test("only an admin ends the sessions of another account", async () => {
	const victim = await signInAs(app.deps);
	expect((await signOutEverywhere({ headers: { Authorization: "" } }, victim.user.id)).status).toBe(401);
	expect((await signOutEverywhere(await signInAs(app.deps), victim.user.id)).status).toBe(403);
	expect((await app.api.request("/api/profile", { headers: victim.headers })).status).toBe(200);
});

test.each(["owner", "", null, 1])("refuses the role %j", async (role) => {
	const admin = await signInAs(app.deps, { role: "admin" });
	const other = await insertUser(app.deps);
	const response = await changeRole(admin, other.id, role);
	expect([response.status, await response.json()]).toMatchObject([422, { fields: { role: "Please choose a role." } }]);
});

test.each([crypto.randomUUID(), "nobody"])("answers 404 for the user %s", async (id) => {
	const admin = await signInAs(app.deps, { role: "admin" });
	expect((await changeRole(admin, id, "user")).status).toBe(404);
});

test("the database refuses a role that is none", async () => {
	const { id } = await insertUser(app.deps);
	const change = app.deps.database.query("update profiles set role = 'owner' where user_id = $1", [id]);
	await expect(change).rejects.toThrow();
});

const setActive = (caller: SignedInUser, userId: string, active: unknown) =>
	app.api.request(`/api/users/${userId}/active`, {
		method: "PATCH",
		headers: { ...caller.headers, "Content-Type": "application/json" },
		body: JSON.stringify({ active }),
	});

test("a deactivated account is refused at its next request, at its next refresh, and at every way to sign in", async () => {
	const admin = await signInAs(app.deps, { role: "admin" });
	const colleague = await signInAs(app.deps, { role: "admin", email: "left@example.com" });
	expect((await list(colleague)).rows).toHaveLength(2);
	const answer = await setActive(admin, colleague.user.id, false);
	expect([answer.status, await answer.json()]).toMatchObject([200, { status: "deactivated", role: "admin" }]);
	expect((await app.api.request("/api/users", { headers: colleague.headers })).status).toBe(401);
	// A session that a sign-in in progress has left behind.
	const { headers } = await openSession(app.deps, colleague.user);
	expect((await app.api.request("/api/users", { headers })).status).toBe(401);
	const signIn = () =>
		app.api.request("/auth/v1/token?grant_type=password", {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify({ email: "left@example.com", password: testPassword }),
		});
	expect(await (await signIn()).json()).toMatchObject({ error_code: "user_banned" });
	expect((await list(admin)).rows.find((row: { email: string }) => row.email === "left@example.com")).toMatchObject({
		status: "deactivated",
	});
	expect((await (await setActive(admin, colleague.user.id, true)).json()).status).toBe("confirmed");
	expect((await signIn()).status).toBe(200);
	const log = await (await app.api.request("/api/activity?table=profiles", { headers: admin.headers })).json();
	const acts = log.rows.map((row: { action: string }) => row.action);
	expect(acts).toEqual(expect.arrayContaining(["deactivated", "reactivated"]));
});

test("no one deactivates themselves, and of two admins who deactivate each other one remains", async () => {
	const one = await signInAs(app.deps, { role: "admin", email: "one@example.com" });
	const two = await signInAs(app.deps, { role: "admin", email: "two@example.com" });
	expect(await (await setActive(one, one.user.id, false)).json()).toMatchObject({ code: "own_account" });
	const statuses = await Promise.all([setActive(one, two.user.id, false), setActive(two, one.user.id, false)]);
	expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1);
	const active = await app.deps.db.$count(usersTable, isNull(usersTable.deactivated_at));
	expect(active).toBe(1);
});

test("only admins deactivate accounts and see when others were last here", async () => {
	const user = await signInAs(app.deps, { role: "user" });
	const other = await insertUser(app.deps, { email: "other@example.com" });
	expect((await setActive(user, other.id, false)).status).toBe(403);
	expect((await app.api.request("/api/users/last-seen", { headers: user.headers })).status).toBe(403);
	const admin = await signInAs(app.deps, { role: "admin" });
	expect((await setActive(admin, other.id, "no")).status).toBe(422);
	expect((await setActive(admin, randomUUID(), false)).status).toBe(404);
	const seen = await (await app.api.request("/api/users/last-seen", { headers: admin.headers })).json();
	expect(seen[other.id]).toBeUndefined();
});

test("people change their own name, which colleagues and their own session show", async () => {
	const user = await signInAs(app.deps, { role: "user" });
	const rename = (full_name: string) =>
		app.api.request("/api/profile", {
			method: "PATCH",
			headers: { ...user.headers, "Content-Type": "application/json" },
			body: JSON.stringify({ full_name }),
		});
	expect(await (await rename(" Grace Hopper ")).json()).toMatchObject({ full_name: "Grace Hopper", role: "user" });
	const account = await app.api.request("/auth/v1/user", { headers: user.headers });
	expect((await account.json()).user_metadata).toMatchObject({ full_name: "Grace Hopper" });
	expect((await (await rename("")).json()).full_name).toBeNull();
	expect((await rename("x".repeat(1000))).status).toBe(422);
});
