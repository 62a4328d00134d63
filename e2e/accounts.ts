import type { Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { usersTable } from "#features/auth/auth.table.ts";
import type { Areas } from "#lib/access/areas.ts";
import { createPasswordHasher } from "#platform/process/password-hasher.server.ts";
import { inDatabase } from "./desk.ts";
import { expect } from "./fixtures.ts";
import type { SiteServer } from "./site-server.ts";
import { signInOverHttp } from "./staff.ts";

export type Account = { email: string; password: string; name: string };

let count = 0;

/** An account that no other test has. */
export function buildAccount(name = "Ada Byron"): Account {
	count += 1;
	return { email: `person${process.pid}-${count}@example.com`, password: "plain-orchid-77-kettle", name };
}

/** The accounts of the tests have one password, which takes long to hash. */
let passwordHash: Promise<string> | undefined;

/** Stores a confirmed account, as signing up or accepting an invitation does; `auth.spec.ts` and `users.spec.ts` go those ways. */
export async function insertAccount(
	site: SiteServer,
	role: "user" | "admin",
	name?: string,
	areas: Areas = null,
): Promise<Account> {
	const account = buildAccount(name);
	passwordHash ??= createPasswordHasher().hash(account.password);
	const password_hash = await passwordHash;
	await inDatabase(site, async (db) => {
		const [email, full_name, created_at] = [account.email, account.name, new Date()];
		const [user] = await db
			.insert(usersTable)
			.values({
				email,
				password_hash,
				confirmed_at: created_at,
				user_metadata: { full_name },
				created_at,
				updated_at: created_at,
			})
			.returning();
		if (!user) throw new Error("the insert returned no row");
		await db.insert(profilesTable).values({ user_id: user.id, email, full_name, role, areas, created_at });
	});
	return account;
}

/** Signs up and follows the emailed link. */
export async function signUp(site: SiteServer): Promise<Account> {
	const account = buildAccount();
	await signUpUnconfirmed(site, account);
	await fetch(await mailedLink(site, account.email), { redirect: "manual" });
	return account;
}

export async function signUpUnconfirmed(site: SiteServer, account: Account): Promise<void> {
	const answer = await post(site, "/auth/v1/signup", { ...account, data: { full_name: account.name } });
	expect(answer.status).toBe(200);
}

const post = (site: SiteServer, path: string, body: object, headers: Record<string, string> = {}) =>
	fetch(site.url + path, {
		method: "POST",
		headers: { ...headers, "content-type": "application/json" },
		body: JSON.stringify(body),
	});

export async function changeRole(site: SiteServer, account: Account, role: "user" | "admin"): Promise<void> {
	const headers = {
		authorization: `Bearer ${await signInOverHttp(site)}`,
		"content-type": "application/json",
	};
	const users: { rows: { user_id: string; email: string }[] } = await (
		await fetch(`${site.url}/api/users`, { headers })
	).json();
	const user = users.rows.find(({ email }) => email === account.email);
	const body = JSON.stringify({ role });
	const answer = await fetch(`${site.url}/api/users/${user?.user_id}/role`, { method: "PATCH", headers, body });
	expect(answer.status).toBe(200);
}

/** Ends every session of the account, as logging out on another device does. */
export async function endSessions(site: SiteServer, account: Account): Promise<void> {
	const headers = { authorization: `Bearer ${await signInOverHttp(site, account)}` };
	const answer = await fetch(`${site.url}/auth/v1/logout`, { method: "POST", headers });
	expect(answer.status).toBe(204);
}

/** The link in the newest message to an address. */
export async function mailedLink(
	site: SiteServer,
	email: string,
	form = /http\S+(\/verify\?|#invitation=)\S+/,
): Promise<string> {
	let link: string | undefined;
	await expect(async () => {
		const mails = await Promise.all((await site.mails()).map((mail) => PostalMime.parse(mail)));
		const mail = mails.findLast(({ to }) => to?.some(({ address }) => address === email));
		link = mail?.text?.match(form)?.[0];
		expect(link).toBeDefined();
	}).toPass();
	return link ?? "";
}

/** Fills in the form that is on screen, on the page or in a dialog. */
export async function signIn(page: Page, { email, password }: Pick<Account, "email" | "password">): Promise<void> {
	const known = page.getByRole("textbox", { name: "Email" });
	// Who was signed in before is known.
	if (await known.isEditable()) await known.fill(email);
	await page.getByLabel("Password").fill(password);
	await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

export async function logOut(page: Page): Promise<void> {
	await page.getByRole("button", { name: "My Account" }).click();
	await page.getByRole("menuitem", { name: "Log out" }).click();
	await expect(page).toHaveURL("/auth");
}
