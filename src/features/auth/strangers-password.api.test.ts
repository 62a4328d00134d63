import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { signInAs } from "#tests/accounts.ts";
import { fragmentOf, invite, startAuthSite } from "#tests/auth-site.ts";

// Someone signs up with another person's address, in the hope that its owner confirms the account and an admin
// promotes it: whatever the order, the stranger's password must not open an admin's account.

const site = startAuthSite();

const strangersPassword = "password of a stranger";
const ownersPassword = "password of the owner";

const newAddress = () => `${crypto.randomUUID()}@example.com`;

/** Each a minute after the one before, when the next email to the address may go out. */
async function signUp(email: string, password: string): Promise<void> {
	site.wait(61);
	expect((await site.send("POST", "/signup", { email, password })).status).toBe(200);
}

async function recover(email: string): Promise<void> {
	site.wait(61);
	expect((await site.send("POST", "/recover", { email })).status).toBe(200);
}

/** Opens the newest link in the owner's mailbox, and closes the tab. */
async function openNewestLink(email: string): Promise<string> {
	const fragment = fragmentOf(await site.open((await site.mailTo(email)).link));
	expect(fragment.access_token).toBeDefined();
	return fragment.access_token ?? "";
}

const signIn = (email: string, password: string) => site.openTab().signInWithPassword({ email, password });

async function promote(email: string): Promise<Response> {
	const { headers } = await signInAs(site.deps, { role: "admin" });
	const [profile] = await site.deps.db.select().from(profilesTable).where(eq(profilesTable.email, email));
	return site.api.request(`/api/users/${profile?.user_id}/role`, {
		method: "PATCH",
		headers: { ...headers, "content-type": "application/json" },
		body: '{"role":"admin"}',
	});
}

const roleSeenBy = async (token: string) => {
	const answer = await site.api.request("/api/profile", { headers: { authorization: `Bearer ${token}` } });
	return answer.ok ? (await answer.json()).role : answer.status;
};

async function expectNoWayIn(email: string): Promise<void> {
	expect((await signIn(email, strangersPassword)).error?.code).toBe("invalid_credentials");
}

test("an account whose address nobody has confirmed is not promoted", async () => {
	const email = newAddress();
	await signUp(email, strangersPassword);
	const refusal = await promote(email);
	expect([refusal.status, await refusal.json()]).toEqual([
		409,
		{ code: "not_confirmed", error: "This person must first confirm their email address with the link in our email." },
	]);
	// What the stranger waits for next.
	const owner = await openNewestLink(email);
	expect(await roleSeenBy(owner)).toBe("user");
});

test("the owner confirms a stranger's sign-up and is promoted: neither password nor session of the stranger lives on", async () => {
	const email = newAddress();
	await signUp(email, strangersPassword);
	const owner = await openNewestLink(email);
	const stranger = site.openTab();
	const { data } = await stranger.signInWithPassword({ email, password: strangersPassword });
	const token = data.session?.access_token ?? "";
	expect(await roleSeenBy(token)).toBe("user");

	expect((await promote(email)).status).toBe(200);
	await expectNoWayIn(email);
	expect(await roleSeenBy(token)).toBe(401);
	expect((await stranger.refreshSession()).error?.code).toBe("refresh_token_not_found");
	// Who came by a link has shown that the mailbox is theirs.
	expect(await roleSeenBy(owner)).toBe("admin");
});

test("a new admin gets a link to choose a password, and until then only a link opens the account", async () => {
	const email = newAddress();
	await signUp(email, ownersPassword);
	await openNewestLink(email);
	await promote(email);
	expect((await signIn(email, ownersPassword)).error?.code).toBe("invalid_credentials");
	const mail = await site.mailTo(email);
	expect(mail.subject).toMatch(/^You're now an admin/);
	const token_hash = new URL(mail.link ?? "").searchParams.get("token") ?? "";
	const tab = site.openTab();
	expect((await tab.verifyOtp({ type: "recovery", token_hash })).error).toBeNull();
	expect((await tab.updateUser({ password: "chosen by the owner" })).error).toBeNull();
	expect((await signIn(email, "chosen by the owner")).error).toBeNull();
	await expectNoWayIn(email);
});

test("an admin who is made an admin again keeps the password and gets no mail", async () => {
	const { email } = (await signInAs(site.deps, { role: "admin", password: ownersPassword })).user;
	expect((await promote(email)).status).toBe(200);
	expect((await signIn(email, ownersPassword)).error).toBeNull();
	await expect(site.mailTo(email)).rejects.toThrow("no mail");
});

test("a stranger signs up, the owner asks for a new password, opens the link and closes the tab", async () => {
	const email = newAddress();
	await signUp(email, strangersPassword);
	await recover(email);
	await openNewestLink(email);
	await expectNoWayIn(email);
});

test("the owner signs up, a stranger signs up after them, the owner opens the link for a new password", async () => {
	const email = newAddress();
	await signUp(email, ownersPassword);
	await signUp(email, strangersPassword);
	await recover(email);
	await openNewestLink(email);
	await expectNoWayIn(email);
	await promote(email);
	await expectNoWayIn(email);
});

test("the owner signs up, a stranger replaces the sign-up, the owner opens the newest link and is promoted", async () => {
	const email = newAddress();
	await signUp(email, ownersPassword);
	const first = (await site.mailTo(email)).link;
	await signUp(email, strangersPassword);
	expect(fragmentOf(await site.open(first)).error_code).toBe("otp_expired");
	expect((await promote(email)).status).toBe(409);
	await openNewestLink(email);
	expect((await promote(email)).status).toBe(200);
	await expectNoWayIn(email);
});

test("a stranger signs up again after the owner has confirmed: nothing changes", async () => {
	const email = newAddress();
	await signUp(email, ownersPassword);
	await openNewestLink(email);
	await signUp(email, strangersPassword);
	await expectNoWayIn(email);
	expect((await signIn(email, ownersPassword)).error).toBeNull();
});

test("a link for a new password leaves the password of a confirmed account as it is", async () => {
	const email = newAddress();
	await signUp(email, ownersPassword);
	await openNewestLink(email);
	await recover(email);
	await openNewestLink(email);
	expect((await signIn(email, ownersPassword)).error).toBeNull();
});

test("a stranger's sign-up is worth nothing once the owner has accepted an invitation", async () => {
	const email = newAddress();
	const invitation = await invite(site, "admin", email);
	await signUp(email, strangersPassword);
	const answer = await invitation.accept({ password: ownersPassword });
	expect(answer.status).toBe(200);
	expect(await roleSeenBy((await answer.json()).access_token)).toBe("admin");
	await expectNoWayIn(email);
	expect((await signIn(email, ownersPassword)).error).toBeNull();
});
