import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { usersTable } from "#features/auth/auth.table.ts";
import { insertUser, openSession, type SignedInUser, signInAs, testPassword } from "#tests/accounts.ts";
import { fragmentOf, startAuthSite, tokenOf } from "#tests/auth-site.ts";
import { acceptInvitation, createInvitation, deleteOldInvitations, sendInvitationAgain } from "./invitations.server.ts";
import { invitationsTable } from "./invitations.table.ts";

const site = startAuthSite();
let admin: SignedInUser;

beforeEach(async () => {
	await site.deps.db.delete(invitationsTable);
	admin = await signInAs(site.deps, { role: "admin", full_name: "Ruth Kessler" });
});

const newAddress = () => `${crypto.randomUUID()}@example.com`;

async function call(method: string, path: string, body?: object, { headers }: Pick<SignedInUser, "headers"> = admin) {
	const answer = await site.api.request(`/api/invitations${path}`, {
		method,
		headers: { ...headers, ...(body && { "content-type": "application/json" }) },
		...(body && { body: JSON.stringify(body) }),
	});
	return { status: answer.status, body: answer.status === 204 ? undefined : await answer.json() };
}

const visitor = { headers: { Authorization: "" } };

async function invite(email: string, role = "admin") {
	const answer = await call("POST", "", { email, role });
	expect(answer.status).toBe(201);
	return { id: String(answer.body.id), token: await newestToken(email.toLowerCase()) };
}

const newestToken = async (email: string) => tokenOf((await site.mailTo(email)).link);
const check = (token: string) => call("POST", "/check", { token }, visitor);
const accept = (token: string, input: object = {}) =>
	call("POST", "/accept", { token, full_name: "Grace Hopper", password: testPassword, ...input }, visitor);

const profileOf = async (email: string) =>
	(await site.deps.db.select().from(profilesTable).where(eq(profilesTable.email, email)))[0];

const days = (count: number) => count * 24 * 60 * 60;

/** Moves the clock, and signs the admin in again. */
async function wait(seconds: number): Promise<void> {
	site.wait(seconds);
	admin = await openSession(site.deps, admin.user);
}

async function logOf(id: string) {
	const answer = await site.api.request(`/api/activity?limit=100&record=${id}`, { headers: admin.headers });
	const { rows }: { rows: { action: string; actor_email: string; changes: object }[] } = await answer.json();
	return rows.map(({ action, actor_email, changes }) => ({ action, actor_email, changed: Object.keys(changes) }));
}

