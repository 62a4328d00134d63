import { openSession, sharedSession } from "./sessions.ts";
import { adminAccount, type SiteServer } from "./site-server.ts";

/** An access token: the admin's, or another account's. */
export async function signInOverHttp(
	{ url }: Pick<SiteServer, "url">,
	account?: { email: string; password: string },
): Promise<string> {
	const session = account ? openSession(url, account) : sharedSession(url, adminAccount);
	return (await session).access_token;
}

/** The newest rows of a list, as staff receive them. */
export async function listAsStaff(
	site: Pick<SiteServer, "url">,
	list: "bookings" | "contacts" | "applications" | "posts",
): Promise<Record<string, unknown>[]> {
	const token = await signInOverHttp(site);
	const answer = await fetch(`${site.url}/api/${list}`, { headers: { authorization: `Bearer ${token}` } });
	if (!answer.ok) throw new Error(`listing ${list} failed: ${await answer.text()}`);
	return (await answer.json()).rows;
}
