/** What the service answers to a sign-in, and the browser's client keeps. */
export type Session = { access_token: string };

const shared = new Map<string, Promise<Session>>();

/**
 * The session that the tests of a worker share on a site: signing in costs both sides a tenth of a second. A test that
 * renews a session opens its own; one that logs out, which ends all of the account's, has an account of its own.
 */
export function sharedSession(url: string, account: { email: string; password: string }): Promise<Session> {
	const known = shared.get(url);
	if (known) return known;
	const opened = openSession(url, account);
	shared.set(url, opened);
	opened.catch(() => shared.delete(url));
	return opened;
}

/** Before another site starts at the address. */
export function clearSession(url: string): void {
	shared.delete(url);
}

/** Signs in over HTTP, as the browser's client does. */
export async function openSession(url: string, account: { email: string; password: string }): Promise<Session> {
	const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ email: account.email, password: account.password }),
	});
	if (!answer.ok) throw new Error(`signing in failed: ${await answer.text()}`);
	return answer.json();
}