// proves D-access-17
test("an admin invites someone, who chooses a name and a password with the emailed link and has the role", async () => {
	const sent = site.deps.clock();
	const { id, token } = await invite("Grace@Example.com");
	const expires = new Date(sent.getTime() + days(7) * 1000).toISOString();
	const invitation = {
		id,
		email: "grace@example.com",
		role: "admin",
		areas: null,
		sent_at: sent.toISOString(),
		expires_at: expires,
	};
	expect((await call("GET", "")).body).toEqual([invitation]);
	expect(await profileOf("grace@example.com")).toBeUndefined();

	const mail = await site.mailTo("grace@example.com");
	expect(mail.link).toMatch(/^http:\/\/site\.test\/auth\?view=invitation#invitation=[\w-]{43}$/);
	expect(mail.text).toContain(`Ruth Kessler (${admin.user.email}) has invited you`);
	expect(await check(token)).toEqual({ status: 200, body: { email: "grace@example.com", role: "admin" } });

	const { status, body } = await accept(token);
	expect(status).toBe(200);
	const tab = site.openTab();
	const { data } = await tab.setSession(body);
	expect(data.user).toMatchObject({ email: "grace@example.com", user_metadata: { full_name: "Grace Hopper" } });
	expect(data.user?.email_confirmed_at).toBeDefined();
	expect(await profileOf("grace@example.com")).toMatchObject({ full_name: "Grace Hopper", role: "admin" });
	expect(
		(await call("GET", "", undefined, { headers: { Authorization: `Bearer ${body.access_token}` } })).body,
	).toEqual([]);
	expect((await tab.signInWithPassword({ email: "grace@example.com", password: testPassword })).error).toBeNull();
	expect(await logOf(id)).toEqual([
		{ action: "update", actor_email: "grace@example.com", changed: ["accepted_at"] },
		{ action: "insert", actor_email: admin.user.email, changed: [] },
	]);
});

test("stores only the hash of the emailed token", async () => {
	const { token } = await invite(newAddress());
	expect(JSON.stringify(await site.deps.db.select().from(invitationsTable))).not.toContain(token);
	const { rows } = await site.deps.database.query("select * from mails, activity");
	expect(JSON.stringify([rows, site.log])).not.toContain(token);
});

test("an invitation is accepted once, also when it is sent many times at once", async () => {
	const { token } = await invite(newAddress());
	const answers = await Promise.all(Array.from({ length: 4 }, () => accept(token)));
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
	const message = "This invitation has already been accepted. Sign in with the password you chose then.";
	expect(await check(token)).toEqual({ status: 410, body: { code: "invitation_accepted", error: message } });
});

test("expires after seven days, is shown as it was, and works for seven more when it is sent again", async () => {
	const email = newAddress();
	const { id, token } = await invite(email);
	await wait(days(7) - 1);
	expect((await check(token)).status).toBe(200);
	await wait(1);
	const expired = { code: "invitation_expired", error: "This invitation has expired. Please ask for a new one." };
	expect(await check(token)).toEqual({ status: 410, body: expired });
	expect(await accept(token)).toEqual({ status: 410, body: expired });
	expect((await call("GET", "")).body).toMatchObject([{ id, expires_at: site.deps.clock().toISOString() }]);
	expect((await call("POST", `/${id}/send-again`)).status).toBe(200);
	await wait(days(6));
	expect((await check(await newestToken(email))).status).toBe(200);
	expect((await check(token)).status).toBe(404);
	expect(await logOf(id)).toMatchObject([{ action: "update", changed: ["token_hash"] }, { action: "insert" }]);
});

test("an expired invitation is no obstacle to inviting again, as something else", async () => {
	const email = newAddress();
	await invite(email, "admin");
	await wait(days(8));
	const { token } = await invite(email, "user");
	expect((await call("GET", "")).body).toMatchObject([{ email, role: "user" }]);
	expect((await accept(token)).status).toBe(200);
	expect((await profileOf(email))?.role).toBe("user");
});

test("an invitation that is taken back opens nothing, and the address may be invited anew", async () => {
	const email = newAddress();
	const { id, token } = await invite(email);
	expect((await call("DELETE", `/${id}`)).status).toBe(204);
	const withdrawn = {
		code: "invitation_withdrawn",
		error: "This invitation has been revoked. Please ask for a new one.",
	};
	expect(await check(token)).toEqual({ status: 410, body: withdrawn });
	expect((await accept(token)).status).toBe(410);
	expect((await call("GET", "")).body).toEqual([]);
	for (const [method, path] of [
		["DELETE", `/${id}`],
		["POST", `/${id}/send-again`],
		["DELETE", "/nobody"],
	] as const) {
		expect((await call(method, path)).status).toBe(404);
	}
	expect((await logOf(id))[0]).toMatchObject({ actor_email: admin.user.email, changed: ["withdrawn_at"] });
	await wait(61);
	await invite(email);
});

test("a link that was never emailed opens nothing", async () => {
	for (const token of ["", "x".repeat(43), "x".repeat(200), "\0"]) {
		expect(await check(token)).toMatchObject({ status: 404, body: { code: "invitation_unknown" } });
	}
});

test("refuses an address that has an account or an invitation, and says what to do", async () => {
	const { user } = await signInAs(site.deps);
	expect(await call("POST", "", { email: user.email.toUpperCase(), role: "admin" })).toMatchObject({
		status: 409,
		body: {
			code: "has_account",
			fields: { email: "This address already has an account. Change its role in the list of users." },
		},
	});
	const email = newAddress();
	await invite(email);
	await wait(61);
	expect(await call("POST", "", { email, role: "admin" })).toMatchObject({
		status: 409,
		body: { code: "already_invited" },
	});
	expect(await call("POST", "", { email: "nobody", role: "owner" })).toMatchObject({
		status: 422,
		body: { fields: { email: expect.any(String), role: "Please choose a role." } },
	});
});

test("if two admins invite the same address at the same moment, one of them gets an error", async () => {
	const email = newAddress();
	const inviter = { userId: admin.user.id, email: admin.user.email };
	// Past the interval between two emails, which would refuse the second one for another reason.
	const outcomes = await Promise.allSettled(
		[1, 2].map(() => createInvitation(site.deps, { email, role: "user", areas: null }, inviter)),
	);
	expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
	expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "already_invited" } });
});

