import { asc } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { usersTable } from "#features/auth/auth.table.ts";
import { insertUser } from "#tests/accounts.ts";
import { fragmentOf, startAuthSite } from "#tests/auth-site.ts";
import { profilesTable } from "./profiles.table.ts";
import { deleteUnconfirmedAccounts } from "./unconfirmed-accounts.server.ts";

const site = startAuthSite();

const day = 24 * 60 * 60;

beforeEach(async () => {
	await site.deps.db.delete(usersTable);
});

const addresses = async () => {
	const users = await site.deps.db.select().from(usersTable).orderBy(asc(usersTable.email));
	return users.map(({ email }) => email);
};

test("accounts that nobody has confirmed within seven days are deleted, with their profile and without a word", async () => {
	await insertUser(site.deps, { email: "forgotten@example.com", confirmed: false });
	await insertUser(site.deps, { email: "confirmed@example.com" });
	// No one may be an admin without having confirmed; should it ever be, no timer takes an admin away.
	await insertUser(site.deps, { email: "boss@example.com", confirmed: false, role: "admin" });
	site.wait(1);
	await insertUser(site.deps, { email: "later@example.com", confirmed: false });
	site.wait(7 * day - 1);
	await deleteUnconfirmedAccounts(site.deps);
	expect(await addresses()).toContain("forgotten@example.com");
	site.wait(0.5);
	await deleteUnconfirmedAccounts(site.deps);
	expect(await addresses()).toEqual(["boss@example.com", "confirmed@example.com", "later@example.com"]);
	expect(await site.deps.db.$count(profilesTable)).toBe(3);
	const { rows } = await site.deps.database.query("select * from activity where record_label like 'forgotten@%'");
	expect(rows).toEqual([]);
});

test.each([
	["signed up again", "/signup"],
	["asked for another link", "/resend"],
	["asked for a new password", "/recover"],
])("whoever %s on the last day still has the time that the link is good for", async (_what, path) => {
	const email = "late@example.com";
	await insertUser(site.deps, { email, confirmed: false });
	site.wait(7 * day - 60);
	await site.send("POST", path, { email, type: "signup", password: "gondola twelve birch" });
	site.wait(3599);
	await deleteUnconfirmedAccounts(site.deps);
	expect(fragmentOf(await site.open((await site.mailTo(email)).link)).access_token).toBeDefined();
	site.wait(day);
	await deleteUnconfirmedAccounts(site.deps);
	expect(await addresses()).toEqual([email]);
});
