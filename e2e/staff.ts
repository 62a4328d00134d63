import { adminAccount, type SiteServer } from "./site-server.ts";

/** Signs in over HTTP, as the browser's client does. */
export async function signInOverHttp(site: Pick<SiteServer, "url">, account = adminAccount): Promise<string> {
	const answer = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(account),
	});
	if (!answer.ok) throw new Error(`signing in failed: ${await answer.text()}`);
	return (await answer.json()).access_token;
}

/** The newest rows of a list, as staff receive them. */
export async function listAsStaff(
	site: Pick<SiteServer, "url">,
	list: "bookings" | "contacts" | "applications",
): Promise<Record<string, unknown>[]> {
	const token = await signInOverHttp(site);
	const answer = await fetch(`${site.url}/api/${list}`, { headers: { authorization: `Bearer ${token}` } });
	if (!answer.ok) throw new Error(`listing ${list} failed: ${await answer.text()}`);
	return (await answer.json()).rows;
}