test("an unconfirmed account may be invited: what a stranger chose for it is void", async () => {
	const email = newAddress();
	await site.send("POST", "/signup", { email, password: "password of a stranger", data: { full_name: "Eve" } });
	// Nothing opens a session of an unconfirmed account today. One that exists all the same must end.
	const [unconfirmed] = await site.deps.db.select().from(usersTable).where(eq(usersTable.email, email));
	if (!unconfirmed) throw new Error("the sign-up stored no account");
	const stranger = await openSession(site.deps, unconfirmed);
	const { token } = await invite(email);
	await wait(61);
	await site.send("POST", "/signup", { email, password: "password of a stranger", data: { full_name: "Eve" } });
	const confirmation = (await site.mailTo(email)).link;
	expect((await accept(token)).status).toBe(200);
	expect(await profileOf(email)).toMatchObject({ full_name: "Grace Hopper", role: "admin" });
	expect((await call("GET", "", undefined, stranger)).status).toBe(401);
	const attempt = await site.openTab().signInWithPassword({ email, password: "password of a stranger" });
	expect(attempt.error?.code).toBe("invalid_credentials");
	expect(fragmentOf(await site.open(confirmation)).error_code).toBe("otp_expired");
});

test.each(["sign-up", "recovery"])("an account that a %s link has confirmed ends its invitation", async (way) => {
	const email = newAddress();
	const { id, token } = await invite(email, "user");
	await site.send("POST", "/signup", { email, password: testPassword });
	if (way === "recovery") await site.send("POST", "/recover", { email });
	expect(fragmentOf(await site.open((await site.mailTo(email)).link)).access_token).toBeDefined();

	const message = "This address already has an account. Sign in with its password, or choose a new one.";
	const ended = { status: 410, body: { code: "invitation_has_account", error: message } };
	expect(await check(token)).toEqual(ended);
	expect(await accept(token, { password: "another-good-password" })).toEqual(ended);
	expect((await call("GET", "")).body).toEqual([]);
	await wait(3600);
	expect((await call("POST", `/${id}/send-again`)).status).toBe(404);
});

test("an invitation takes no account over, also while one is confirmed at this moment", async () => {
	const email = newAddress();
	const { token } = await invite(email, "user");
	const owner = await openSession(site.deps, await insertUser(site.deps, { email, role: "admin" }));
	const acceptance = { token, full_name: "Eve" };
	const client = { address: "192.0.2.1", device: "" };
	// As after a check of the link that came before the confirmation.
	await expect(acceptInvitation(site.deps, acceptance, "a hash", client)).rejects.toMatchObject({ status: 410 });
	expect(await profileOf(email)).toMatchObject({ full_name: null, role: "admin" });
	expect((await call("GET", "", undefined, owner)).status).toBe(200);
	const { error } = await site.openTab().signInWithPassword({ email, password: testPassword });
	expect(error).toBeNull();
});

test("requires a name and a valid password, and uses nothing up before that", async () => {
	const { token } = await invite(newAddress());
	expect(await accept(token, { full_name: " ", password: "short" })).toMatchObject({
		status: 422,
		body: { fields: { full_name: "Please enter your name." } },
	});
	expect(await accept(token, { password: "short" })).toMatchObject({
		status: 422,
		body: { fields: { password: "Password should be at least 8 characters." } },
	});
	expect((await accept(token, { password: "password123" })).status).toBe(422);
	expect((await accept(token)).status).toBe(200);
});

test("an admin's open invitations end with the role", async () => {
	const other = await signInAs(site.deps, { role: "admin" });
	const answer = await call("POST", "", { email: newAddress(), role: "admin" }, other);
	const token = await newestToken(answer.body.email);
	const mine = await invite(newAddress());
	const demotion = await site.api.request(`/api/users/${other.user.id}/role`, {
		method: "PATCH",
		headers: { ...admin.headers, "content-type": "application/json" },
		body: '{"role":"user"}',
	});
	expect(demotion.status).toBe(200);
	expect((await check(token)).body.code).toBe("invitation_withdrawn");
	expect((await check(mine.token)).status).toBe(200);
});

test("someone who is no longer an admin at the time of writing can neither invite nor send an invitation again", async () => {
	const { id } = await invite(newAddress());
	const { user } = await signInAs(site.deps);
	const email = newAddress();
	const inviter = { userId: user.id, email: user.email };
	const refused = { status: 403 };
	await expect(createInvitation(site.deps, { email, role: "admin", areas: null }, inviter)).rejects.toMatchObject(
		refused,
	);
	await expect(sendInvitationAgain(site.deps, id, inviter)).rejects.toMatchObject(refused);
	expect(await site.deps.db.select().from(invitationsTable)).toMatchObject([{ id, invited_by: admin.user.id }]);
});

test("emails one address at most once a minute, by inviting and by sending again", async () => {
	const email = newAddress();
	const { id } = await invite(email);
	const tooSoon = { code: "over_email_send_rate_limit", error: expect.stringContaining("after 60 seconds") };
	expect(await call("POST", `/${id}/send-again`)).toEqual({ status: 429, body: tooSoon });
	await call("DELETE", `/${id}`);
	expect(await call("POST", "", { email, role: "user" })).toEqual({ status: 429, body: tooSoon });
	await wait(60);
	await invite(email);
});

test("deletes invitations a month after they expire, and keeps later ones", async () => {
	const { id } = await invite(newAddress());
	await wait(days(30));
	const later = await invite(newAddress());
	await wait(days(7) + 1);
	await deleteOldInvitations(site.deps);
	expect(await site.deps.db.select({ id: invitationsTable.id }).from(invitationsTable)).toEqual([{ id: later.id }]);
	expect((await logOf(id)).map(({ action }) => action)).toEqual(["insert"]);
});

test("erasing a person takes the invitation along, in the log too", async () => {
	const email = newAddress();
	const { id } = await invite(email);
	const send = (action: string) =>
		site.api.request(`/api/privacy/${action}`, {
			method: "POST",
			headers: { ...admin.headers, "content-type": "application/json" },
			body: JSON.stringify({ email, confirmation: email }),
		});
	expect(await (await send("export")).text()).toContain(id);
	expect((await send("erase")).status).toBe(200);
	expect((await call("GET", "")).body).toEqual([]);
	expect(JSON.stringify((await site.deps.database.query("select * from activity")).rows)).not.toContain(email);
	// Of the account that the erasure found there was none: the person may be invited again.
	expect(await site.deps.db.select().from(usersTable).where(eq(usersTable.email, email))).toEqual([]);
});

describe("with limits", () => {
	const limited = startAuthSite({ RATE_LIMITS: "on" });

	beforeEach(async () => {
		await limited.deps.database.query("delete from rate_limits");
	});

	const post = async (path: string, body: object, headers = {}) => {
		const json = { ...headers, "content-type": "application/json" };
		return limited.api.request(`/api/invitations${path}`, {
			method: "POST",
			headers: json,
			body: JSON.stringify(body),
		});
	};

	test("an admin mails at most 50 invitations a day, and one address opens at most 30 links in five minutes", async () => {
		const { headers } = await signInAs(limited.deps, { role: "admin" });
		const mailed = await Promise.all(
			Array.from({ length: 51 }, () => post("", { email: newAddress(), role: "user" }, headers)),
		);
		expect(mailed.filter(({ status }) => status === 201)).toHaveLength(50);
		expect(mailed.find(({ status }) => status !== 201)?.status).toBe(429);
		expect(await limited.mails()).toHaveLength(50);
		const opened = await Promise.all(Array.from({ length: 31 }, () => post("/check", { token: "x" })));
		expect(
			opened
				.map(({ status }) => status)
				.sort()
				.at(-1),
		).toBe(429);
		expect(opened.filter(({ status }) => status === 404)).toHaveLength(30);
	});

	test.each(["/check", "/accept"])("%s counts what is no form, and takes no more than a form has", async (path) => {
		const answers = [];
		for (let sent = 0; sent < 100; sent++) answers.push((await post(path, { token: 1 })).status);
		expect(answers).toEqual([...Array(30).fill(422), ...Array(70).fill(429)]);
		await limited.deps.database.query("delete from rate_limits");
		const large = await Promise.all(Array.from({ length: 31 }, () => post(path, { token: "x".repeat(9000) })));
		expect(large.map(({ status }) => status).sort()).toEqual([...Array(30).fill(413), 429]);
	});
});
